/**
 * What takes long of a row comes before the row counts: a large item is parsed in pieces, between which others are served,
 * and calls that take long are made elsewhere. Undefined: there is nothing to wait for.
 */
import { LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import type { ItemRow } from "../../value/rows/row-source.ts";
import type { QueryRun } from "./query-run.ts";

export function parseLarge({ pacer }: QueryRun, item: ItemRow): Promise<void> | undefined {
  return item.size < LARGE_PIECE_BYTES ? undefined : pacer.inTurns(item.parse());
}

/** `evaluate` makes all calls that the row will make, in their order, and does nothing else. */
export function prepareRow(run: QueryRun, item: ItemRow, evaluate: () => void): Promise<void> | undefined {
  const start = () => run.calls?.start(item.size, evaluate);
  const parsed = parseLarge(run, item);
  return parsed === undefined ? start() : parsed.then(start);
}
