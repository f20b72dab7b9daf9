import { hashSuffix, randomSuffix } from "@orrerydb/keys";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../harness/seeded-random.ts";

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
    const random = seededRandom(20180809);
    const spread = randomSuffix({ from: ["/date"], suffixes: SUFFIXES }, { random });
    function* keys() {
      for (let index = 0; index < KEYS; index++) yield spread.keyOf({ date: "2018-08-09" });
    }
    expect(chiSquare(keys())).toBeLessThan(CHI_SQUARE_MAX);
  });
});

function vinOf(index: number, alphabet: string): string {
  let text = "";
  for (let place = 0; place < 11; place++)
    text += alphabet[(index * (place + 7) + place * 13) % alphabet.length];
  return text;
}

function uuidOf(index: number): string {
  const random = seededRandom(index);
  const digits = (count: number) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(6)}${digits(6)}`;
}
