/**
 * From a request's scope to rows: which physical partitions it touches, and which logical partitions inside
 * each. A scope is one logical partition, a prefix of a hierarchical key, a hash range, or everything.
 */
import { compareEpk, epkRangeOfPrefix, type PartitionKeyComponent } from "@orrerydb/keys/hash";
import { logicalKey } from "../../store/key-layout.ts";
import type { Reader } from "../../store/key-value.ts";
import { decodeLogicalRecord, type LogicalRecord } from "../../store/logical-record.ts";
import { PartitionRows, type RowScope } from "../../store/partition-rows.ts";
import type { Container } from "../container/container.ts";
import {
  type EpkRange,
  intersect,
  isEmpty,
  isWithin,
  type PhysicalPartition,
  WHOLE_RANGE,
} from "../container/partition-map.ts";

export interface RequestScope {
  /** A full key or the first levels of a hierarchical one. */
  readonly key?: readonly PartitionKeyComponent[] | undefined;
  /** One physical partition; unknown ids are refused as gone. */
  readonly rangeId?: string | undefined;
  readonly epkRange?: EpkRange | undefined;
}

/** A part of a physical partition. */
export interface ScopedPartition {
  readonly partition: PhysicalPartition;
  readonly range: EpkRange;
  /** Where a filter pins keys: the parts of the range that hold them, none overlapping another. */
  readonly pinned?: readonly EpkRange[];
}

export function scopeRange(container: Container, scope: RequestScope): EpkRange {
  const { partitionKey } = container;
  let range = scope.epkRange ?? WHOLE_RANGE;
  if (scope.key !== undefined) {
    const isFull = scope.key.length === 0 || scope.key.length === partitionKey.paths.length;
    const components = isFull ? partitionKey.checkFull(scope.key) : partitionKey.checkPrefix(scope.key);
    range = intersect(range, epkRangeOfPrefix(components, partitionKey));
  }
  return range;
}

/**
 * A request that names a range which was split or merged away is refused as gone, and most clients then read the
 * ranges again. One of a client that does not follow splits is served from wherever that part of the container is now.
 */
export function asServed<Scope extends RequestScope>(
  container: Container,
  scope: Scope,
  followsSplits: boolean,
): Scope {
  if (followsSplits || scope.rangeId === undefined) return scope;
  const retired = container.map.retiredRange(scope.rangeId);
  if (retired === undefined) return scope;
  const { rangeId: _, ...rest } = scope;
  return { ...rest, epkRange: intersect(retired, scope.epkRange ?? WHOLE_RANGE) } as Scope;
}

/** The partitions that a scope touches, in range order. */
export function partitionsInScope(container: Container, scope: RequestScope): ScopedPartition[] {
  const range = scopeRange(container, scope);
  const named = scope.rangeId === undefined ? undefined : container.map.byId(scope.rangeId);
  const partitions = named === undefined ? container.map.overlapping(range) : [named];
  return partitions.map((partition) => ({ partition, range: intersect(partition, range) }));
}

/** The rows of a part of a partition: all, or those of the logical partitions in the range. */
export async function openRows(
  container: Container,
  { partition, range, pinned }: ScopedPartition,
  reader: Reader = container.context.kv,
): Promise<PartitionRows> {
  const { store } = partition;
  const scope: RowScope =
    pinned === undefined && isWithin(partition, range)
      ? { items: store.summary.items }
      : {
          ...(await logicalScope(
            reader,
            store.space,
            pinned?.map((part) => intersect(part, range)) ?? [range],
          )),
          partitionItems: store.summary.items,
        };
  return new PartitionRows(reader, store.space, scope, container.visibilityIn(store));
}

export async function logicalScope(
  reader: Reader,
  space: number,
  ranges: readonly EpkRange[],
): Promise<RowScope & { logicalNumbers: number[] }> {
  const records: LogicalRecord[] = [];
  const add = (value: Buffer) => records.push(decodeLogicalRecord(value));
  for (const range of ranges) {
    if (isEmpty(range)) continue;
    const { min, max } = range;
    // A full key is no prefix of another: where it has a record, there is no other in its range.
    const only = isRangeOfPrefix(range) ? await reader.get(space, logicalKey(min)) : undefined;
    if (only !== undefined) {
      add(only);
      continue;
    }
    for await (const rows of reader.scan(space, { from: logicalKey(min), to: logicalKey(max) })) {
      for (const { value } of rows) add(value);
    }
  }
  records.sort((a, b) => a.number - b.number);
  return {
    logicalNumbers: records.map(({ number }) => number),
    sequences: records.map(({ nextSequence }) => nextSequence),
    items: records.reduce((sum, record) => sum + record.items, 0),
  };
}

/** As `epkRangeOfPrefix` makes them. */
function isRangeOfPrefix({ min, max }: EpkRange): boolean {
  return (
    max.length === min.length + 1 &&
    max[min.length] === 0xff &&
    compareEpk(min, max.subarray(0, min.length)) === 0
  );
}
