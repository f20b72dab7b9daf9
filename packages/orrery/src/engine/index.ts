/** The engine's front door: what gateways and commands use of it. */
export type { PlainKind, Resource } from "./catalog/catalog.ts";
export type { OwnerNames } from "./catalog/resource-tree.ts";
export type { AnswerSource, RangeSeen } from "./container/answer-source.ts";
export { type AskedPart, askedPartition, partitionSpaces } from "./container/asked-partition.ts";
export type { ContainerNames } from "./container/container-names.ts";
export type { ContainerAddress, ContainerPart } from "./container/open-containers.ts";
export type { RequestTerms } from "./container/request-terms.ts";
export { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "./container/storage-limits.ts";
export { Engine, type EngineOperations } from "./engine.ts";
export type { ChangeFeedRequest } from "./feeds/change-feed-page.ts";
export type { SamplePart } from "./feeds/sample-items.ts";
export type { Environment } from "./ground/environment.ts";
export {
  type OwnedContainer,
  type Ownership,
  ServedElsewhere,
  type SpenderElsewhere,
  type Spent,
} from "./ground/ownership.ts";
export type { BatchAnswer } from "./items/batch.ts";
export {
  answersItem,
  type BatchOperation,
  type OperationResult,
} from "./items/batch-operation.ts";
export type { ClientItemRequest } from "./items/item-operations.ts";
export type { ItemAnswer } from "./items/items.ts";
export { KEPT_QUERY_LIMITS } from "./queries/kept-limits.ts";
export type { QueryAnswer, QueryText } from "./queries/query-container.ts";
export type { RequestScope } from "./queries/query-scope.ts";
export type { ContainerQuota } from "./resources/container-quota.ts";
export type { ReplicaAddress } from "./resources/containers.ts";
export type { AskedAccess, Grant, GrantableKind } from "./resources/grants.ts";
export type { OfferAnswer } from "./resources/offers.ts";
export type { SpendingAsked } from "./resources/partitions.ts";
export type { ResourceOwner } from "./resources/plain-resources.ts";
export type {
  ResourceAnswer,
  ResourceList,
  ResourcePageRequest,
} from "./resources/resource-answers.ts";
export { AccountConsistency } from "./spending/account-consistency.ts";
export type { ThroughputRequest } from "./spending/offer-content.ts";
export { THROTTLE_MODES, type ThrottleMode } from "./spending/throttle-mode.ts";
export { UNMETERED_CHARGES } from "./spending/unmetered-charges.ts";
export { PARTITIONS_MAX } from "./topology/partition-topology.ts";
export type { SplitPoint } from "./topology/split-point.ts";
export type { Loss } from "./upkeep/restore-containers.ts";
export { sweepEngine } from "./upkeep/sweep.ts";
