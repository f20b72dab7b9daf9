import { expect, test } from "vitest";
import { ITEM_OPERATION_KINDS, ITEM_OPERATIONS } from "./item-operation.ts";

test.each(["name", "rowCode", "frameCode"] as const)("no two operations have the same %s", (member) => {
  const values = ITEM_OPERATION_KINDS.map((kind) => ITEM_OPERATIONS[kind][member]);
  expect(new Set(values).size).toBe(values.length);
});
