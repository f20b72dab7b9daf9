/**
 * Where to divide a partition: in the middle of its hash range, at a given effective partition key, or so that both
 * halves hold about as many bytes. A logical partition has one EPK and is therefore never divided; a prefix of a
 * hierarchical key may be.
 */
import { compareEpk, fromHex, HASH_BYTES, midpoint, toHex } from "@orrerydb/keys/hash";
import { Failure } from "../../value/failure.ts";
import type { PartitionKey } from "../catalog/partition-key.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";

export type SplitPoint = "midpoint" | "data" | { readonly epk: Uint8Array };

/** Every key lies between: a hash of version 1 is a 32-bit number with its marker, one of version 2 has 126 bits. */
const KEYS = {
  1: { first: fromHex("058000"), end: fromHex("05C1F0") },
  2: { first: fromHex("00"), end: fromHex("40") },
} as const;

/** Strictly inside the partition's range. */
export async function findSplitPoint(
  partitionKey: PartitionKey,
  partition: PhysicalPartition,
  wanted: SplitPoint,
): Promise<Uint8Array> {
  if (wanted === "midpoint")
    return middleOf(partitionKey, partition) ?? indivisible(partition, "holds a single hash");
  if (wanted === "data")
    return (
      (await middleOfData(partitionKey, partition)) ?? indivisible(partition, "holds fewer than two keys")
    );
  return checkedPoint(partitionKey, partition, wanted.epk);
}

/** Undefined when the range holds a single hash. */
export function middleOf(
  partitionKey: PartitionKey,
  { min, max }: PhysicalPartition,
): Uint8Array | undefined {
  const { kind, version, paths } = partitionKey;
  const middle = midpoint(min, max, kind === "MultiHash" ? 2 : version);
  if (middle === undefined) return undefined;
  // A boundary with more levels than the keys have would divide nothing.
  return version === 2 && middle.length > paths.length * HASH_BYTES ? undefined : middle;
}

/** The boundary between two logical partitions that is nearest to half of the bytes. */
async function middleOfData(
  partitionKey: PartitionKey,
  { store }: PhysicalPartition,
): Promise<Uint8Array | undefined> {
  const half = store.summary.bytes / 2;
  let before = 0;
  let previous: Buffer | undefined;
  let best: { readonly distance: number; readonly boundary: Buffer } | undefined;
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
function boundaryBetween(partitionKey: PartitionKey, previous: Buffer, next: Buffer): Buffer {
  const lengths = partitionKey.version === 2 ? [HASH_BYTES, 2 * HASH_BYTES] : [lengthOfHashV1(next)];
  for (const length of lengths) {
    const beginning = next.subarray(0, length);
    if (Buffer.compare(beginning, previous) > 0) return beginning;
  }
  return next;
}

/** A marker and eight bits, then seven bits to a byte, with a low bit while more follow. */
function lengthOfHashV1(epk: Buffer): number {
  let length = 2;
  while (length < epk.length && (epk[length]! & 1) === 1) length++;
  return length + 1;
}

function checkedPoint(
  partitionKey: PartitionKey,
  { state, min, max }: PhysicalPartition,
  epk: Uint8Array,
): Uint8Array {
  const isInside = compareEpk(min, epk) < 0 && compareEpk(epk, max) < 0;
  if (!isInside || (partitionKey.version === 2 && epk.length > partitionKey.paths.length * HASH_BYTES)) {
    throw new Failure(
      "badRequest",
      `Partition ${state.id} cannot be split at '${toHex(epk)}': give an effective partition key in hexadecimal between '${state.min}' and '${state.max}'.`,
    );
  }
  const { first, end } = KEYS[partitionKey.version];
  if (compareEpk(epk, first) <= 0 || compareEpk(epk, end) >= 0) {
    throw new Failure(
      "badRequest",
      `Partition ${state.id} cannot be split at '${toHex(epk)}': all effective partition keys are between '${toHex(first)}' and '${toHex(end)}', so one half could never hold anything.`,
    );
  }
  return epk;
}

function indivisible({ id }: PhysicalPartition, why: string): never {
  throw new Failure("conflict", `Partition ${id} cannot be split: it ${why}.`);
}
