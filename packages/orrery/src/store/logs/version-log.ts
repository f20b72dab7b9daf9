/**
 * The version log: every create, replace and delete of a partition with the item before and after, in commit order,
 * for the change feed of all versions. It is written only while the container keeps versions, in the transaction of
 * the write itself, and trimmed from its beginning when the retention has passed. The partition's summary says after
 * which LSN it is complete.
 */

import { type Epk, epkByteLength, epkBytes, epkOfBytes } from "@orrerydb/keys/hash";
import type { Reader } from "../../kv/key-value-store.ts";
import { toByteString, writeByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { Kind, lsnOfLogKey, REF_BYTES, rangeOfKind, versionKey } from "../records/key-layout.ts";
import { readSummary } from "../records/logical-record.ts";
import { largeEntries } from "./change-log.ts";

type VersionOperation = "create" | "replace" | "delete";

/** A version before it is committed. */
export interface NewVersion {
  readonly operation: VersionOperation;
  readonly current?: StoredItem;
  readonly previous?: StoredItem;
  /** Deleted because its time to live had passed. */
  readonly expired: boolean;
}

export interface ItemVersion {
  readonly operation: VersionOperation;
  readonly expired: boolean;
  readonly lsn: number;
  /** Seconds since 1970. */
  readonly committedAt: number;
  /** 0 when there was no item before. */
  readonly previousLsn: number;
  readonly ref: ItemRef;
  readonly epk: Epk;
  /** JSON; absent after a delete. */
  readonly current?: Buffer;
  /** JSON; absent before a create. */
  readonly previous?: Buffer;
}

// On disk: do not change.
const FORMAT = 1;
const OPERATIONS: readonly VersionOperation[] = ["create", "replace", "delete"];
const FLAG_EXPIRED = 1;
const OFFSET = {
  format: 0,
  operation: 1,
  flags: 2,
  epkLength: 3,
  committedAt: 4,
  previousLsn: 8,
  currentLength: 14,
  ref: 18,
  epk: 18 + REF_BYTES,
} as const;
const NOTHING = Buffer.alloc(0);

export function encodeVersion(version: NewVersion, lsn: number, committedAt: number): Buffer {
  const { operation, current, previous, expired } = version;
  const { ref, epk } = (current ?? previous)!;
  // An item that was written earlier in the same transaction has no LSN yet: it is this one.
  const previousLsn = previous === undefined ? 0 : previous.lsn || lsn;
  const header = Buffer.alloc(OFFSET.epk);
  header[OFFSET.format] = FORMAT;
  header[OFFSET.operation] = OPERATIONS.indexOf(operation);
  header[OFFSET.flags] = expired ? FLAG_EXPIRED : 0;
  header[OFFSET.epkLength] = epkByteLength(epk);
  header.writeUInt32BE(committedAt, OFFSET.committedAt);
  header.writeUIntBE(previousLsn, OFFSET.previousLsn, 6);
  header.writeUInt32BE(current?.size ?? 0, OFFSET.currentLength);
  writeByteString(ref, header, OFFSET.ref);
  return Buffer.concat([header, epkBytes(epk), current?.json ?? NOTHING, previous?.json ?? NOTHING]);
}

export function decodeVersion(key: Buffer, value: Buffer): ItemVersion {
  const format = value[OFFSET.format];
  if (format !== FORMAT)
    throw new Corruption(`A version of an item is stored in the unknown format ${format}.`);
  if (value.length < OFFSET.epk) throw new Corruption("A version of an item is too short.");
  const currentAt = OFFSET.epk + value[OFFSET.epkLength]!;
  const previousAt = currentAt + value.readUInt32BE(OFFSET.currentLength);
  const operation = OPERATIONS[value[OFFSET.operation]!];
  if (operation === undefined || previousAt > value.length) {
    throw new Corruption("A version of an item cannot be what was written.");
  }
  return {
    operation,
    expired: (value[OFFSET.flags]! & FLAG_EXPIRED) !== 0,
    lsn: lsnOfLogKey(key),
    committedAt: value.readUInt32BE(OFFSET.committedAt),
    previousLsn: value.readUIntBE(OFFSET.previousLsn, 6),
    ref: toByteString(value, OFFSET.ref, OFFSET.epk),
    epk: epkOfBytes(value, OFFSET.epk, currentAt),
    ...(previousAt > currentAt ? { current: value.subarray(currentAt, previousAt) } : {}),
    ...(value.length > previousAt ? { previous: value.subarray(previousAt) } : {}),
  };
}

export interface VersionRequest {
  readonly afterLsn: number;
  readonly itemsMax: number;
  readonly bytesMax: number;
  /** To look at, reported or not; a large one counts as several. */
  readonly entriesMax: number;
  accepts(version: ItemVersion): boolean;
}

export interface Versions {
  readonly versions: readonly ItemVersion[];
  /** Everything up to here has been read. */
  readonly lsn: number;
  /** Whether the log goes on after it. */
  readonly hasMore: boolean;
  /** Entries that were looked at, those of the versions included. */
  readonly entries: number;
  /** When the first version after `afterLsn` was committed, in scope or not; undefined: there is none. */
  readonly oldestAt: number | undefined;
}

/** Undefined when versions after `afterLsn` are not kept any more, or never were. */
export async function readVersions(
  reader: Reader,
  space: number,
  request: VersionRequest,
): Promise<Versions | undefined> {
  // Read before the log, so that a commit in between is not passed over.
  const summary = await readSummary(reader, space);
  const { afterLsn } = request;
  if (afterLsn < summary.versionsAfter) return undefined;
  const versions: ItemVersion[] = [];
  let oldestAt: number | undefined;
  let size = 0;
  let entries = 0;
  let lsn = afterLsn;
  const range = { from: versionKey(afterLsn + 1, 0), to: Buffer.of(Kind.version + 1) };
  for await (const rows of reader.scan(space, range)) {
    for (const { key, value } of rows) {
      const version = decodeVersion(key, value);
      oldestAt ??= version.committedAt;
      const isFull =
        versions.length >= request.itemsMax || size >= request.bytesMax || entries >= request.entriesMax;
      if (version.lsn !== lsn && isFull) return { versions, lsn, hasMore: true, entries, oldestAt };
      lsn = version.lsn;
      entries += 1 + largeEntries(value.length);
      if (!request.accepts(version)) continue;
      versions.push(version);
      size += value.length;
    }
  }
  return { versions, lsn: Math.max(lsn, summary.lsn), hasMore: false, entries, oldestAt };
}

/** At most this many are removed at once, and the rest of their transaction. */
const TRIM_VERSIONS = 1_000;

/** Removes versions that were committed before a time; returns how many. */
export async function trimVersions(
  partition: { maintain(work: () => Promise<void>): Promise<boolean> },
  own: PartitionSpace,
  beforeSeconds: number,
): Promise<number> {
  if (!own.mayHaveVersions) return 0;
  const { kv, space } = own;
  const keys: Buffer[] = [];
  let trimmedLsn = 0;
  // A transaction that writes a version meanwhile sets it again.
  own.noteVersions(false);
  scan: for await (const rows of kv.scan(space, rangeOfKind(Kind.version))) {
    own.noteVersions(true);
    for (const { key, value } of rows) {
      const { lsn, committedAt } = decodeVersion(key, value);
      if (lsn !== trimmedLsn && (committedAt >= beforeSeconds || keys.length >= TRIM_VERSIONS)) break scan;
      trimmedLsn = lsn;
      keys.push(key);
    }
  }
  if (keys.length === 0) return 0;
  const isDone = await partition.maintain(() =>
    kv.transact(`versions:${space}`, async (transaction) => {
      for (const key of keys) transaction.delete(space, key);
      transaction.beforeCommit(() => own.trimmed(transaction, trimmedLsn));
    }),
  );
  return isDone ? keys.length : 0;
}
