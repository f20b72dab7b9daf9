/**
 * What takes long of a row comes before the row counts: a large item is parsed in slices, between which others are served,
 * and calls that take long are made elsewhere. Nearly every row has neither, and an `await` would cost each of them a turn
 * of the job queue: so `isLong` decides at once whether there is anything to await.
 */
import { LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import type { ItemRow } from "../../value/rows/row-source.ts";
import type { QueryRun } from "./query-run.ts";

/** Begins the next row. True: `await prepareRow(…)` before it counts. */
export function isLong(run: QueryRun, item: ItemRow): boolean {
  return run.calls?.begin(item.size) === true || isLarge(item);
}

/** `evaluate` makes all calls that the row will make, in their order, and does nothing else. */
export async function prepareRow(run: QueryRun, item: ItemRow, evaluate: () => void): Promise<void> {
  if (isLarge(item)) await parseLarge(run, item);
  if (run.calls?.begin(item.size)) await run.calls.prepare(evaluate);
}

export function isLarge(item: ItemRow): boolean {
  return item.size >= LARGE_PIECE_BYTES;
}

export function parseLarge({ pacer }: QueryRun, item: ItemRow): Promise<void> {
  return pacer.inTurns(item.parse());
}
