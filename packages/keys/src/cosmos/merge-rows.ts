/*
 * From the streams of single keys to the rows of the whole: in the order of keys, or merged by ORDER BY; then
 * aggregates and groups, DISTINCT, OFFSET and LIMIT.
 *
 * Rows come out in the same order every time: rows that ORDER BY does not tell apart follow the order of keys. So a
 * position in the streams is a position in the answer.
 */

import { compareValues } from "../order/compare-values.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { type Aggregate, aggregateOf, type PartialResult } from "./aggregates.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { KeyStream } from "./key-stream.ts";
import { type MergePlan, needsEveryRow } from "./merge-plan.ts";

/** Groups, or distinct rows, that are kept in memory. */
const KEPT_ROWS_MAX = 100_000;

export async function* mergeRows(
  streams: readonly KeyStream[],
  plan: MergePlan,
  parallel: number,
): AsyncGenerator<unknown> {
  let rows: AsyncIterable<unknown> =
    plan.descending.length > 0 ? sortedRows(streams, plan, parallel) : rowsInKeyOrder(streams, parallel);
  if (needsEveryRow(plan))
    rows = plan.isGrouped || plan.aggregatesByAlias ? groupedRows(rows, plan) : aggregatedRow(rows, plan);
  yield* plan.isDistinct ? distinctRows(rows) : rows;
}

/** The next keys are asked while the rows of the current one are read. */
async function* rowsInKeyOrder(streams: readonly KeyStream[], parallel: number): AsyncGenerator<unknown> {
  let asked = 0;
  for (const [index, stream] of streams.entries()) {
    for (; asked < Math.min(streams.length, index + parallel); asked++) {
      // An error shows when its key has its turn; until then nobody waits for it.
      streams[asked]!.fill().catch(() => undefined);
    }
    for (;;) {
      await stream.fill();
      if (!stream.hasHead) break;
      yield stream.take();
    }
  }
}

interface SortedRow {
  readonly orderByItems: readonly { readonly item?: unknown }[];
  readonly payload?: unknown;
}

/** A binary heap of streams by their first rows; ties go to the earlier key. */
async function* sortedRows(
  streams: readonly KeyStream[],
  plan: MergePlan,
  parallel: number,
): AsyncGenerator<unknown> {
  await forEachBounded(streams, parallel, (stream) => stream.fill());
  const heap: number[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const difference = compareOrder(
      streams[a]!.head as SortedRow,
      streams[b]!.head as SortedRow,
      plan.descending,
    );
    return difference < 0 || (difference === 0 && a < b);
  };
  const sink = (from: number) => {
    for (let at = from; ; ) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child;
      }
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  };
  for (const [index, stream] of streams.entries()) if (stream.hasHead) heap.push(index);
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  while (heap.length > 0) {
    const stream = streams[heap[0]!]!;
    yield (stream.take() as SortedRow).payload;
    await stream.fill();
    if (!stream.hasHead) {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    sink(0);
  }
}

function compareOrder(a: SortedRow, b: SortedRow, descending: readonly boolean[]): number {
  for (const [index, isDescending] of descending.entries()) {
    const difference = compareValues(a.orderByItems[index]?.item, b.orderByItems[index]?.item);
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

/** SELECT VALUE of one aggregate: each key's result is `[{ item }]`. */
async function* aggregatedRow(rows: AsyncIterable<unknown>, plan: MergePlan): AsyncGenerator<unknown> {
  const aggregate = aggregateOf(plan.valueAggregate);
  for await (const row of rows) aggregate.add((row as [PartialResult])[0]);
  const result = aggregate.result();
  if (result !== undefined) yield result;
}

interface GroupRow {
  readonly groupByItems?: unknown;
  readonly payload?: unknown;
}

/** Without GROUP BY, all rows are one group. */
async function* groupedRows(rows: AsyncIterable<unknown>, plan: MergePlan): AsyncGenerator<unknown> {
  const groups = new Map<string, (payload: unknown) => void>();
  const results: (() => unknown)[] = [];
  for await (const row of rows) {
    const { groupByItems, payload } = row as GroupRow;
    const name = canonicalJson(groupByItems);
    let add = groups.get(name);
    if (add === undefined) {
      assertKept(groups.size, "groups");
      const group = plan.aggregatesByAlias ? groupOfObject(plan.aggregatesByAlias) : groupOfValue(plan);
      groups.set(name, (add = group.add));
      results.push(group.result);
    }
    add(payload);
  }
  for (const result of results) {
    const value = result();
    if (value !== undefined) yield value;
  }
}

function groupOfObject(types: NonNullable<MergePlan["aggregatesByAlias"]>) {
  const aggregates = new Map<string, Aggregate>();
  for (const [alias, type] of Object.entries(types)) aggregates.set(alias, aggregateOf(type));
  return {
    add(payload: unknown) {
      const values = payload as Record<string, PartialResult | undefined>;
      for (const [alias, aggregate] of aggregates) {
        // An alias that is not an aggregate keeps its value as it is, which may be none.
        aggregate.add((types[alias] ? (values[alias] ?? {}) : values[alias]) as PartialResult);
      }
    },
    result: () => {
      const results = [...aggregates].map(([alias, aggregate]) => [alias, aggregate.result()] as const);
      return Object.fromEntries(results.filter(([, value]) => value !== undefined));
    },
  };
}

function groupOfValue(plan: MergePlan) {
  const aggregate = aggregateOf(plan.valueAggregate);
  return {
    add(payload: unknown) {
      aggregate.add((plan.valueAggregate ? (payload as [PartialResult])[0] : payload) as PartialResult);
    },
    result: () => aggregate.result(),
  };
}

async function* distinctRows(rows: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  for await (const row of rows) {
    const name = canonicalJson(row);
    if (seen.has(name)) continue;
    assertKept(seen.size, "distinct rows");
    seen.add(name);
    yield row;
  }
}

function assertKept(count: number, what: string): void {
  if (count < KEPT_ROWS_MAX) return;
  throw new SyntheticKeyError(
    "LimitExceeded",
    `The answer has more than ${KEPT_ROWS_MAX} ${what}: narrow the query, or query the keys of keysOf() one by one.`,
  );
}

/** Runs the work for each value, at most `parallel` at a time; the first error ends it. */
export async function forEachBounded<T>(
  values: readonly T[],
  parallel: number,
  work: (value: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < values.length) {
      const index = next++;
      try {
        await work(values[index]!, index);
      } catch (error) {
        next = values.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, values.length) }, worker));
}
