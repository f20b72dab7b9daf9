import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertSeparator, joinParts, type Scalar, splitParts } from "./join-parts.ts";

const separators = ["-", "|", ".", "--", "-a", "::", "'", "x", "aa", "-~-", "10-"];

/** Strings that try to be mistaken: made of separators, escapes, apostrophes and digits. */
const trickyString = fc
  .array(fc.constantFrom("-", "~", "~0", "~1", "'", "a", "b", "0", "1", ".", "|", ":", "x", "true", "null"), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(""));
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  trickyString,
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.integer({ min: -12, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -12, max: 12 }).map(String),
  fc.boolean(),
  fc.constantFrom("true", "false", "null", "", "-0", "1e21", "1e+21"),
  fc.constant(null),
);
const normal = (value: Scalar) => (Object.is(value, -0) ? 0 : value);

describe("joinParts", () => {
  it.each<[Scalar[], string, string]>([
    [["abc-123", 2018], "-", "abc-123-2018"],
    [["a-b", "c"], "-", "a-b-c"],
    [["a", "b-c"], "-", "a-b~1c"],
    [["a", "b~1c"], "-", "a-b~01c"],
    [["device", "2018-08-09"], "|", "device|2018-08-09"],
    [["2018"], "-", "'2018"],
    [[2018], "-", "2018"],
    [["it", "'s"], "-", "it-''s"],
    [["a", true, null, "true"], "|", "a|true|null|'true"],
    [["", ""], "-", "-"],
    [["a", "b:c", "d"], "::", "a::b~1c::d"],
  ])("%j with %j is %j", (values, separator, key) => {
    expect(joinParts(values, separator)).toBe(key);
  });

  it("can be undone, so no two part lists make one key", () => {
    fc.assert(
      fc.property(
        fc.array(scalar, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...separators),
        (values, separator) => {
          const key = joinParts(values, separator);
          expect(splitParts(key, values.length, separator)).toEqual(values.map(normal));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("never makes one key of two lists of the same length", () => {
    const alphabet: Scalar[] = [
      "",
      "-",
      "a",
      "~",
      "~1",
      "a-",
      "-a",
      "'",
      "1",
      1,
      -1,
      "-1",
      true,
      "true",
      null,
      "null",
      "'1",
    ];
    const lists = new Map<string, string>();
    for (const first of alphabet) {
      for (const second of alphabet) {
        for (const third of alphabet) {
          const list = JSON.stringify([first, second, third]);
          const key = joinParts([first, second, third], "-");
          expect(lists.get(key), `${list} meets another list in ${key}`).toBeUndefined();
          lists.set(key, list);
        }
      }
    }
    expect(lists.size).toBe(alphabet.length ** 3);
  });

  it("tells when a key has too few parts", () => {
    expect(splitParts("a-b", 3, "-")).toBeUndefined();
  });
});

describe("assertSeparator", () => {
  it.each(["", "~", "0", "-1", "a~"])("refuses %j", (separator) => {
    expect(() => assertSeparator(separator)).toThrow(expect.objectContaining({ code: "InvalidStrategy" }));
  });
});
