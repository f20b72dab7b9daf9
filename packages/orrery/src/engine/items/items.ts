/** Single items: each request finds its logical partition, and with it the physical one that runs it. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { TriggerOperation } from "../../script/script-runner.ts";
import type { StoredItem } from "../../store/item-record.ts";
import type { LogicalTransaction } from "../../store/logical-transaction.ts";
import { refOfItemRid, ridBytes } from "../../store/resource-id.ts";
import { emptyReadCharge, REFUSED_WRITE_CHARGE, readCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import type { Priority } from "../../throughput/partition-budget.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonObject, Value } from "../../value/json.ts";
import type { Container } from "../container/container.ts";
import { keyText } from "../container/partition-key.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import type { TriggerNames } from "../scripts/scripts.ts";
import { spenderOf } from "../spending/metering.ts";
import {
  chargedBytes,
  checkKeyOfDocument,
  createItem,
  deleteItem,
  notFound,
  replaceItem,
  sameEtag,
  upsertItem,
  type WriteConditions,
  type WriteResult,
} from "./item-writes.ts";

/** What every request on a container may say beside its body. */
export interface ItemRequest extends WriteConditions {
  /** From the header; absent when the client left it out. */
  readonly key?: readonly PartitionKeyComponent[];
  readonly priority: Priority;
  readonly bucket: number;
  /** By the consistency level of the request. Writes cost the same at every level. */
  readonly readMultiplier: ReadMultiplier;
  /** Scripts that run with the write, in its transaction. */
  readonly triggers?: TriggerNames;
  /** The LSN that the client has seen of a range, if it says so: reads must not be older. */
  seenLsn?(rangeId: string, parents: readonly number[]): number | undefined;
}

export interface ItemAnswer {
  /** What a post-trigger answers instead of the item. */
  readonly body?: Value;
  readonly outcome: "created" | "replaced" | "deleted" | "read" | "notModified";
  readonly item: StoredItem;
  readonly charge: number;
  readonly partition: PhysicalPartition;
  readonly lsn: number;
}

/** One logical partition, and where it lives now. */
export interface LogicalPlace {
  readonly components: readonly PartitionKeyComponent[];
  readonly epk: Buffer;
  readonly text: string;
  readonly partition: PhysicalPartition;
}

export function placeOf(container: Container, components: readonly PartitionKeyComponent[]): LogicalPlace {
  const full = container.partitionKey.checkFull(components);
  const epk = container.partitionKey.epk(full);
  return { components: full, epk, text: keyText(full), partition: container.map.at(epk) };
}

export async function readItemById(
  container: Container,
  id: string,
  request: ItemRequest,
): Promise<ItemAnswer> {
  if (request.key === undefined) throw missingKey();
  const { epk, text, partition } = placeOf(container, request.key);
  checkSession(partition, request);
  const spender = spenderOf(request, text);
  const { readMultiplier } = request;
  const read = async () => {
    const item = partition.store.cached(epk, id) ?? (await findItem(container, partition, epk, id));
    if (item === undefined || !container.isLive(item)) throw notFound();
    const isKnown = request.ifNoneMatch !== undefined && sameEtag(request.ifNoneMatch, item.etag);
    const outcome = isKnown ? ("notModified" as const) : ("read" as const);
    const charge = isKnown ? emptyReadCharge(readMultiplier) : readCharge(chargedBytes(item), readMultiplier);
    return { outcome, item, charge };
  };
  const { outcome, item, charge } = await container.metered(
    partition,
    spender,
    read,
    emptyReadCharge(readMultiplier),
  );
  return { outcome, item, charge, partition, lsn: partition.store.summary.lsn };
}

export function createOne(
  container: Container,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  return writeOne(container, "Create", document, request, (transaction, body) =>
    createItem(container, transaction, body, request),
  );
}

export function upsertOne(
  container: Container,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  return writeOne(container, "Upsert", document, request, (transaction, body) =>
    upsertItem(container, transaction, body, request),
  );
}

export function replaceOne(
  container: Container,
  id: string,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  return writeOne(container, "Replace", document, request, async (transaction, body) =>
    replaceItem(container, transaction, await nameOf(container, transaction, id), body, request),
  );
}

