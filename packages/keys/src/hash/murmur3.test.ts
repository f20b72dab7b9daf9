import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { murmur3x64of128, murmur3x86of32 } from "./murmur3.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function x64(bytes: Uint8Array, seed = 0): string {
  const limbs = new Uint32Array(4);
  murmur3x64of128(bytes, bytes.length, limbs, seed);
  return Array.from(limbs, (limb) => limb.toString(16).padStart(8, "0")).join("");
}

describe("murmur3x86of32", () => {
  it.each<[string, number, number]>([
    ["", 0, 0],
    ["", 1, 0x514e28b7],
    ["", 0xffffffff, 0x81f16f39],
    ["test", 0, 0xba6bd213],
    ["test", 0x9747b28c, 0x704b81dc],
    ["Hello, world!", 0, 0xc0363e43],
    ["The quick brown fox jumps over the lazy dog", 0, 0x2e4ff723],
  ])("%s with seed %i", (text, seed, expected) => {
    const bytes = utf8(text);
    expect(murmur3x86of32(bytes, bytes.length, seed)).toBe(expected);
  });
});

describe("murmur3x64of128", () => {
  it.each<[string, string]>([
    ["", "00000000000000000000000000000000"],
    ["The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"],
  ])("%s", (text, expected) => {
    expect(x64(utf8(text))).toBe(expected);
  });

  it("agrees with a BigInt transcription on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(), (bytes, seed) => {
        expect(x64(bytes, seed)).toBe(reference(bytes, BigInt(seed)));
      }),
    );
  });

  it("reads no byte beyond the length", () => {
    const longer = utf8("partition key");
    const limbs = new Uint32Array(4);
    murmur3x64of128(longer, 9, limbs);
    expect(limbs).toEqual(limbsOf("partition"));
    expect(murmur3x86of32(longer, 9)).toBe(murmur3x86of32(utf8("partition")));
  });
});

function limbsOf(text: string): Uint32Array {
  const limbs = new Uint32Array(4);
  murmur3x64of128(utf8(text), utf8(text).length, limbs);
  return limbs;
}

/** The algorithm as it is published, in 64-bit arithmetic, to check the limbs against. */
function reference(bytes: Uint8Array, seed: bigint): string {
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  const rotate = (value: bigint, bits: bigint) => u64((value << bits) | (value >> (64n - bits)));
  const c1 = 0x87c37b91114253d5n;
  const c2 = 0x4cf5ad432745937fn;
  const word = (from: number, to: number) => {
    let value = 0n;
    for (let index = Math.min(to, bytes.length) - 1; index >= from; index--)
      value = (value << 8n) | BigInt(bytes[index]!);
    return value;
  };
  const mixK1 = (k1: bigint) => u64(rotate(u64(k1 * c1), 31n) * c2);
  const mixK2 = (k2: bigint) => u64(rotate(u64(k2 * c2), 33n) * c1);
  const finalMix = (value: bigint) => {
    let k = value;
    k = u64((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn);
    k = u64((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n);
    return k ^ (k >> 33n);
  };
  let h1 = seed;
  let h2 = seed;
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 16) {
    h1 = u64((rotate(h1 ^ mixK1(word(at, at + 8)), 27n) + h2) * 5n + 0x52dce729n);
    h2 = u64((rotate(h2 ^ mixK2(word(at + 8, at + 16)), 31n) + h1) * 5n + 0x38495ab5n);
  }
  h1 ^= mixK1(word(whole, whole + 8)) ^ BigInt(bytes.length);
  h2 ^= mixK2(word(whole + 8, whole + 16)) ^ BigInt(bytes.length);
  h1 = u64(h1 + h2);
  h2 = u64(h2 + h1);
  h1 = finalMix(h1);
  h2 = finalMix(h2);
  h1 = u64(h1 + h2);
  h2 = u64(h2 + h1);
  return h1.toString(16).padStart(16, "0") + h2.toString(16).padStart(16, "0");
}
