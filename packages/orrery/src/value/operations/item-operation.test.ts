import { expect, test } from "vitest";
import { ITEM_OPERATION_KINDS, ITEM_OPERATIONS } from "./item-operation.ts";

test.each(["name", "rowCode", "frameCode"] as const)("no two operations have the same %s", (member) => {
  const values = ITEM_OPERATION_KINDS.map((kind) => ITEM_OPERATIONS[kind][member]);
  expect(new Set(values).size).toBe(values.length);
});

test("no two operations on an item have the same method, or on the feed the same header", () => {
  const requests = ITEM_OPERATION_KINDS.map((kind) => {
    const { method, on, header }: ItemRequest = ITEM_OPERATIONS[kind];
    return `${method} ${on} ${header}`;
  });
  expect(new Set(requests).size).toBe(requests.length);
});

interface ItemRequest {
  readonly method: string;
  readonly on: string;
  readonly header?: string;
}
