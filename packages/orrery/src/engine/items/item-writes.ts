/**
 * What each write does to an item inside a transaction of its logical partition. Single requests, batches and
 * scripts all come through here, so that conditions and keys are checked once and in one way.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { WriteWork } from "../../store/indexes/index-rows.ts";
import type { StoredItem } from "../../store/records/item-record.ts";
import { SYSTEM_BYTES } from "../../store/records/system-properties.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { createCharge, deleteCharge, type Replacement, replaceCharge } from "../../throughput/charges.ts";
import { Failure } from "../../value/failure.ts";
import { checkItemId } from "../catalog/names.ts";
import { keyText } from "../catalog/partition-key.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";

export interface WriteConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** Whether the item gets index entries; undefined: as the policy says. */
  readonly indexed?: boolean | undefined;
}

export interface WriteResult {
  readonly outcome: "created" | "replaced" | "deleted";
  /** As it is now; of a deletion, as it was. */
  readonly item: StoredItem;
  readonly charge: number;
}

export const ITEM_BYTES_MAX = 2 * 1024 * 1024;

export async function createItem(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  document: JsonObject,
  conditions: WriteConditions,
): Promise<WriteResult> {
  const id = checkDocument(document);
  const existing = await transaction.read(id);
  if (existing !== undefined && (await freed(definition, transaction, existing)) !== undefined) {
    throw new Failure("conflict", "Entity with the specified id already exists in the system.", {
      replicaMessage: "Resource with specified id or name already exists.",
    });
  }
  return await createNew(transaction, id, document, conditions);
}

/** Requires that no item has this id. */
async function createNew(
  transaction: LogicalTransaction,
  id: string,
  document: JsonObject,
  { indexed }: WriteConditions,
): Promise<WriteResult> {
  const { termsAdded } = transaction.work;
  const item = await transaction.create(id, document, { indexed });
  checkSize(item);
  const terms = transaction.work.termsAdded - termsAdded;
  return { outcome: "created", item, charge: createCharge(chargedBytes(item), terms) };
}

export async function upsertItem(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  document: JsonObject,
  conditions: WriteConditions,
): Promise<WriteResult> {
  const id = checkDocument(document);
  const found = await transaction.read(id);
  const existing = found && (await freed(definition, transaction, found));
  // Without an item, If-Match has nothing to compare with, and the upsert creates.
  return existing === undefined
    ? createNew(transaction, id, document, conditions)
    : replaceExisting(transaction, existing, document, conditions);
}

export async function replaceItem(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  id: string,
  document: JsonObject,
  conditions: WriteConditions,
): Promise<WriteResult> {
  const newId = checkDocument(document);
  const existing = await readLive(definition, transaction, id);
  if (existing === undefined) throw notFound();
  const holder = newId === id ? undefined : await transaction.read(newId);
  if (holder !== undefined && (await freed(definition, transaction, holder)) !== undefined) {
    throw new Failure("conflict", `An item with the new id '${newId}' already exists.`);
  }
  return replaceExisting(transaction, existing, document, conditions);
}

export async function deleteItem(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  id: string,
  conditions: WriteConditions,
): Promise<WriteResult> {
  const existing = await readLive(definition, transaction, id);
  if (existing === undefined) throw notFound();
  checkConditions(existing, conditions);
  const before = { ...transaction.work };
  await transaction.delete(existing);
  const terms = transaction.work.termsRemoved - before.termsRemoved;
  return { outcome: "deleted", item: existing, charge: deleteCharge(chargedBytes(existing), terms) };
}

/** Undefined also for an expired item. */
export async function readLive(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  id: string,
): Promise<StoredItem | undefined> {
  const item = await transaction.read(id);
  return item !== undefined && definition.isLive(item) ? item : undefined;
}

/** Before an item takes the id of another: an expired one is removed, so that the id is free. */
async function freed(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  item: StoredItem,
): Promise<StoredItem | undefined> {
  if (definition.isLive(item)) return item;
  await transaction.delete(item, { expired: true });
  return undefined;
}

const WHERE_LOOKED_UP =
  "the id is looked up in the logical partition of the given partition key only: check both.";

export function notFound(): Failure {
  return new Failure(
    "notFound",
    `Entity with the specified id does not exist in the system. Resource Not Found: ${WHERE_LOOKED_UP}`,
    { replicaMessage: `Resource Not Found. For an item, ${WHERE_LOOKED_UP}` },
  );
}

/** The key in the header must be the key in the body. */
export function checkKeyOfDocument(
  { partitionKey }: CurrentDefinition,
  document: JsonObject,
  components: readonly PartitionKeyComponent[],
): void {
  const own = partitionKey.extract(document);
  if (own.length !== components.length || own.some((component, i) => component !== components[i])) {
    throw new Failure(
      "partitionKeyMismatch",
      `PartitionKey extracted from document doesn't match the one specified in the header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value. It is ${keyText(own)} in the item and ${keyText(components)} in the request, where {} stands for an absent value. An item's partition key cannot be changed: to move it, create it under the new key and delete the old one.`,
    );
  }
}

export function chargedBytes(item: StoredItem): number {
  return item.size - SYSTEM_BYTES;
}

export async function replaceExisting(
  transaction: LogicalTransaction,
  existing: StoredItem,
  document: JsonObject,
  conditions: WriteConditions,
  price: (replacement: Replacement) => number = replaceCharge,
): Promise<WriteResult> {
  checkConditions(existing, conditions);
  const before: WriteWork = { ...transaction.work };
  const item = await transaction.replace(existing, document, { indexed: conditions.indexed });
  checkSize(item);
  const charge = price({
    bytesBefore: chargedBytes(existing),
    bytesAfter: chargedBytes(item),
    termsRemoved: transaction.work.termsRemoved - before.termsRemoved,
    termsAdded: transaction.work.termsAdded - before.termsAdded,
  });
  return { outcome: "replaced", item, charge };
}

/** Returns the id. */
export function checkDocument(document: JsonObject): string {
  const { ttl } = document;
  if (
    ttl !== undefined &&
    (typeof ttl !== "number" || !Number.isInteger(ttl) || (ttl !== -1 && ttl < 1) || ttl > 2_147_483_647)
  ) {
    throw new Failure(
      "badRequest",
      `The 'ttl' of an item must be -1 or a whole number of seconds above 0, not ${JSON.stringify(ttl)}.`,
    );
  }
  return checkItemId(document.id);
}

function checkSize(item: StoredItem): void {
  if (chargedBytes(item) > ITEM_BYTES_MAX) {
    throw new Failure(
      "tooLarge",
      `The item has ${chargedBytes(item)} bytes; at most ${ITEM_BYTES_MAX} are allowed.`,
    );
  }
}

export function checkConditions(existing: StoredItem, { ifMatch, ifNoneMatch }: WriteConditions): void {
  if (ifMatch !== undefined && ifMatch !== "*" && !sameEtag(ifMatch, existing.etag)) {
    throw new Failure(
      "preconditionFailed",
      "One of the specified pre-condition is not met: the item was changed since its ETag was read. Read it again and repeat.",
    );
  }
  if (ifNoneMatch !== undefined && (ifNoneMatch === "*" || sameEtag(ifNoneMatch, existing.etag))) {
    throw new Failure(
      "preconditionFailed",
      "One of the specified pre-condition is not met: the item exists with the given ETag.",
    );
  }
}

/** Some clients leave the quotes out. */
export function sameEtag(given: string, etag: string): boolean {
  return given === etag || given === etag.slice(1, -1);
}