export function deleteOne(container: Container, id: string, request: ItemRequest): Promise<ItemAnswer> {
  return writeOne(container, "Delete", undefined, request, async (transaction) =>
    deleteItem(container, transaction, await nameOf(container, transaction, id), request),
  );
}

/** Runs a write, and the triggers that it names, in a transaction of the logical partition that the header, or else the item, names. */
export async function writeOne<Body extends JsonObject | undefined>(
  container: Container,
  operation: TriggerOperation,
  document: Body,
  request: ItemRequest,
  write: (transaction: LogicalTransaction, document: Body) => Promise<WriteResult>,
): Promise<ItemAnswer> {
  const key = request.key ?? (document && container.partitionKey.extract(document));
  if (key === undefined) throw missingKey();
  const place = placeOf(container, key);
  const { components, epk, text, partition } = place;
  const spender = spenderOf(request, text);
  const { triggers } = request;
  const run = (transaction: LogicalTransaction): Promise<WriteResult & { readonly body?: Value }> =>
    triggers === undefined
      ? write(transaction, document)
      : container.surroundings.scripts.writeWithTriggers(
          container,
          place,
          transaction,
          triggers,
          operation,
          document,
          (body) => {
            if (body !== undefined) checkKeyOfDocument(container, body, components);
            return write(transaction, body as Body);
          },
        );
  const result = await container.metered(
    partition,
    spender,
    () => {
      if (document !== undefined) checkKeyOfDocument(container, document, components);
      return partition.store.transact(epk, text, run);
    },
    REFUSED_WRITE_CHARGE,
  );
  return { ...result, ...holderOf(container, epk) };
}

/** The end of every write: it may have waited for a split or merge, and happened on another partition than looked up. */
export function holderOf(container: Container, epk: Buffer): Pick<ItemAnswer, "partition" | "lsn"> {
  const partition = container.map.at(epk);
  return { partition, lsn: partition.store.summary.lsn };
}

export function checkSession(partition: PhysicalPartition, request: Pick<ItemRequest, "seenLsn">): void {
  const seen = request.seenLsn?.(partition.id, partition.state.parents);
  if (seen !== undefined && seen > partition.store.summary.lsn) {
    throw new Failure(
      "sessionNotAvailable",
      `The read session is not available: the client has seen LSN ${seen} of range ${partition.id}, which is at ${partition.store.summary.lsn}.`,
    );
  }
}

/** The item that an id or a resource id names in a logical partition; reading it so charges nobody. */
export function locateItem(
  container: Container,
  key: readonly PartitionKeyComponent[],
  id: string,
): Promise<StoredItem | undefined> {
  const { epk, partition } = placeOf(container, key);
  return findItem(container, partition, epk, id);
}

/** By id, or by resource id where the path names one. */
async function findItem(
  container: Container,
  partition: PhysicalPartition,
  epk: Buffer,
  id: string,
): Promise<StoredItem | undefined> {
  const item = await partition.store.get(epk, id);
  if (item !== undefined) return item;
  const ref = itemRefOf(container, id);
  const byRef = ref === undefined ? undefined : await partition.store.getByRef(ref);
  return byRef?.epk.equals(epk) ? byRef : undefined;
}

/** The id of the item that a path names by id or by resource id. */
export async function nameOf(
  container: Container,
  transaction: LogicalTransaction,
  id: string,
): Promise<string> {
  const ref = itemRefOf(container, id);
  if (ref === undefined || (await transaction.read(id)) !== undefined) return id;
  return (await transaction.readByRef(ref))?.id ?? id;
}

/** The address inside an item's resource id, where a path gives that instead of an id. */
export function itemRefOf(container: Container, id: string): string | undefined {
  // An item's resource id is 16 bytes: 24 characters of base64.
  const bytes = id.length === 24 ? ridBytes(id) : undefined;
  return bytes && refOfItemRid(container.ridBytes, bytes);
}

export function missingKey(): Failure {
  return new Failure(
    "badRequest",
    "PartitionKey value must be supplied for this operation: send it in the header x-ms-documentdb-partitionkey.",
  );
}
