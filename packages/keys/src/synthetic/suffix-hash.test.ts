import { describe, expect, it } from "vitest";
import { hashSuffix } from "./hash-suffix.ts";
import type { Scalar } from "./join-parts.ts";
import { randomSuffix } from "./random-suffix.ts";
import { suffixHash, suffixOfHash } from "./suffix-hash.ts";

describe("suffixHash, the published vectors", () => {
  it.each<[Scalar[], number, number]>([
    [["1FTFW1ET5DFC10312"], 1169755047, 248],
    [[""], 3272467616, 17],
    [["a"], 3952813209, 10],
    [["Привет"], 3398134832, 33],
    [[0], 517636262, 263],
    [[2018], 1333405259, 60],
    [[-1.5], 3221291938, 339],
    [[true], 1579843702, 103],
    [[false], 1814548639, 240],
    [[null], 3831157163, 364],
    [["a", "b"], 2334066663, 264],
    [["contoso", 7, null], 2019941267, 68],
  ])("%j", (values, hash, suffixOf400) => {
    expect(suffixHash(values)).toBe(hash);
    expect(suffixOfHash(suffixHash(values), 400)).toBe(suffixOf400);
  });

  it("is the same for 0 and -0", () => {
    expect(suffixHash([-0])).toBe(suffixHash([0]));
  });
});

/*
 * Chi-square with 399 degrees of freedom: 399 on average, above 491.7 once in a thousand, below 315 once in a
 * thousand. Inputs are fixed, so a pass stays a pass.
 */
const SUFFIXES = 400;
const CHI_SQUARE_MAX = 491.7;
const KEYS = 1_000_000;

function chiSquare(keys: Iterable<string>): number {
  const counts = new Float64Array(SUFFIXES);
  let total = 0;
  for (const key of keys) {
    counts[Number(key.slice(key.lastIndexOf(".") + 1)) - 1]!++;
    total++;
  }
  const expected = total / SUFFIXES;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("suffixes are uniform over a million keys", () => {
  const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: SUFFIXES });
  const vinAlphabet = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

  it.each<[string, (index: number) => string | number]>([
    ["sequential numbers", (index) => index],
    ["sequential ids", (index) => `order-${index}`],
    ["zero-padded ids", (index) => String(index).padStart(12, "0")],
    ["VINs of one model and plant", (index) => `1FTFW1ET${index % 10}DFC${String(index).padStart(6, "0")}`],
    ["VINs of many makers", (index) => `${vinOf(index, vinAlphabet)}${String(index).padStart(6, "0")}`],
    ["UUIDs", (index) => uuidOf(index)],
  ])("of %s", (name, vin) => {
    function* keys() {
      for (let index = 0; index < KEYS; index++) yield byVin.keyOf({ date: "2018-08-09", vin: vin(index) });
    }
    const value = chiSquare(keys());
    console.log(`chi-square of ${name}: ${value.toFixed(1)} (399 expected, limit ${CHI_SQUARE_MAX})`);
    expect(value).toBeLessThan(CHI_SQUARE_MAX);
  });

  it("of a random suffix", () => {
    const random = mulberry32(20180809);
    const spread = randomSuffix({ from: ["/date"], suffixes: SUFFIXES }, { random });
    function* keys() {
      for (let index = 0; index < KEYS; index++) yield spread.keyOf({ date: "2018-08-09" });
    }
    expect(chiSquare(keys())).toBeLessThan(CHI_SQUARE_MAX);
  });
});

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function vinOf(index: number, alphabet: string): string {
  let text = "";
  for (let place = 0; place < 11; place++)
    text += alphabet[(index * (place + 7) + place * 13) % alphabet.length];
  return text;
}

function uuidOf(index: number): string {
  const random = mulberry32(index);
  const digits = (count: number) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(6)}${digits(6)}`;
}
