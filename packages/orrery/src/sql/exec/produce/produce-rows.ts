/**
 * Fills a page from a stream of candidates, row by row, and says where the next page goes on.
 *
 * As on the service, a page of all items does not look ahead: full, it has a continuation token even if it held the
 * last row. A page of ordered rows, or of those that a filter chooses, looks ahead and has no token when nothing is left.
 * Without an order, a page does not span two ranges that are read one after another: it ends where its range does.
 * Clients count on all three. Where all values of an index are judged (CONTAINS), the next range is not looked into: it
 * would be done again for the next page, which may be empty.
 */
import type { Exact, Json } from "@orrerydb/exact-json";
import type { ItemRef, ItemRow } from "../../../value/rows/row-source.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import type { DistinctSet } from "../../bind/subquery/distinct-set.ts";
import type { Continuation } from "../continuation.ts";
import { isLarge, isLong, parseLarge, prepareRow } from "../prepare-row.ts";
import type { QueryRun } from "../query-run.ts";
import { type ResultRow, ValueRow } from "../result-row.ts";
import { RowCursor } from "../row-cursor.ts";
import type { CandidateStream } from "../stream/candidate-stream.ts";
import { UnreadRow } from "../stream/covered-row.ts";
import { EmbeddedRow } from "./embedded-row.ts";
import { tryRow } from "./try-row.ts";

/** The row in the environment, which comes from `item`, as it is answered; undefined where it has no value. */
function projectRow(run: QueryRun, item: ItemRow): ResultRow | undefined {
  const { answer, project } = run.bound;
  switch (answer.kind) {
    case "item":
      item.forget();
      return item;
    case "embedded":
      item.exactValue();
      return timed(run, () => new EmbeddedRow(answer.embedding, item, run.environment));
    case "value": {
      item.exactValue();
      const value = project(run.environment);
      return value === undefined ? undefined : printRow(run, value);
    }
  }
}

export function printRow(run: QueryRun, value: Exact<Json>): ResultRow {
  return timed(run, () => new ValueRow(value));
}

function timed(run: QueryRun, print: () => ResultRow): ResultRow {
  const began = run.now();
  const row = print();
  run.times.writeMs += run.now() - began;
  return row;
}

/** `seen`, for DISTINCT, holds the values that were answered before. */
export async function produceRows(
  run: QueryRun,
  stream: CandidateStream,
  seen?: DistinctSet,
): Promise<Continuation | undefined> {
  return new RowProducer(run, stream, seen).fillPage();
}

type Outcome = "next" | "pageFull" | "limitReached" | "late";

class RowProducer {
  readonly #run: QueryRun;
  readonly #stream: CandidateStream;
  readonly #seen: DistinctSet | undefined;
  readonly #cursor: RowCursor;
  readonly #hasCombinations: boolean;
  /** Rows that came before, OFFSET's included. */
  #rows: number;
  readonly #within: Map<ItemRef, number>;
  /** Whether the filter let a row of the present item through. */
  #isMatched = false;

  constructor(run: QueryRun, stream: CandidateStream, seen: DistinctSet | undefined) {
    this.#run = run;
    this.#stream = stream;
    this.#seen = seen;
    this.#cursor = new RowCursor(run.bound.steps, run.environment);
    this.#hasCombinations = run.bound.steps.length > 0;
    this.#rows = run.start.rows;
    this.#within = new Map(run.start.within);
  }

