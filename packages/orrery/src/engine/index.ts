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
export { type BatchAnswer, runBatch } from "./batch.ts";
export type { BatchOperation, OperationKind, OperationResult } from "./batch-operation.ts";
export { runBulk } from "./bulk.ts";
export type { Resource, ResourceKind } from "./catalog.ts";
export type { Container } from "./container.ts";
export { Engine, type EngineOptions } from "./engine.ts";
export type { ClockControl, Environment } from "./environment.ts";
export { type ChangeFeedRequest, readFeed, readLatestChanges } from "./feeds.ts";
export { FormatError } from "./format.ts";
export {
  createOne,
  deleteOne,
  type ItemAnswer,
  type ItemRequest,
  locateItem,
  readItemById,
  replaceOne,
  upsertOne,
} from "./items.ts";
export type { ThrottleMode } from "./metering.ts";
export { throughputOf } from "./offers.ts";
export { deletePartition } from "./partition-deletion.ts";
export {
  keyFigures,
  partitionFigures,
  partitionHistories,
  partitionStatistics,
} from "./partition-figures.ts";
export { fromHexRange, type PhysicalPartition } from "./partition-map.ts";
export { parsePatch, patchOne } from "./patch.ts";
export { SCRIPTS_MAX, type ScriptKind } from "./plain-resources.ts";
export {
  isOwnContinuation,
  type QueryAnswer,
  type QueryOptions,
  type QueryText,
  runQuery,
} from "./queries.ts";
export { PIPELINE_FEATURES, planQuery } from "./query-plans.ts";
export { queryResources } from "./resource-queries.ts";
export type { PlainKind } from "./resource-tree.ts";
export { partitionsInScope, type RequestScope, withoutRetiredRange } from "./row-sources.ts";
export type { SplitPoint } from "./split-point.ts";
export { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "./storage-limits.ts";
export { sweepEngine } from "./sweep.ts";
export { readAllVersions } from "./version-feed.ts";
