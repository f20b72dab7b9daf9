/**
 * From a request's scope to rows: which physical partitions it touches, and which logical partitions inside
 * each. A scope is one logical partition, a prefix of a hierarchical key, a hash range, or everything.
 */
import {
  type EpkRange,
  epkRangeOfPrefix,
  intersectEpkRanges,
  isWithinEpkRange,
  type PartitionKeyComponent,
  WHOLE_EPK_RANGE,
} from "@orrerydb/keys/hash";
import type { PartitionRows } from "../../store/scans/partition-rows.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";

export interface RequestScope {
  /** A full key or the first levels of a hierarchical one. */
  readonly key?: readonly PartitionKeyComponent[] | undefined;
  /** One physical partition; unknown ids are refused as gone. */
  readonly rangeId?: string | undefined;
  readonly epkRange?: EpkRange | undefined;
  /** Whether the client reads the ranges again when it is told that one is gone; absent: it does. */
  readonly followsSplits?: boolean | undefined;
}

/** A part of a physical partition. */
export interface ScopedPartition {
  readonly partition: PhysicalPartition;
  readonly range: EpkRange;
  /** Where a filter pins keys: the parts of the range that hold them, none overlapping another. */
  readonly pinned?: readonly EpkRange[];
}

function scopeRange({ partitionKey }: CurrentDefinition, scope: RequestScope): EpkRange {
  let range = scope.epkRange ?? WHOLE_EPK_RANGE;
  if (scope.key !== undefined) {
    const isFull = scope.key.length === 0 || scope.key.length === partitionKey.paths.length;
    const components = isFull ? partitionKey.checkFull(scope.key) : partitionKey.checkPrefix(scope.key);
    range = intersectEpkRanges(range, epkRangeOfPrefix(components, partitionKey));
  }
  return range;
}

/**
 * The partitions that a scope touches, in range order. A range that was split or merged away is refused as gone, and most
 * clients then read the ranges again. For a client that does not, it is served from wherever that part of the container is
 * now. Both are decided by the map of this call: the map of a moment before may still have the range.
 */
export function partitionsInScope(
  { definition, partitions: { map } }: Container,
  scope: RequestScope,
): ScopedPartition[] {
  const { rangeId, followsSplits = true } = scope;
  const requested = scopeRange(definition, scope);
  const retired = rangeId === undefined || followsSplits ? undefined : map.retiredRange(rangeId);
  const range = retired === undefined ? requested : intersectEpkRanges(retired, requested);
  const isNamed = rangeId !== undefined && retired === undefined;
  const touched = isNamed ? [map.byId(rangeId)] : map.overlapping(range);
  return touched.map((partition) => ({ partition, range: intersectEpkRanges(partition, range) }));
}

/** The rows of a part of a partition: all, or those of the logical partitions in the range. */
export function openRows(
  { partition, range, pinned }: ScopedPartition,
  moment?: Moment,
): Promise<PartitionRows> {
  if (pinned === undefined && isWithinEpkRange(partition, range))
    return partition.store.rows(undefined, moment);
  return partition.store.rows(pinned?.map((part) => intersectEpkRanges(part, range)) ?? [range], moment);
}
