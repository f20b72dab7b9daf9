/** The items of the bench: 1 KB each, with properties of mixed cardinality, all of them indexed. */
export const ITEMS = 10_000;
const ITEM_BYTES = 1024;
const PARTITION_KEYS = 1000;

const STATUSES = ["open", "paid", "packed", "sent", "returned"];

export function partitionKeyOf(index: number): string {
  return `customer-${index % PARTITION_KEYS}`;
}

export function idOf(index: number): string {
  return `order-${index}`;
}

export function itemText(index: number): string {
  const item = {
    id: idOf(index),
    pk: partitionKeyOf(index),
    status: STATUSES[index % STATUSES.length],
    country: `country-${index % 50}`,
    user: { name: `user ${(index * 7919) % 10_000}`, age: 18 + (index % 60) },
    created: 1_700_000_000 + index,
    price: ((index * 31) % 100_000) / 100,
    tags: [`tag-${index % 13}`, `tag-${index % 17}`],
    paid: index % 3 === 0,
    note: "",
  };
  const bare = JSON.stringify(item);
  return JSON.stringify({ ...item, note: "n".repeat(ITEM_BYTES - bare.length) });
}
