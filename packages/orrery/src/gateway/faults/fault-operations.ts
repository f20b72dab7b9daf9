/** The operations that a rule for faults may name. */
import type { FaultOperation } from "../../api/control-api.ts";
import { ITEM_OPERATION_KINDS } from "../../value/operations/item-operation.ts";

export const FAULT_OPERATIONS: readonly FaultOperation[] = [
  ...ITEM_OPERATION_KINDS,
  "query",
  "batch",
  "list",
  "changes",
  "execute",
  "queryPlan",
  "metadata",
];
