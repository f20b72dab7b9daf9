/** OFFSET: how many of the next rows are passed over. Until then, items that pass the filter need not be read. */
import type { ItemsPlan } from "../plan/execution-plan.ts";
import type { Continuation } from "./continuation.ts";

export interface RowSkip {
  left: number;
  /** More rows are passed over than answered, on all pages together. */
  readonly isMost: boolean;
}

export function skipOf(plan: ItemsPlan, start: Continuation): RowSkip {
  const { offset, limit } = plan.bound;
  if (!isOneRowEach(plan)) return { left: 0, isMost: false };
  return { left: Math.max(offset - start.rows, 0), isMost: offset > limit };
}

/** Whether each item that passes the filter makes one row, whatever is in it. */
function isOneRowEach({ kind, bound }: ItemsPlan): boolean {
  if (kind !== "rows" || bound.steps.length > 0) return false;
  return bound.answer.kind === "item" || bound.query.select.shape.kind !== "value";
}
