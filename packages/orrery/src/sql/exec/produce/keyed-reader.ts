/** Reads DISTINCT and GROUP BY from an index that has their rows in the order of their keys, one key after another. */
import { type Exact, inexact, type Json } from "@orrerydb/exact-json";
import type { BoundGrouping, BoundQuery } from "../../bind/bound-query.ts";
import { type Environment, ITEM_SLOT } from "../../bind/environment.ts";
import { valueIdentity } from "../../bind/subquery/distinct-set.ts";
import { GroupTable } from "../../bind/subquery/group-table.ts";
import type { KeyedRows } from "../../plan/order/plan-keyed.ts";
import type { Continuation } from "../continuation.ts";
import { isLarge, parseLarge } from "../prepare-row.ts";
import type { QueryRun } from "../query-run.ts";
import type { QueryWork } from "../query-work.ts";
import { CoveredBatch, CoveredRow } from "../stream/covered-row.ts";
import { keyedRanges } from "../stream/keyed-ranges.ts";
import { MergeStream } from "../stream/merge-stream.ts";
import type { QueryRange } from "../stream/query-range.ts";
import { tryRow } from "./try-row.ts";

interface KeyedReading {
  /** The query whose rows are read: the outermost, or one that it reads from. */
  readonly bound: BoundQuery;
  readonly keyed: KeyedRows;
  readonly ranges: readonly QueryRange[];
  readonly start: Continuation;
  /** Where entries are counted as they are taken. */
  readonly work: QueryWork;
}

export class KeyedReader {
  readonly #run: QueryRun;
  readonly #bound: BoundQuery;
  readonly #stream: MergeStream;

  constructor(run: QueryRun, { bound, keyed, ranges, start, work }: KeyedReading) {
    this.#run = run;
    this.#bound = bound;
    const { reverse } = keyed;
    this.#stream = new MergeStream(ranges, keyedRanges(keyed, run.usage), { reverse, start, work });
  }

  close(): Promise<void> {
    return this.#stream.close();
  }

  /** Whether there is another key. */
  async hasNext(): Promise<boolean> {
    return this.#stream.head() !== undefined || (await this.#stream.fill());
  }

  /** The next key. */
  get key(): string {
    return this.#stream.key;
  }

  /** The rows of all entries of the next key: one, unless the key does not hold them whole. */
  async take(): Promise<readonly Exact<Json>[]> {
    const { context, environment, pacer, calls } = this.#run;
    const { where, grouping } = this.#bound;
    const { key } = this;
    const rows =
      grouping === undefined ? new DistinctRows(this.#bound) : new GroupRows(this.#bound, grouping);
    do {
      const item = this.#stream.head()!;
      if (item instanceof CoveredBatch) {
        this.#addBatch(rows, item);
        if (pacer.isDue()) await pacer.pause();
        continue;
      }
      if (isLarge(item)) await parseLarge(this.#run, item);
      context.startItem();
      environment[ITEM_SLOT] = item.value();
      const { isMatched } = this.#stream;
      if (calls?.begin(item.size)) await calls.prepare(() => tryRow(this.#run, this.#bound, isMatched));
      const isRow = isMatched || where === undefined || where(environment) === true;
      if (isRow) item.exactValue();
      if (isRow) rows.add(environment, item instanceof CoveredRow ? item.times : 1);
      this.#stream.take(isRow);
      if (pacer.isDue()) await pacer.pause();
      // To wait for what is there already would take as long as the rest of this.
    } while ((this.#stream.head() !== undefined || (await this.#stream.fill())) && this.key === key);
    return rows.end(this.#run);
  }

  #addBatch(rows: RowsOfKey, batch: CoveredBatch): void {
    const { context, environment } = this.#run;
    const { where } = this.#bound;
    const { isMatched } = this.#stream;
    let isRow = false;
    batch.forEach((item, times) => {
      context.startItem();
      environment[ITEM_SLOT] = item;
      if (!isMatched && where !== undefined && where(environment) !== true) return;
      if (isRow) rows.addAlike(environment, times);
      else rows.add(environment, times);
      isRow = true;
    });
    this.#stream.take(isRow);
  }
}

/** Makes rows of the items that share a key. */
interface RowsOfKey {
  /** Adds the item in the environment, which occurred so often. */
  add(environment: Environment, times: number): void;
  /** As `add`, of an item that an entry with the very same key has, both whole. */
  addAlike(environment: Environment, times: number): void;
  /** In an order that does not depend on that of the items. */
  end(run: QueryRun): Promise<readonly Exact<Json>[]>;
}

class DistinctRows implements RowsOfKey {
  readonly #project: BoundQuery["project"];
  readonly #rows = new Map<string, Exact<Json>>();

  constructor({ project }: BoundQuery) {
    this.#project = project;
  }

  add(environment: Environment): void {
    const row = this.#project(environment);
    if (row !== undefined) this.#rows.set(valueIdentity(inexact(row)), row);
  }

  /** There is one row for all of them. */
  addAlike(): void {}

  async end(): Promise<readonly Exact<Json>[]> {
    const rows = [...this.#rows];
    if (rows.length > 1) rows.sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([, row]) => row);
  }
}

class GroupRows implements RowsOfKey {
  readonly #project: BoundQuery["project"];
  readonly #table: GroupTable;

  constructor({ project }: BoundQuery, grouping: BoundGrouping) {
    this.#project = project;
    this.#table = new GroupTable(grouping);
  }

  add(environment: Environment, times: number): void {
    this.#table.add(environment, times);
  }

  addAlike(environment: Environment, times: number): void {
    this.#table.addAlike(environment, times);
  }

  async end({ environment, calls }: QueryRun): Promise<readonly Exact<Json>[]> {
    const rows: Exact<Json>[] = [];
    for (const group of this.#table.walk(environment)) {
      if (group === undefined) continue;
      if (calls?.begin(group.bytes)) await calls.prepare(() => this.#project(environment));
      const row = this.#project(environment);
      if (row !== undefined) rows.push(row);
    }
    calls?.end();
    return rows;
  }
}
