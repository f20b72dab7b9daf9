/** The items of the bench, with properties of mixed cardinality, all of them indexed: 1 KB each if not said otherwise. */
const ITEM_BYTES = 1024;

const STATUSES = ["open", "paid", "packed", "sent", "returned"];

/** `keys`: among how many logical partitions the items are shared out. */
export function keyOf(index: number, keys: number): string {
  return `customer-${index % keys}`;
}

export function idOf(index: number): string {
  return `order-${index}`;
}

export interface ItemShape {
  readonly bytes?: number;
  /** Beside those that every item has: texts that differ. */
  readonly moreProperties?: number;
}

export function itemText(index: number, keys: number, shape: ItemShape = {}): string {
  const { bytes = ITEM_BYTES, moreProperties = 0 } = shape;
  const item: Record<string, unknown> = {
    id: idOf(index),
    pk: keyOf(index, keys),
    status: STATUSES[index % STATUSES.length],
    country: `country-${index % 50}`,
    user: { name: `user ${(index * 7919) % 10_000}`, age: 18 + (index % 60) },
    created: 1_700_000_000 + index,
    price: ((index * 31) % 100_000) / 100,
    tags: [`tag-${index % 13}`, `tag-${index % 17}`],
    paid: index % 3 === 0,
    note: "",
  };
  for (let i = 0; i < moreProperties; i++) item[`property${i}`] = `value ${(index * 31 + i * 7) % 10_000}`;
  const bare = JSON.stringify(item);
  return JSON.stringify({ ...item, note: "n".repeat(Math.max(0, bytes - bare.length)) });
}
