/**
 * The items of the bench: 1 KB each, 100 to a logical partition. What is equal in 100 items is so at every size, so
 * that a query finds as many rows among 10,000 items as among a million.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { ITEMS_PER_KEY, partitionKeyOf } from "./fill-container.ts";

export const ROWS = ITEMS_PER_KEY;
export const GROUPS = 100;
const ITEM_BYTES = 1024;
/** An odd multiplier spreads neighbours apart. */
const SCATTER = 7919;

export const INDEXING_POLICY = {
  indexingMode: "consistent",
  automatic: true,
  includedPaths: [{ path: "/*" }],
  excludedPaths: [{ path: "/hidden/?" }, { path: "/note/?" }, { path: '/"_etag"/?' }],
};

export function itemOf(index: number, count: number): JsonObject {
  const scattered = (index * SCATTER) % count;
  const item = {
    id: `order-${index}`,
    pk: partitionKeyOf(index),
    code: `code-${scattered % (count / ROWS)}`,
    price: scattered,
    category: `category-${index % GROUPS}`,
    status: ["open", "paid", "packed", "sent"][index % 4]!,
    user: { name: `user ${scattered}`, age: 18 + (index % 60) },
    tags: [`tag-${index % 13}`, `tag-${index % 17}`],
    hidden: index % 1000,
    note: "",
  };
  const { length } = JSON.stringify(item);
  return { ...item, note: "n".repeat(Math.max(0, ITEM_BYTES - length)) };
}
