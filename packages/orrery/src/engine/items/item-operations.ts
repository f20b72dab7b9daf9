/** Items by the name of their container: the way in for gateways. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { ItemOperationKind } from "../../value/operations/item-operation.ts";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.ts";
import { type BatchAnswer, type BatchRequest, runBatch } from "./batch.ts";
import type { BatchOperation } from "./batch-operation.ts";
import { runBulk } from "./bulk.ts";
import {
  createOne,
  deleteOne,
  type ItemAnswer,
  type ItemRequest,
  readItemById,
  replaceOne,
  upsertOne,
} from "./items.ts";
import { deleteLogicalPartition, type LogicalPartitionDeletion } from "./logical-partition-deletion.ts";
import { parsePatch, patchOne } from "./patch.ts";
import type { TriggerNames, TriggerRunner } from "./trigger-runner.ts";

export interface ClientItemRequest extends Omit<ItemRequest, "withTriggers"> {
  /** Scripts that run with the write. */
  readonly triggers?: TriggerNames | undefined;
}

interface BulkBatchRequest extends BatchRequest {
  /** The partition that the client believes to hold all keys. */
  readonly rangeId: string | undefined;
  readonly continueOnError: boolean;
  /** Whether the client reads the ranges again when it is told that one is gone. */
  readonly followsSplits: boolean;
}

/** A method for each operation of the catalogue. */
type EachOperation = Readonly<
  Record<ItemOperationKind, (address: ContainerAddress, ...rest: never[]) => Promise<ItemAnswer>>
>;

export class ItemOperations implements EachOperation {
  readonly #containers: ContainersByName;
  readonly #triggers: TriggerRunner;

  constructor(containers: ContainersByName, triggers: TriggerRunner) {
    this.#containers = containers;
    this.#triggers = triggers;
  }

  read(address: ContainerAddress, id: string, request: ClientItemRequest): Promise<ItemAnswer> {
    return this.#containers.use(address, (container) => readItemById(container, id, request));
  }

  create(address: ContainerAddress, document: JsonObject, request: ClientItemRequest): Promise<ItemAnswer> {
    return this.#containers.use(address, (container) =>
      createOne(container, document, bindTriggers(this.#triggers, request)),
    );
  }

  upsert(address: ContainerAddress, document: JsonObject, request: ClientItemRequest): Promise<ItemAnswer> {
    return this.#containers.use(address, (container) =>
      upsertOne(container, document, bindTriggers(this.#triggers, request)),
    );
  }

  replace(
    address: ContainerAddress,
    id: string,
    document: JsonObject,
    request: ClientItemRequest,
  ): Promise<ItemAnswer> {
    return this.#containers.use(address, (container) =>
      replaceOne(container, id, document, bindTriggers(this.#triggers, request)),
    );
  }

  /** `body`: the operations, or an object with them and a condition. */
  patch(address: ContainerAddress, id: string, body: Json, request: ClientItemRequest): Promise<ItemAnswer> {
    return this.#containers.use(address, async (container) =>
      patchOne(
        container,
        id,
        await parsePatch(container.definition, body),
        bindTriggers(this.#triggers, request),
      ),
    );
  }

  delete(address: ContainerAddress, id: string, request: ClientItemRequest): Promise<ItemAnswer> {
    return this.#containers.use(address, (container) =>
      deleteOne(container, id, bindTriggers(this.#triggers, request)),
    );
  }

  /** All operations happen, or none. */
  batch(
    address: ContainerAddress,
    operations: readonly BatchOperation[],
    request: BatchRequest,
  ): Promise<BatchAnswer> {
    return this.#containers.use(address, (container) => runBatch(container, operations, request));
  }

  /** Each operation on its own. For a client that does not follow splits, they go to where their keys are now. */
  bulk(
    address: ContainerAddress,
    operations: readonly BatchOperation[],
    { rangeId, followsSplits, ...request }: BulkBatchRequest,
  ): Promise<BatchAnswer> {
    return this.#containers.use(address, (container) => {
      const isStale =
        rangeId !== undefined && !followsSplits && container.partitions.map.isRetiredOrSwitching(rangeId);
      return runBulk(container, operations, isStale ? request : { ...request, rangeId });
    });
  }

  deleteLogicalPartition(
    address: ContainerAddress,
    request: Pick<ItemRequest, "key" | "terms">,
  ): Promise<LogicalPartitionDeletion> {
    return this.#containers.use(address, (container) => deleteLogicalPartition(container, request));
  }
}

function bindTriggers(runner: TriggerRunner, request: ClientItemRequest): ItemRequest {
  const { triggers } = request;
  if (triggers === undefined) return request;
  return {
    ...request,
    withTriggers: {
      inTurn: (place, write) => runner.inTurn(place, write),
      write: (triggered) => runner.writeWithTriggers(triggers, triggered),
    },
  };
}
