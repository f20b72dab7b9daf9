/** Where keys and partitions lie in the hash space, from 0 to 1: computed here, with the library that the server uses. */
import {
  effectivePartitionKey,
  type HashVersion,
  hashPosition,
  isPartitionKeyComponent,
  type PartitionKeyComponent,
  parseEpk,
} from "@orrerydb/keys/hash";
import type { PartitionFigures, PartitionKeyDefinition } from "orrerydb/control-api";

export interface PlacedPartition extends PartitionFigures {
  readonly from: number;
  readonly to: number;
}

export function hashVersion(definition: PartitionKeyDefinition): HashVersion {
  return definition.version === 2 ? 2 : 1;
}

export function placePartitions(
  partitions: readonly PartitionFigures[],
  definition: PartitionKeyDefinition,
): PlacedPartition[] {
  const version = hashVersion(definition);
  return partitions
    .map((partition) => ({
      ...partition,
      from: hashPosition(parseEpk(partition.minInclusive), version),
      to: hashPosition(parseEpk(partition.maxExclusive), version),
    }))
    .sort((a, b) => a.from - b.from);
}

export interface PlacedKey {
  readonly epk: string;
  readonly position: number;
}

/** Undefined for what is no whole key, such as the beginning of a long one. */
export function placeKey(key: string, definition: PartitionKeyDefinition): PlacedKey | undefined {
  try {
    return placeComponents(JSON.parse(key) as unknown[], definition);
  } catch {
    return undefined;
  }
}

export function placeComponents(values: readonly unknown[], definition: PartitionKeyDefinition): PlacedKey {
  const components: PartitionKeyComponent[] = values.map((value) =>
    isPartitionKeyComponent(value) ? value : undefined,
  );
  const { paths, kind } = definition;
  const version = hashVersion(definition);
  const epk = effectivePartitionKey(components, {
    paths: [...paths],
    kind: kind === "MultiHash" ? "MultiHash" : "Hash",
    version,
  });
  return { epk, position: hashPosition(epk, version) };
}

/** Boundaries are exact in hexadecimal: positions are for pictures. */
export function holderOf(epk: string, partitions: readonly PlacedPartition[]): PlacedPartition | undefined {
  return partitions.findLast(({ minInclusive }) => minInclusive <= epk);
}

export interface SizedRing {
  readonly partitions: readonly PlacedPartition[];
  /** Where a place of the hash space lies on it. */
  readonly place: (position: number) => number;
}

/** Even an empty partition has this part of a fair share, so that it can be seen. */
const SEEN_PART = 0.25;

/** The ring with arcs as long as partitions are full, in the order of the hash space. */
export function sizedByStorage(partitions: readonly PlacedPartition[]): SizedRing {
  const total = partitions.reduce((sum, { storageBytes }) => sum + storageBytes, 0);
  const least = (SEEN_PART * total) / partitions.length;
  const weights = partitions.map(({ storageBytes }) => (total === 0 ? 1 : Math.max(least, storageBytes)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let end = 0;
  const sized = partitions.map((partition, i) => {
    const from = end;
    end += weights[i]! / all;
    return { ...partition, from, to: end };
  });
  const place = (position: number) => {
    const at = Math.max(
      0,
      partitions.findLastIndex(({ from }) => from <= position),
    );
    const [before, after] = [partitions[at], sized[at]];
    if (before === undefined || after === undefined) return position;
    const part = (position - before.from) / (before.to - before.from);
    return after.from + part * (after.to - after.from);
  };
  return { partitions: sized, place };
}