  async fillPage(): Promise<Continuation | undefined> {
    const { page, pacer } = this.#run;
    if (this.#limitReached) return undefined;
    for (;;) {
      const item = this.#stream.head();
      if (item === undefined) {
        const { rangeNumber } = this.#stream;
        if (!(await this.#stream.fill(page.rows.length > 0))) return undefined;
        if (this.#stream.rangeNumber !== rangeNumber && page.rows.length > 0) return this.#continuation();
        continue;
      }
      if (item instanceof UnreadRow) {
        if (this.#run.skip.left < item.times) await this.#stream.read();
        else if (await this.#passOver(item)) return this.#limitReached ? undefined : this.#continuation();
        continue;
      }
      this.#isMatched = false;
      if (!this.#hasCombinations && this.#isLong(item)) await this.#prepare(item);
      const outcome = this.#hasCombinations ? await this.#takeRows(item) : this.#takeRow(item);
      this.#run.calls?.end();
      if (outcome === "pageFull" || outcome === "late") return this.#continuation();
      if (this.#within.size > 0) this.#within.delete(item.ref);
      this.#stream.take(this.#isMatched);
      if (outcome === "limitReached") return undefined;
      if (pacer.isDue()) await pacer.pause();
      if (pacer.isLate) return this.#continuation();
      if (page.isFull) return (await this.#isKnownToEnd()) ? undefined : this.#continuation();
    }
  }

  /** A row of OFFSET, or many, whose item nobody needs; true: the page ends here. */
  async #passOver({ times }: UnreadRow): Promise<boolean> {
    const { pacer, skip } = this.#run;
    this.#rows += times;
    skip.left -= times;
    this.#stream.take(true);
    if (pacer.isDue()) await pacer.pause();
    return pacer.isLate || this.#limitReached;
  }

  async #isKnownToEnd(): Promise<boolean> {
    const stream = this.#stream;
    return stream.looksAhead && stream.head() === undefined && !(await stream.fill(true));
  }

  get #limitReached(): boolean {
    const { offset, limit } = this.#run.bound;
    return this.#rows >= offset + limit;
  }

  #continuation(): Continuation {
    return { ...this.#stream.position(), rows: this.#rows, within: this.#within };
  }

  get #isMatchedAlready(): boolean {
    return this.#stream.isMatched && !this.#hasCombinations;
  }

  /** Whether `#prepare` comes before the row that is next. */
  #isLong(item: ItemRow): boolean {
    const { bound, textFilter } = this.#run;
    if (this.#isMatchedAlready || bound.where === undefined) {
      // It is answered as it is stored.
      if (bound.answer.kind === "item") return false;
    } else if (textFilter?.rejects(item)) return false;
    return isLong(this.#run, item);
  }

  #prepare(item: ItemRow): Promise<void> {
    const { bound, environment } = this.#run;
    const isMatched = this.#isMatchedAlready;
    return prepareRow(this.#run, item, () => {
      environment[ITEM_SLOT] = item.value();
      tryRow(this.#run, bound, isMatched);
    });
  }

  /** The row of one item, if it fits. */
  #takeRow(item: ItemRow): Outcome {
    const { bound, context, environment, textFilter, work } = this.#run;
    context.startItem();
    const where = this.#stream.isMatched ? undefined : bound.where;
    if (where !== undefined && textFilter?.rejects(item)) return "next";
    if (bound.answer.kind !== "item" || where !== undefined) environment[ITEM_SLOT] = item.value();
    const { functionCalls } = work;
    if ((where === undefined || where(environment) === true) && !this.#addRow(item)) {
      work.functionCalls = functionCalls;
      return "pageFull";
    }
    return this.#limitReached ? "limitReached" : "next";
  }

  /** All rows of one item that JOINs make, or as many as fit. */
  async #takeRows(item: ItemRow): Promise<Outcome> {
    const { bound, calls, context, environment, pacer, work } = this.#run;
    const { where } = bound;
    if (isLarge(item)) await parseLarge(this.#run, item);
    context.startItem();
    environment[ITEM_SLOT] = item.exactValue();
    this.#cursor.start();
    const passed = this.#within.get(item.ref) ?? 0;
    for (let combination = 0; ; combination++) {
      if (calls?.begin(item.size)) await calls.prepare(() => this.#cursor.tryNext());
      if (!this.#cursor.next()) break;
      if (combination < passed) continue;
      if (this.#isLong(item)) await this.#prepare(item);
      const { functionCalls } = work;
      if (where === undefined || where(environment) === true) {
        if (!this.#addRow(item)) {
          work.functionCalls = functionCalls;
          if (combination > 0) this.#within.set(item.ref, combination);
          return "pageFull";
        }
      }
      work.tuples++;
      if (this.#limitReached) break;
      if (pacer.isDue()) {
        await pacer.pause();
        if (pacer.isLate) {
          this.#within.set(item.ref, combination + 1);
          return "late";
        }
      }
    }
    return this.#limitReached ? "limitReached" : "next";
  }

  /** False where the row belongs on the next page. */
  #addRow(item: ItemRow): boolean {
    this.#isMatched = true;
    const row = projectRow(this.#run, item);
    if (row === undefined || this.#seen?.has(row.value())) return true;
    if (this.#rows >= this.#run.bound.offset && !this.#run.page.add(row)) return false;
    this.#seen?.add(row.value());
    this.#rows++;
    if (this.#run.skip.left > 0) this.#run.skip.left--;
    return true;
  }
}
