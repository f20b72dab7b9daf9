/**
 * One operation of a batch. What clients send is checked when the operation runs, so that a malformed one fails
 * as its own result and not as the whole request.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/records/item-record.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { emptyReadCharge, readCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";
import type { ItemOperationKind } from "../../value/operations/item-operation.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import {
  chargedBytes,
  checkKeyOfDocument,
  createItem,
  deleteItem,
  notFound,
  readLive,
  replaceItem,
  sameEtag,
  upsertItem,
} from "./item-writes.ts";
import type { ItemAnswer } from "./items.ts";
import { parsePatch, patchItem } from "./patch.ts";

export interface BatchOperation {
  readonly kind: ItemOperationKind;
  readonly id?: string | undefined;
  readonly body?: Json | undefined;
  /** Absent: the key of the request, or else the one in the body. */
  readonly key?: readonly PartitionKeyComponent[] | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** False: the item gets no index entries. */
  readonly indexed?: boolean | undefined;
  /** True: the answer leaves out the item that was written. */
  readonly minimal?: boolean;
}

export interface OperationDone {
  readonly outcome: ItemAnswer["outcome"];
  /** As it is now; of a deletion, as it was. */
  readonly item: StoredItem;
  readonly charge: number;
}

export type OperationResult = OperationDone | { readonly failure: Failure; readonly charge: number };

const BATCH_OPERATIONS_MAX = 100;
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;
/** Of a result beside its item. */
const RESULT_BYTES = 200;

/** Whether a result carries its item. */
export function answersItem({ minimal }: BatchOperation, outcome: OperationDone["outcome"]): boolean {
  switch (outcome) {
    case "read":
      return true;
    case "created":
    case "replaced":
      return minimal !== true;
    case "deleted":
    case "notModified":
      return false;
  }
}

/** Counts the bytes of an answer while it grows. */
export class ResponseBudget {
  #bytesLeft = RESPONSE_BYTES_MAX;

  /** Called before the operation commits, so that what cannot be answered is not done. */
  take(operation: BatchOperation, { outcome, item }: OperationDone): void {
    const bytes = RESULT_BYTES + (answersItem(operation, outcome) ? item.size : 0);
    if (bytes > this.#bytesLeft) {
      throw new Failure(
        "batchResponseTooLarge",
        `The answer to the batch would have more than ${RESPONSE_BYTES_MAX} bytes. Send its operations in several requests.`,
      );
    }
    this.#bytesLeft -= bytes;
  }
}

export function checkOperationCount(operations: readonly BatchOperation[]): void {
  if (operations.length === 0) throw bad("Batch request has no operations. Give it at least one.");
  if (operations.length > BATCH_OPERATIONS_MAX) {
    throw bad(
      `Batch request has more operations than what is supported. It has ${operations.length}; send at most ${BATCH_OPERATIONS_MAX} at a time.`,
    );
  }
}

/** Runs an operation in a transaction of the logical partition with this key. */
export async function runOperation(
  container: Container,
  transaction: LogicalTransaction,
  components: readonly PartitionKeyComponent[],
  operation: BatchOperation,
  readMultiplier: ReadMultiplier,
): Promise<OperationDone> {
  const { definition } = container;
  const document = (): JsonObject => {
    const object = documentOf(operation);
    checkKeyOfDocument(definition, object, components);
    return object;
  };
  switch (operation.kind) {
    case "create":
      return createItem(definition, transaction, document(), operation);
    case "upsert":
      return upsertItem(definition, transaction, document(), operation);
    case "replace":
      return replaceItem(definition, transaction, idOf(operation), document(), operation);
    case "patch": {
      const patch = await parsePatch(definition, operation.body ?? null);
      return patchItem(container, transaction, idOf(operation), patch, operation);
    }
    case "delete":
      return deleteItem(definition, transaction, idOf(operation), operation);
    case "read":
      return readOperation(definition, transaction, operation, readMultiplier);
  }
}

export function documentOf({ body, kind }: BatchOperation): JsonObject {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw bad(`A ${kind} operation needs an item as its 'resourceBody'.`);
  }
  return body as JsonObject;
}

export function idOf({ id, kind }: BatchOperation): string {
  if (id === undefined || id === "") throw bad(`A ${kind} operation needs an 'id'.`);
  return id;
}

export function dependencyFailed(): Failure {
  return new Failure("dependencyFailed", "Another operation of the same batch has failed.");
}

/** The ETag that the sender of a read has already. On the service, the one condition of a read goes by either name. */
export function knownEtag({ ifNoneMatch, ifMatch }: BatchOperation): string | undefined {
  return ifNoneMatch ?? ifMatch;
}

async function readOperation(
  definition: CurrentDefinition,
  transaction: LogicalTransaction,
  operation: BatchOperation,
  readMultiplier: ReadMultiplier,
): Promise<OperationDone> {
  const item = await readLive(definition, transaction, idOf(operation));
  if (item === undefined) throw notFound();
  const known = knownEtag(operation);
  if (known !== undefined && sameEtag(known, item.etag)) {
    return { outcome: "notModified", item, charge: emptyReadCharge(readMultiplier) };
  }
  return { outcome: "read", item, charge: readCharge(chargedBytes(item), readMultiplier) };
}

function bad(message: string): Failure {
  return new Failure("badRequest", message);
}
