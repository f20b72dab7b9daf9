/** Which partition of a container a request seems to be about, by the catalogue alone: the engine itself decides later. */
import type { JsonObject } from "@orrerydb/exact-json";
import { type Epk, effectivePartitionKey, type PartitionKeyComponent } from "@orrerydb/keys/hash";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey } from "../catalog/partition-key.ts";
import { stateOf } from "./container-state.ts";

/** As the request names it. */
export interface AskedPart {
  readonly key?: readonly PartitionKeyComponent[] | undefined;
  readonly rangeId?: string | undefined;
  /** The first effective key of a range. */
  readonly epk?: Epk | undefined;
}

interface PartitionTable {
  readonly partitionKey: PartitionKey;
  /** In order of their ranges. */
  readonly partitions: readonly { readonly id: string; readonly min: Epk; readonly space: number }[];
}

const tables = new WeakMap<Resource, PartitionTable>();

/** The key spaces of its partitions, in order of their ranges. */
export function partitionSpaces(container: Resource): readonly number[] {
  return tableOf(container).partitions.map(({ space }) => space);
}

/** The key space of the partition that a request names; of the first, where it names none that there is. */
export function askedPartition(container: Resource, asked: (() => AskedPart) | undefined): number {
  const table = tableOf(container);
  const { partitions } = table;
  const named = partitions.length === 1 || asked === undefined ? undefined : namedPartition(table, asked());
  return (named ?? partitions[0]!).space;
}

function namedPartition(table: PartitionTable, { key, rangeId, epk }: AskedPart) {
  const { partitions } = table;
  if (rangeId !== undefined) return partitions.find(({ id }) => id === rangeId);
  const place = key === undefined ? epk : epkOf(table, key);
  return place === undefined ? undefined : partitions.findLast(({ min }) => min <= place);
}

function epkOf({ partitionKey }: PartitionTable, key: readonly PartitionKeyComponent[]): Epk | undefined {
  try {
    const isPart = key.length > 0 && key.length < partitionKey.paths.length;
    return isPart ? effectivePartitionKey(key, partitionKey) : partitionKey.epk(partitionKey.checkFull(key));
  } catch (error) {
    // It is refused where it is served, wherever that is.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function tableOf(container: Resource): PartitionTable {
  let table = tables.get(container);
  if (table === undefined) {
    const partitions = stateOf(container)
      .partitions.map(({ id, min, space }) => ({ id: String(id), min, space }))
      .sort((a, b) => (a.min < b.min ? -1 : 1));
    table = { partitionKey: PartitionKey.of(container.body.partitionKey as JsonObject), partitions };
    tables.set(container, table);
  }
  return table;
}
