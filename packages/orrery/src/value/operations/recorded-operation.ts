/** One operation of recorded traffic: a line of a recording. The gateway writes them, the advisor reads them. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import {
  ITEM_OPERATION_KINDS,
  ITEM_OPERATIONS,
  type ItemOperationKind,
  type ItemWork,
} from "./item-operation.ts";

/** `batch`: a transaction, a batch or a stored procedure. */
export type RecordedKind = ItemOperationKind | "query" | "batch";

export const RECORDED_KINDS: readonly RecordedKind[] = [...ITEM_OPERATION_KINDS, "query", "batch"];

export interface RecordedOperation {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly container: string;
  readonly do: RecordedKind;
  readonly status: number;
  /** Request units. */
  readonly charge: number;
  /** Of the item. */
  readonly bytes?: number;
  /** Its scalars, as far as they could be keys. */
  readonly item?: JsonObject;
  /** Of a transaction, a batch or the run of a stored procedure: the other items. */
  readonly others?: readonly JsonObject[];
  /** Which procedure it was. */
  readonly procedure?: string;
  /** Of an operation on one item: the paths by which it is named, `/id` and the container's key. */
  readonly by?: readonly string[];
  /** Of a query, with its texts as parameters. */
  readonly text?: string;
  readonly parameters?: Readonly<Record<string, Json>>;
  /** The part of a query that a client sends to each partition itself. */
  readonly range?: string;
}

/** The operation that this kind is priced and replayed as. */
export function workOf(kind: RecordedKind): ItemWork | "query" | "batch" {
  return kind === "query" || kind === "batch" ? kind : ITEM_OPERATIONS[kind].work;
}

export function isWrite(kind: RecordedKind): boolean {
  return kind === "batch" || (kind !== "query" && ITEM_OPERATIONS[kind].isWrite);
}
