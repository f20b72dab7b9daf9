/**
 * What pages of queries leave behind for later ones, in memory and bounded: by bytes, by number, by age. It is lost
 * with the process and when others need the room; then a page computes it again.
 *
 * Rows show the moment at which they were computed. They serve a client as long as it has not seen anything newer, and
 * a client that reads the newest only as long as nothing was written and no item can have expired; the answer tells the
 * LSNs of that moment.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { withinHeap } from "../../schedule/heap-size.ts";
import type { KeptResult, KeptResults } from "../../sql/index.ts";
import type { RangeSeen } from "../container/answer-source.ts";
import { type Environment, randomInteger } from "../ground/environment.ts";

const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** Of a small heap. */
const HEAP_FRACTION = 1 / 16;
const KEPT_RESULTS_MAX = 1000;
const KEPT_SECONDS_MAX = 300;

interface Kept {
  readonly result: KeptResult;
  /** Of the query that it belongs to. */
  readonly identity: string;
  readonly ranges: readonly RangeSeen[];
  /** When the page began that left it behind. */
  readonly computedMs: number;
}

/** A query as pages of it have it in common. */
interface KeptQuery {
  /** The container, the text with its parameters, the scope: the same for all pages of a query, and for no other. */
  readonly identity: readonly unknown[];
  /** The partitions in scope as they are now. */
  readonly ranges: readonly RangeSeen[];
  /** Whether the client may be answered as of these LSNs and this time. */
  isNewEnough(ranges: readonly RangeSeen[], computedMs: number): boolean;
}

export class KeptQueryResults {
  readonly #environment: Environment;
  readonly #kept = new LRUCache<string, Kept>({
    max: KEPT_RESULTS_MAX,
    maxSize: withinHeap(KEPT_BYTES_MAX, HEAP_FRACTION),
    sizeCalculation: ({ result }) => Math.max(result.bytes, 1),
  });

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  of(query: KeptQuery): KeptForPage {
    return new KeptForPage(this.#kept, this.#environment, query);
  }
}

export class KeptForPage implements KeptResults {
  readonly #kept: LRUCache<string, Kept>;
  readonly #environment: Environment;
  readonly #query: KeptQuery;
  readonly #beganMs: number;
  #identity: string | undefined;
  #olderMoment: readonly RangeSeen[] | undefined;

  constructor(kept: LRUCache<string, Kept>, environment: Environment, query: KeptQuery) {
    this.#kept = kept;
    this.#environment = environment;
    this.#query = query;
    this.#beganMs = environment.now();
  }

  /** That of the rows, where they were computed for an earlier page. */
  get olderMoment(): readonly RangeSeen[] | undefined {
    return this.#olderMoment;
  }

  find(id: string): KeptResult | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.identity !== this.#hashed()) return undefined;
    const { result, ranges, computedMs } = kept;
    if (this.#environment.now() - computedMs > KEPT_SECONDS_MAX * 1000) return undefined;
    if (result.kind === "rows") {
      if (!this.#query.isNewEnough(ranges, computedMs)) return undefined;
      this.#olderMoment = ranges;
    }
    return result;
  }

  keep(result: KeptResult, id = this.#newId()): string {
    const { ranges } = this.#query;
    this.#kept.set(id, { result, identity: this.#hashed(), ranges, computedMs: this.#beganMs });
    return id;
  }

  /** When it is needed: most queries keep nothing. */
  #hashed(): string {
    this.#identity ??= createHash("sha256").update(JSON.stringify(this.#query.identity)).digest("base64");
    return this.#identity;
  }

  #newId(): string {
    return [0, 1].map(() => randomInteger(this.#environment, 2 ** 32).toString(36)).join("");
  }
}
