/**
 * Where to divide a partition: in the middle of its hash range, at a given effective partition key, or so that both
 * halves hold about as many bytes. A logical partition has one EPK and is therefore never divided; a prefix of a
 * hierarchical key may be.
 */
import { type Epk, epkBytes, HASH_DIGITS, midpoint, parseEpk } from "@orrerydb/keys/hash";
import { Failure } from "../../value/failure.ts";
import type { PartitionKey } from "../catalog/partition-key.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";

export type SplitPoint = "midpoint" | "data" | { readonly epk: Epk };

/** Every key lies between: a hash of version 1 is a 32-bit number with its marker, one of version 2 has 126 bits. */
const KEYS = {
  1: { first: parseEpk("058000"), end: parseEpk("05C1F0") },
  2: { first: parseEpk("00"), end: parseEpk("40") },
} as const;

/** Strictly inside the partition's range. */
export async function findSplitPoint(
  partitionKey: PartitionKey,
  partition: PhysicalPartition,
  wanted: SplitPoint,
): Promise<Epk> {
  if (wanted === "midpoint")
    return middleOf(partitionKey, partition) ?? indivisible(partition, "holds a single hash");
  if (wanted === "data")
    return (
      (await middleOfData(partitionKey, partition)) ?? indivisible(partition, "holds fewer than two keys")
    );
  return checkedPoint(partitionKey, partition, wanted.epk);
}

/** Undefined when the range holds a single hash. */
export function middleOf(partitionKey: PartitionKey, { min, max }: PhysicalPartition): Epk | undefined {
  const { kind, version, paths } = partitionKey;
  const middle = midpoint(min, max, kind === "MultiHash" ? 2 : version);
  if (middle === undefined) return undefined;
  // A boundary with more levels than the keys have would divide nothing.
  return version === 2 && middle.length > paths.length * HASH_DIGITS ? undefined : middle;
}

/** The boundary between two logical partitions that is nearest to half of the bytes. */
async function middleOfData(
  partitionKey: PartitionKey,
  { store }: PhysicalPartition,
): Promise<Epk | undefined> {
  const half = store.summary.bytes / 2;
  let before = 0;
  let previous: Epk | undefined;
  let best: { readonly distance: number; readonly boundary: Epk } | undefined;
  scan: for await (const some of store.logicalPartitions()) {
    for (const { epk, bytes } of some) {
      if (previous !== undefined) {
        const distance = Math.abs(before - half);
        if (best !== undefined && distance >= best.distance) break scan;
        best = { distance, boundary: boundaryBetween(partitionKey, previous, epk) };
      }
      before += bytes;
      previous = epk;
    }
  }
  return best?.boundary;
}

/** The shortest beginning of `next`, in whole levels, that comes after `previous`. */
function boundaryBetween(partitionKey: PartitionKey, previous: Epk, next: Epk): Epk {
  const lengths = partitionKey.version === 2 ? [HASH_DIGITS, 2 * HASH_DIGITS] : [lengthOfHashV1(next)];
  for (const length of lengths) {
    const beginning = next.slice(0, length) as Epk;
    if (beginning > previous) return beginning;
  }
  return next;
}

/** In digits: a marker and eight bits, then seven bits to a byte, with a low bit while more follow. */
function lengthOfHashV1(epk: Epk): number {
  const bytes = epkBytes(epk);
  let length = 2;
  while (length < bytes.length && (bytes[length]! & 1) === 1) length++;
  return 2 * (length + 1);
}

function checkedPoint(partitionKey: PartitionKey, { state, min, max }: PhysicalPartition, epk: Epk): Epk {
  const isInside = min < epk && epk < max;
  if (!isInside || (partitionKey.version === 2 && epk.length > partitionKey.paths.length * HASH_DIGITS)) {
    throw new Failure(
      "badRequest",
      `Partition ${state.id} cannot be split at '${epk}': give an effective partition key in hexadecimal between '${state.min}' and '${state.max}'.`,
    );
  }
  const { first, end } = KEYS[partitionKey.version];
  if (epk <= first || epk >= end) {
    throw new Failure(
      "badRequest",
      `Partition ${state.id} cannot be split at '${epk}': all effective partition keys are between '${first}' and '${end}', so one half could never hold anything.`,
    );
  }
  return epk;
}

function indivisible({ id }: PhysicalPartition, why: string): never {
  throw new Failure("conflict", `Partition ${id} cannot be split: it ${why}.`);
}
