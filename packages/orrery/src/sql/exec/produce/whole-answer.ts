/** The page of a result that is known as a whole: passes over what was answered, and keeps what is left for the next. */
import { type Continuation, START } from "../continuation.ts";
import { KeptRows } from "../kept-results.ts";
import type { QueryRun } from "../query-run.ts";
import type { ResultRow } from "../result-row.ts";
import { KeyProgress } from "./key-progress.ts";

type AnswerRun = Pick<QueryRun, "start" | "ranges" | "page" | "kept">;

export class WholeAnswer {
  readonly #run: AnswerRun;
  readonly #progress: KeyProgress;
  readonly #rest = new KeptRows();
  /** Rows of the result, computed anew, up to here. */
  #passed = 0;
  /** Rows answered, on this page and those before. */
  #rows: number;
  #next: Continuation | undefined;

  constructor(run: AnswerRun, reverse = false) {
    this.#run = run;
    this.#progress = new KeyProgress(run, reverse);
    this.#rows = run.start.rows;
  }

  /** Where the next page goes on; undefined: nothing is left. */
  get next(): Continuation | undefined {
    const { kept } = this.#run;
    if (this.#next === undefined || this.#rest.rows.length === 0 || kept === undefined) return this.#next;
    return { ...this.#next, kept: { id: kept.keep(this.#rest), at: 0 } };
  }

  /** Answers from what an earlier page has kept; false: it is gone. */
  fromKept(): boolean {
    const { start, kept } = this.#run;
    const found = start.kept && kept?.find(start.kept.id);
    if (start.kept === undefined || found?.kind !== "rows") return false;
    const { id } = start.kept;
    for (let { at } = start.kept; at < found.rows.length && this.#next === undefined; at++) {
      const row = found.rows[at]!;
      if (row.key !== undefined) this.#progress.next(row.key);
      if (!this.#answer(row, row.key)) this.#next = { ...this.#next!, kept: { id, at } };
    }
    return true;
  }

  /** The next row of the whole result; false: no more are needed. */
  add(row: ResultRow, key?: string): boolean {
    const { start, kept } = this.#run;
    if (key !== undefined) this.#progress.next(key);
    const isAnswered = start.key === undefined ? this.#passed < start.rows : this.#progress.isAnswered;
    this.#passed++;
    if (isAnswered || (this.#next === undefined && this.#answer(row, key))) return true;
    if (kept === undefined) return false;
    if (this.#rest.add(row, key)) return true;
    this.#rest.clear();
    return false;
  }

  #answer(row: ResultRow, key: string | undefined): boolean {
    if (this.#run.page.add(row)) {
      this.#rows++;
      return true;
    }
    this.#next = { ...START, ...(key !== undefined && positionOf(this.#progress)), rows: this.#rows };
    return false;
  }
}

function positionOf(progress: KeyProgress): Pick<Continuation, "key" | "segments" | "within"> {
  const { key, segments, within } = progress.before();
  return { ...(key !== undefined && { key }), segments, within };
}
