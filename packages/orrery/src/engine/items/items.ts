/** Single items: each request finds its logical partition, and with it the physical one that runs it. */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/records/item-record.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { emptyReadCharge, REFUSED_WRITE_CHARGE, readCharge } from "../../throughput/charges.ts";
import { ITEM_OPERATIONS, type ItemWriteKind } from "../../value/operations/item-operation.ts";
import { keyText } from "../catalog/partition-key.ts";
import { type AnswerSource, sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import { checkSession, type RequestTerms } from "../container/request-terms.ts";
import { spenderOf, writerOf } from "../spending/spender.ts";
import { findItem, nameOf } from "./find-item.ts";
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
import { type LogicalPlace, missingKey, placeOf, sourceNow } from "./logical-place.ts";
import type { BoundTriggers, TriggeredResult } from "./trigger-runner.ts";

/** What a request on one item says beside its id and its body. */
export interface ItemRequest extends WriteConditions {
  readonly terms: RequestTerms;
  /** From the header; absent when the client left it out. */
  readonly key?: readonly PartitionKeyComponent[] | undefined;
  /** The client keeps the definition of a key that it has read once, also when the container's name was exchanged. */
  readonly mayNameFormerKey?: boolean;
  /** Run with the write, in its transaction; absent when the request names none. */
  readonly withTriggers?: BoundTriggers | undefined;
}

export interface ItemAnswer extends AnswerSource {
  /** What a post-trigger returns instead of the item. */
  readonly body?: Value;
  readonly outcome: "created" | "replaced" | "deleted" | "read" | "notModified";
  readonly item: StoredItem;
  readonly charge: number;
}

export async function readItemById(
  container: Container,
  id: string,
  request: ItemRequest,
): Promise<ItemAnswer> {
  const { key, terms, ifNoneMatch } = request;
  if (key === undefined) throw missingKey();
  const { definition } = container;
  const { readMultiplier } = terms;
  const { epk, text, partition } = placeOf(container, key);
  checkSession(partition, terms);
  const meter = container.meter.open(partition, spenderOf(terms, text));
  try {
    // Most items that are read are in the cache: then nothing is waited for.
    const item = partition.store.cached(epk, id) ?? (await findItem(definition, partition, epk, id));
    if (item === undefined || !definition.isLive(item)) throw notFound();
    const isKnown = ifNoneMatch !== undefined && sameEtag(ifNoneMatch, item.etag);
    const charge = isKnown ? emptyReadCharge(readMultiplier) : readCharge(chargedBytes(item), readMultiplier);
    meter.close(charge);
    return { outcome: isKnown ? "notModified" : "read", item, charge, ...sourceOf(definition, partition) };
  } catch (error) {
    throw meter.fail(error, emptyReadCharge(readMultiplier));
  }
}

export function createOne(
  container: Container,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  const run: WriteStep<JsonObject> = (transaction, body) =>
    createItem(container.definition, transaction, body, request);
  return writeOne(container, { kind: "create", document, run }, request);
}

export function upsertOne(
  container: Container,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  const run: WriteStep<JsonObject> = (transaction, body) =>
    upsertItem(container.definition, transaction, body, request);
  return writeOne(container, { kind: "upsert", document, run }, request);
}

export function replaceOne(
  container: Container,
  id: string,
  document: JsonObject,
  request: ItemRequest,
): Promise<ItemAnswer> {
  const { definition } = container;
  const run: WriteStep<JsonObject> = async (transaction, body) =>
    replaceItem(definition, transaction, await nameOf(definition, transaction, id), body, request);
  return writeOne(container, { kind: "replace", document, run }, request);
}

export function deleteOne(container: Container, id: string, request: ItemRequest): Promise<ItemAnswer> {
  const { definition } = container;
  const run: WriteStep<undefined> = async (transaction) =>
    deleteItem(definition, transaction, await nameOf(definition, transaction, id), request);
  return writeOne(container, { kind: "delete", document: undefined, run }, request);
}

/** What a write does in the transaction of its logical partition. */
type WriteStep<Body extends JsonObject | undefined> = (
  transaction: LogicalTransaction,
  document: Body,
) => Promise<WriteResult>;

interface ItemWrite<Body extends JsonObject | undefined> {
  readonly kind: ItemWriteKind;
  readonly document: Body;
  readonly run: WriteStep<Body>;
}

/**
 * The key in the header, or else in the item. A header that the item's own properties make by the key that the name
 * stood for before says nothing else than the item does: then it is the item that counts.
 */
function keyOfWrite(
  { partitionKey, formerKey }: CurrentDefinition,
  document: JsonObject | undefined,
  given: ItemRequest["key"],
  mayNameFormerKey: boolean,
): ItemRequest["key"] {
  if (document === undefined) return given;
  if (given === undefined) return partitionKey.extract(document);
  const isFormer =
    mayNameFormerKey && formerKey !== undefined && keyText(formerKey.extract(document)) === keyText(given);
  return isFormer ? partitionKey.extract(document) : given;
}

/** Runs a write, with its triggers, in the logical partition of the key in the header, or else in the item. */
export async function writeOne<Body extends JsonObject | undefined>(
  container: Container,
  { kind, document, run }: ItemWrite<Body>,
  { key: given, withTriggers, terms, mayNameFormerKey = false }: ItemRequest,
): Promise<ItemAnswer> {
  const key = keyOfWrite(container.definition, document, given, mayNameFormerKey);
  if (key === undefined) throw missingKey();
  const place = placeOf(container, key);
  if (withTriggers === undefined) {
    return await writeAt(container, place, terms, (transaction) => run(transaction, document), document);
  }
  return withTriggers.inTurn(place, (thread) => {
    const write = (transaction: LogicalTransaction) =>
      withTriggers.write({
        container,
        place,
        transaction,
        thread,
        operation: ITEM_OPERATIONS[kind].trigger,
        document,
        write: (body) => {
          if (body !== undefined) checkKeyOfDocument(container.definition, body, place.components);
          return run(transaction, body as Body);
        },
      });
    return writeAt(container, place, terms, write, document);
  });
}

/** Runs and meters a write in a transaction of its logical partition. */
export async function writeAt(
  container: Container,
  place: LogicalPlace,
  terms: RequestTerms,
  write: (transaction: LogicalTransaction) => Promise<TriggeredResult>,
  document?: JsonObject,
): Promise<ItemAnswer> {
  const { components, epk, text, partition } = place;
  const meter = container.meter.open(partition, writerOf(terms, text));
  try {
    if (document !== undefined) checkKeyOfDocument(container.definition, document, components);
    const { outcome, item, charge, body } = await partition.store.transact(epk, text, write);
    meter.close(charge);
    return { outcome, item, charge, body, ...sourceNow(container, place) };
  } catch (error) {
    throw meter.fail(error, REFUSED_WRITE_CHARGE);
  }
}
