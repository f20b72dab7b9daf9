import { expect, test } from "vitest";
import { completeQuery, propertiesOf } from "./query-completion.ts";

const KNOWN = { containers: ["shop/orders", "shop/carts"], properties: ["id", "customer", "created"] };

test.each([
  ["sel", ["SELECT"], "sel"],
  ["SELECT * FROM c WHERE c.c", ["c.customer", "c.created"], "c.c"],
  ["SELECT VALUE COU", ["COUNT("], "COU"],
  [".use shop/o", ["shop/orders"], "shop/o"],
  [".co", [".containers"], ".co"],
  ["SELECT 1 ", [], ""],
])("'%s' can go on with %j", (line, found, part) => {
  expect(completeQuery(line, KNOWN)).toEqual([found, part]);
});

test("properties come from rows that are objects", () => {
  expect(propertiesOf([{ id: 1, "a b": 2 }, 5, null, [1], { total: 3 }])).toEqual(["id", "total"]);
});
