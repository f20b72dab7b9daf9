/** Finds items by what a path calls them: an id, or a resource id. */
import type { Epk, PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/records/item-record.ts";
import { refOfItemRid } from "../../store/records/resource-id.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { ridBytes } from "../../value/resource-id-text.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { placeOf } from "./logical-place.ts";

/** The item that an id or a resource id names in a logical partition. Nobody is charged. */
export function locateItem(
  container: Container,
  key: readonly PartitionKeyComponent[],
  id: string,
): Promise<StoredItem | undefined> {
  const { epk, partition } = placeOf(container, key);
  return findItem(container.definition, partition, epk, id);
}

/** The item with a resource id, whichever partition holds it. Nobody is charged. */
export async function itemByRid(container: Container, rid: string): Promise<StoredItem | undefined> {
  const ref = itemRefOf(container.definition, rid);
  if (ref === undefined) return undefined;
  for (const { store } of container.partitions.all) {
    const item = await store.getByRef(ref);
    if (item !== undefined) return item;
  }
  return undefined;
}

export async function findItem(
  definition: CurrentDefinition,
  partition: PhysicalPartition,
  epk: Epk,
  id: string,
): Promise<StoredItem | undefined> {
  const item = await partition.store.get(epk, id);
  if (item !== undefined) return item;
  const ref = itemRefOf(definition, id);
  const byRef = ref === undefined ? undefined : await partition.store.getByRef(ref);
  if (byRef?.epk === epk) return byRef;
  partition.checkServed();
  return undefined;
}

/** The id of the item that a path calls by its id or its resource id. */
export async function nameOf(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  id: string,
): Promise<string> {
  const ref = itemRefOf(definition, id);
  if (ref === undefined || (await transaction.read(id)) !== undefined) return id;
  return (await transaction.readByRef(ref))?.id ?? id;
}

/** The address inside an item's resource id, where a path gives that instead of an id. */
export function itemRefOf({ ridBytes: containerRid }: CurrentDefinition, id: string): string | undefined {
  // An item's resource id is 16 bytes: 24 characters of base64.
  const bytes = id.length === 24 ? ridBytes(id) : undefined;
  return bytes && refOfItemRid(containerRid, bytes);
}
