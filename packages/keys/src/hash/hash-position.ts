/*
 * Where an effective partition key lies in the hash space, as a number from 0 to 1: for pictures, which have no use for
 * more digits. Partition boundaries have such a position too.
 */

import { type Epk, epkBytes } from "./epk.ts";
import type { HashVersion } from "./epk-range.ts";

/** Version 2 uses 126 bits: the first byte is at most 3F. */
const V2_SPAN = 2 ** 30;
const V1_SPAN = 2 ** 32;
const BITS_OF_NUMBER = 64;

const double = new DataView(new ArrayBuffer(8));

export function hashPosition(epk: Epk, version: HashVersion): number {
  if (epk === "") return 0;
  if (epk.startsWith("FF")) return 1;
  return Math.min(1, version === 1 ? hashOfV1(epkBytes(epk)) / V1_SPAN : leadingBits(epk) / V2_SPAN);
}

function leadingBits(epk: Epk): number {
  return Number.parseInt(epk.slice(0, 8).padEnd(8, "0"), 16);
}

/** Version 1 begins with the hash as an ordered number: a marker, eight bits, then seven with a low bit while more follow. */
function hashOfV1(bytes: Uint8Array): number {
  let high = 0;
  let low = 0;
  let count = 0;
  const push = (bits: number, size: number) => {
    for (let bit = size - 1; bit >= 0 && count < BITS_OF_NUMBER; bit--, count++) {
      const value = (bits >> bit) & 1;
      if (count < 32) high = (high | (value << (31 - count))) >>> 0;
      else low = (low | (value << (63 - count))) >>> 0;
    }
  };
  push(bytes[1] ?? 0, 8);
  for (let index = 2; index < bytes.length; index++) {
    push(bytes[index]! >> 1, 7);
    if ((bytes[index]! & 1) === 0) break;
  }
  double.setUint32(0, (high ^ 0x80000000) >>> 0);
  double.setUint32(4, low);
  const hash = double.getFloat64(0);
  return hash > 0 ? hash : 0;
}
