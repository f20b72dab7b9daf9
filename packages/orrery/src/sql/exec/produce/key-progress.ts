/**
 * How far a result has been answered whose rows come in the order of their keys: up to a key, or, where several rows
 * share one because it does not hold them whole, up to so many of them. The token names the key, so that neither
 * splits nor writes between two pages repeat a row.
 */
import type { Continuation } from "../continuation.ts";
import type { QueryRun } from "../query-run.ts";
import { pastKey } from "../stream/sort-position.ts";

type KeyPosition = Pick<Continuation, "key" | "segments" | "within">;

/** Stands where the token has an item's ref otherwise: what follows counts rows of the key. */
const OF_KEY = "";

export class KeyProgress {
  readonly #run: Pick<QueryRun, "start" | "ranges">;
  readonly #reverse: boolean;
  #key: string | undefined;
  /** Among the rows of its key. */
  #number = 0;
  /** The key before; undefined: there was none on this page. */
  #keyBefore: string | undefined;

  constructor(run: Pick<QueryRun, "start" | "ranges">, reverse = false) {
    this.#run = run;
    this.#reverse = reverse;
  }

  /** Comes to the next row. */
  next(key: string): void {
    if (key === this.#key) {
      this.#number++;
      return;
    }
    this.#keyBefore = this.#key;
    this.#key = key;
    this.#number = 0;
  }

  /** Whether an earlier page has answered the row. */
  get isAnswered(): boolean {
    const { key, within } = this.#run.start;
    if (key === undefined || this.#key === undefined) return false;
    if (this.#key === key) return this.#number < (within.get(OF_KEY) ?? Number.POSITIVE_INFINITY);
    return this.#reverse ? this.#key > key : this.#key < key;
  }

  /** Just before the row. */
  before(): KeyPosition {
    return this.#number > 0
      ? { key: this.#key!, segments: [], within: new Map([[OF_KEY, this.#number]]) }
      : this.#past(this.#keyBefore);
  }

  /** After the row and all that share its key. */
  after(): KeyPosition {
    return this.#past(this.#key);
  }

  #past(key: string | undefined): KeyPosition {
    const { start, ranges } = this.#run;
    const isBehind =
      key === undefined || (start.key !== undefined && (this.#reverse ? key > start.key : key < start.key));
    return isBehind ? start : { ...pastKey(ranges, key, this.#reverse), within: new Map() };
  }
}
