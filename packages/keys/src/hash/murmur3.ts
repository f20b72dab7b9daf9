/*
 * MurmurHash3 by Austin Appleby (public domain), the two variants that Cosmos uses, on 32-bit limbs.
 *
 * BigInt would be shorter, and takes twelve times as long. A 64-bit result is the returned low limb and the module
 * variable `high`; each function that sets `high` says so, and its caller reads it before the next call.
 */

let high = 0;

/** Low limb of the 64-bit product; sets `high`. */
function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  // Each of these sums stays below 2^32, so 32-bit wrapping arithmetic followed by >>> is exact.
  const upper = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0;
  const middle = (Math.imul(a0, b1) + (upper & 0xffff)) | 0;
  const carried = (Math.imul(a1, b1) + (upper >>> 16) + (middle >>> 16)) | 0;
  high = (carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
  return Math.imul(aLow, bLow);
}

/** Low limb of the 64-bit sum; sets `high`. */
function add(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const low = (aLow + bLow) | 0;
  high = (aHigh + bHigh + (low >>> 0 < aLow >>> 0 ? 1 : 0)) | 0;
  return low;
}

/** Low limb of value * 5 + constant, the step that ends each half block; sets `high`. */
function multiplyBy5AndAdd(valueHigh: number, valueLow: number, constant: number): number {
  const low = multiply(valueHigh, valueLow, 0, 5);
  return add(high, low, 0, constant);
}

/** The finaliser of 64 bits: every input bit reaches every output bit; returns low, sets `high`. */
function finalMix(valueHigh: number, valueLow: number): number {
  let low = valueLow ^ (valueHigh >>> 1);
  low = multiply(valueHigh, low, 0xff51afd7, 0xed558ccd);
  low ^= high >>> 1;
  low = multiply(high, low, 0xc4ceb9fe, 0x1a85ec53);
  return low ^ (high >>> 1);
}

/** Little-endian 32 bits at `offset`; bytes at or after `end` count as zero. */
function limbAt(bytes: Uint8Array, offset: number, end: number): number {
  if (offset + 4 <= end) {
    return (
      bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)
    );
  }
  let limb = 0;
  for (let index = offset; index < end; index++) limb |= bytes[index]! << ((index - offset) * 8);
  return limb;
}

/** MurmurHash3 x86 32 of the first `length` bytes, unsigned. */
export function murmur3x86of32(bytes: Uint8Array, length = bytes.length, seed = 0): number {
  let hash = seed | 0;
  for (let offset = 0; offset < length; offset += 4) {
    let block = Math.imul(limbAt(bytes, offset, length), 0xcc9e2d51);
    block = (block << 15) | (block >>> 17);
    hash ^= Math.imul(block, 0x1b873593);
    if (offset + 4 > length) break; // the tail is mixed in, but not stirred
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * MurmurHash3 x64 128 of the first `length` bytes, written to `out` as four 32-bit limbs, most significant
 * first within each half: h1 high, h1 low, h2 high, h2 low.
 */
export function murmur3x64of128(bytes: Uint8Array, length: number, out: Uint32Array, seed = 0): void {
  let h1High = 0;
  let h1Low = seed | 0;
  let h2High = 0;
  let h2Low = seed | 0;
  for (let offset = 0; offset < length; offset += 16) {
    // k1 = rotl(k1 * c1, 31) * c2
    let low = multiply(
      limbAt(bytes, offset + 4, length),
      limbAt(bytes, offset, length),
      0x87c37b91,
      0x114253d5,
    );
    let top = high;
    low = multiply((top << 31) | (low >>> 1), (low << 31) | (top >>> 1), 0x4cf5ad43, 0x2745937f);
    h1High ^= high;
    h1Low ^= low;
    // k2 = rotl(k2 * c2, 33) * c1; a rotation by 33 swaps the limbs and rotates by one
    low = multiply(
      limbAt(bytes, offset + 12, length),
      limbAt(bytes, offset + 8, length),
      0x4cf5ad43,
      0x2745937f,
    );
    top = high;
    low = multiply((low << 1) | (top >>> 31), (top << 1) | (low >>> 31), 0x87c37b91, 0x114253d5);
    const k2High = high;
    const k2Low = low;
    if (offset + 16 > length) {
      h2High ^= k2High;
      h2Low ^= k2Low;
      break; // the tail is mixed in, but not stirred
    }
    // h1 = (rotl(h1, 27) + h2) * 5 + 0x52dce729
    low = add((h1High << 27) | (h1Low >>> 5), (h1Low << 27) | (h1High >>> 5), h2High, h2Low);
    h1Low = multiplyBy5AndAdd(high, low, 0x52dce729);
    h1High = high;
    h2High ^= k2High;
    h2Low ^= k2Low;
    // h2 = (rotl(h2, 31) + h1) * 5 + 0x38495ab5
    low = add((h2High << 31) | (h2Low >>> 1), (h2Low << 31) | (h2High >>> 1), h1High, h1Low);
    h2Low = multiplyBy5AndAdd(high, low, 0x38495ab5);
    h2High = high;
  }
  h1Low ^= length;
  h2Low ^= length;
  h1Low = add(h1High, h1Low, h2High, h2Low);
  h1High = high;
  h2Low = add(h2High, h2Low, h1High, h1Low);
  h2High = high;
  h1Low = finalMix(h1High, h1Low);
  h1High = high;
  h2Low = finalMix(h2High, h2Low);
  h2High = high;
  h1Low = add(h1High, h1Low, h2High, h2Low);
  h1High = high;
  h2Low = add(h2High, h2Low, h1High, h1Low);
  h2High = high;
  out[0] = h1High;
  out[1] = h1Low;
  out[2] = h2High;
  out[3] = h2Low;
}
