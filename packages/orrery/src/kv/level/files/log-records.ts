/**
 * LevelDB's log format, of the write-ahead log and of the manifest: blocks of 32 KB, and in them fragments with a
 * checksum, of which one or several make a record (doc/log_format.md of LevelDB).
 *
 * LevelDB itself goes on after a bad fragment, or takes it for the end, and says nothing. Here the two are told apart:
 *
 * - Where another record begins after a bad fragment, or where the bytes are all there and only the length is not theirs,
 *   it is damage.
 * - Where none begins, it is a tail: what a power cut leaves of the last write, or damage to that write. Parts of the
 *   same record may follow, since a disk may have written its last sectors first.
 */
import { crc32c, crcOfPrefixes, unmaskedCrc } from "./crc32c.ts";

const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
/** The kinds of fragments; 3 is one in the middle of a record. */
const FULL = 1;
const FIRST = 2;
const LAST = 4;

export interface LogStretch {
  readonly offset: number;
  readonly bytes: number;
}

export interface LogContent {
  /** In order, without those that are damaged. */
  readonly records: readonly Buffer[];
  /** What is lost for certain. */
  readonly damage: readonly LogStretch[];
  /** The end, if it is no whole record. */
  readonly tail: LogStretch | undefined;
}

interface Fragment {
  readonly type: number;
  readonly payload: Buffer;
  readonly end: number;
}

export function readLog(log: Buffer): LogContent {
  const records: Buffer[] = [];
  const damage: LogStretch[] = [];
  let parts: Buffer[] = [];
  let begin: number | undefined;
  let at = 0;
  const lose = (offset: number, end: number) => {
    damage.push({ offset: begin ?? offset, bytes: end - (begin ?? offset) });
    begin = undefined;
  };
  for (;;) {
    at = skipFiller(log, at);
    if (at >= log.length) break;
    const fragment = fragmentAt(log, at);
    if (fragment === undefined) {
      const next = nextRecord(log, at + 1);
      if (next === undefined && !hasWrongLength(log, at)) break;
      lose(at, next ?? log.length);
      at = next ?? log.length;
      continue;
    }
    const { type, payload, end } = fragment;
    const isBegin = type === FULL || type === FIRST;
    if (isBegin && begin !== undefined) lose(begin, at);
    if (isBegin) [begin, parts] = [at, [payload]];
    else if (begin !== undefined) parts.push(payload);
    else if (damage.length === 0) lose(at, end);
    if (begin !== undefined && (type === FULL || type === LAST)) {
      records.push(Buffer.concat(parts));
      begin = undefined;
    }
    at = end;
  }
  const tailAt = begin ?? at;
  const tail = tailAt < log.length ? { offset: tailAt, bytes: log.length - tailAt } : undefined;
  return { records, damage, tail };
}

/** A header does not begin in the last six bytes of a block. */
function skipFiller(log: Buffer, at: number): number {
  const left = BLOCK_BYTES - (at % BLOCK_BYTES);
  return left < HEADER_BYTES ? Math.min(at + left, log.length) : at;
}

function fragmentAt(log: Buffer, at: number): Fragment | undefined {
  const blockEnd = Math.min(log.length, at - (at % BLOCK_BYTES) + BLOCK_BYTES);
  if (at + HEADER_BYTES > blockEnd) return undefined;
  const type = log[at + 6]!;
  const end = at + HEADER_BYTES + log.readUInt16LE(at + 4);
  if (type < FULL || type > LAST || end > blockEnd) return undefined;
  if (unmaskedCrc(log.readUInt32LE(at)) !== crc32c(log.subarray(at + 6, end))) return undefined;
  return { type, payload: log.subarray(at + HEADER_BYTES, end), end };
}

function nextRecord(log: Buffer, from: number): number | undefined {
  for (let at = from; at + HEADER_BYTES <= log.length; at++) {
    const type = log[at + 6];
    // The text of a document may hold an empty fragment by accident; no other checksum is met by one.
    const isEmpty = log[at + 4] === 0 && log[at + 5] === 0;
    if ((type === FULL || type === FIRST) && !isEmpty && fragmentAt(log, at) !== undefined) return at;
  }
  return undefined;
}

/** Whether the fragment is whole but for its length, so that LevelDB would take it for the end or for another one. */
function hasWrongLength(log: Buffer, at: number): boolean {
  const blockEnd = Math.min(log.length, at - (at % BLOCK_BYTES) + BLOCK_BYTES);
  if (at + HEADER_BYTES > blockEnd) return false;
  const type = log[at + 6]!;
  if (type < FULL || type > LAST) return false;
  const wanted = unmaskedCrc(log.readUInt32LE(at));
  return crcOfPrefixes(log.subarray(at + 6, blockEnd), (_, crc) => crc === wanted) !== undefined;
}
