/**
 * What the catalogue says of a container that is open: its names, its partition key, and what its items are written
 * and read by. A changed definition takes effect by `adopt`.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { IndexGenerations } from "../../store/indexes/index-generations.ts";
import type { PartitionContext } from "../../store/partition/partition-space.ts";
import type { StoredItem } from "../../store/records/item-record.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import { ridBytes } from "../../value/resource-id-text.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey } from "../catalog/partition-key.ts";
import { lifetimesOf } from "./container-context.ts";
import type { ContainerNames } from "./container-names.ts";
import { type ContainerState, stateOf } from "./container-state.ts";

export class CurrentDefinition {
  readonly rid: string;
  readonly names: ContainerNames;
  readonly ridBytes: Buffer;
  readonly selfLink: string;
  readonly partitionKey: PartitionKey;
  /** The key that the container's name stood for before it was exchanged. */
  readonly formerKey: PartitionKey | undefined;
  /** What the container's partitions have in common. */
  readonly context: PartitionContext;
  #resource: Resource;
  /** How far a changed indexing policy has been applied, in percent. */
  #indexedPercent = 0;

  constructor(resource: Resource, database: string, context: PartitionContext) {
    const { rid, id, body } = resource;
    const { formerKey } = stateOf(resource);
    this.#resource = resource;
    this.context = context;
    this.rid = rid;
    this.names = { rid, database, container: id };
    this.ridBytes = ridBytes(rid)!;
    this.selfLink = body._self as string;
    this.partitionKey = PartitionKey.of(body.partitionKey as JsonObject);
    this.formerKey = formerKey && PartitionKey.of(formerKey);
  }

  get resource(): Resource {
    return this.#resource;
  }
  get state(): ContainerState {
    return stateOf(this.#resource);
  }
  get indexes(): IndexGenerations {
    return this.context.indexes;
  }

  /** What requests that name one may spend, in percent of the container's throughput. */
  get buckets(): readonly ThroughputBucket[] {
    return this.state.buckets ?? [];
  }

  /** Takes over a changed resource of the same container. */
  adopt(resource: Resource): void {
    this.#resource = resource;
    const { indexes, lifetimes } = this.context;
    indexes.adopt(this.state.indexGenerations);
    lifetimes.adopt(lifetimesOf(resource));
    if (!indexes.isChanging) this.#indexedPercent = 0;
  }

  /** How far a changed indexing policy has been applied, in percent; 100 when there is none to apply. */
  get indexProgress(): number {
    return this.indexes.isChanging ? this.#indexedPercent : 100;
  }

  /** While a changed indexing policy is applied: of the items, at most 99. */
  noteIndexed(percent: number): void {
    this.#indexedPercent = percent;
  }

  nowSeconds(): number {
    return this.context.nowSeconds();
  }

  /** Whether any item can have a time to live. */
  get mayExpire(): boolean {
    return this.context.lifetimes.defaultTtl !== undefined;
  }

  /** Whether an item's time to live has not passed. */
  isLive(item: StoredItem): boolean {
    const { lifetimes, nowSeconds } = this.context;
    return lifetimes.isLive(item, nowSeconds);
  }

  /** How long every version of an item is kept for the change feed, in seconds; 0: not at all. */
  get versionSeconds(): number {
    return this.context.lifetimes.versionSeconds;
  }
}
