/** The engine's front door for gateways. */

export { KeyValueError } from "../store/key-value.ts";
export type { ItemVersion } from "../store/version-log.ts";
export { METADATA_READ_CHARGE, METADATA_WRITE_CHARGE } from "../throughput/charges.ts";
export {
  CONSISTENCY_LEVELS,
  type ConsistencyLevel,
  type ReadMultiplier,
  readMultiplier,
} from "../throughput/consistency-level.ts";
export type { Resource, ResourceKind } from "./catalog/catalog.ts";
export { SCRIPTS_MAX, type ScriptKind } from "./catalog/plain-resources.ts";
export { queryResources } from "./catalog/resource-queries.ts";
export type { PlainKind } from "./catalog/resource-tree.ts";
export type { Container } from "./container/container.ts";
export { fromHexRange, type PhysicalPartition } from "./container/partition-map.ts";
export { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "./container/storage-limits.ts";
export { Engine, type EngineOptions } from "./engine.ts";
export type { ClockControl, Environment } from "./environment.ts";
export { type ChangeFeedRequest, readFeed, readLatestChanges } from "./feeds/feeds.ts";
export { readAllVersions } from "./feeds/version-feed.ts";
export { type BatchAnswer, runBatch } from "./items/batch.ts";
export type { BatchOperation, OperationKind, OperationResult } from "./items/batch-operation.ts";
export { runBulk } from "./items/bulk.ts";
export { ITEM_BYTES_MAX } from "./items/item-writes.ts";
export {
  createOne,
  deleteOne,
  type ItemAnswer,
  type ItemRequest,
  locateItem,
  readItemById,
  replaceOne,
  upsertOne,
} from "./items/items.ts";
export { deletePartition } from "./items/logical-partition-deletion.ts";
export { parsePatch, patchOne } from "./items/patch.ts";
export { KEPT_QUERY_LIMITS } from "./queries/kept-limits.ts";
export {
  isOwnContinuation,
  type QueryAnswer,
  type QueryOptions,
  type QueryText,
  runQuery,
} from "./queries/queries.ts";
export { PIPELINE_FEATURES, planQuery } from "./queries/query-plans.ts";
export { partitionsInScope, type RequestScope, withoutRetiredRange } from "./queries/query-scope.ts";
export type { ThrottleMode } from "./spending/metering.ts";
export { throughputOf } from "./spending/offers.ts";
export {
  keyFigures,
  partitionFigures,
  partitionHistories,
  partitionStatistics,
} from "./topology/partition-figures.ts";
export type { SplitPoint } from "./topology/split-point.ts";
export { FormatError } from "./upkeep/format.ts";
export { sweepEngine } from "./upkeep/sweep.ts";
