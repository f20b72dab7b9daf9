/**
 * Spaces as stretches of one line of keys: a full key is the space's number, 4 bytes big-endian, then the key.
 * On disk: do not change.
 */
import assert from "node:assert/strict";
import type { KeyRange } from "./key-range.ts";

export const SPACE_BYTES = 4;

/** The last number is left out so that every space has a next one to end at. */
const SPACE_MAX = 0xffff_fffe;

export function spaceKey(space: number, key: Uint8Array): Buffer {
  assertSpace(space);
  const full = Buffer.allocUnsafe(SPACE_BYTES + key.length);
  writeSpace(full, 0, space);
  full.set(key, SPACE_BYTES);
  return full;
}

export function spaceOf(full: Buffer): number {
  return full.readUInt32BE(0);
}

/** The bounds of a range of one space, both of them present, as full keys. */
export function spaceRange(space: number, range: KeyRange): { from: Buffer; to: Buffer } {
  return {
    from: range.from === undefined ? spaceStart(space) : spaceKey(space, range.from),
    to: range.to === undefined ? spaceEnd(space) : spaceKey(space, range.to),
  };
}

function spaceStart(space: number): Buffer {
  assertSpace(space);
  const bytes = Buffer.allocUnsafe(SPACE_BYTES);
  writeSpace(bytes, 0, space);
  return bytes;
}

function spaceEnd(space: number): Buffer {
  const bytes = spaceStart(space);
  bytes.writeUInt32BE(space + 1, 0);
  return bytes;
}

export function assertSpace(space: number): void {
  const isSpace = Number.isInteger(space) && space >= 0 && space <= SPACE_MAX;
  // The sentence is made only where it is told.
  if (!isSpace) assert.fail(`no such space: ${space}`);
}

export function writeSpace(bytes: Buffer, at: number, space: number): void {
  bytes[at] = space >>> 24;
  bytes[at + 1] = space >>> 16;
  bytes[at + 2] = space >>> 8;
  bytes[at + 3] = space;
}
