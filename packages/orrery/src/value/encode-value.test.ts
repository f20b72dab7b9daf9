import type { Value } from "@orrerydb/exact-json";
import { compareValues } from "@orrerydb/keys/order";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toByteString } from "./byte-string.ts";
import { decodeKey, decodeValue, encodeKey, encodeValue } from "./encode-value.ts";
import { valuesEqual } from "./values-equal.ts";

const anyString = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) });
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value[]>(
    undefined,
    null,
    true,
    false,
    "",
    "\u0000",
    "\u0001",
    "\uffff",
    "\ud83d\ude00",
    0,
    -1,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  anyString,
  fc.string(),
);

test("bytes compare as values do", () => {
  fc.assert(
    fc.property(scalar, scalar, (a, b) => {
      const order = Math.sign(Buffer.compare(encodeValue(a), encodeValue(b)));
      expect(order).toBe(Math.sign(compareValues(a, b)) + 0);
    }),
    { numRuns: 2000 },
  );
});

test("scalars come back as they went in, and say where they end", () => {
  fc.assert(
    fc.property(scalar, (value) => {
      const encoded = encodeValue(value);
      const decoded = decodeValue(Buffer.concat([encoded, Buffer.from([0xff, 0x00])]), 0);
      expect(decoded.exact).toBe(true);
      expect(decoded.end).toBe(encoded.length);
      expect(decoded.value).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("a long string keeps its place by its prefix, and its identity by a digest", () => {
  const long = "x".repeat(300);
  const encoded = encodeValue(long);
  expect(decodeValue(encoded, 0)).toMatchObject({ exact: false, end: encoded.length });
  expect(encoded.equals(encodeValue(`${"x".repeat(299)}y`))).toBe(false);
  expect(Buffer.compare(encodeValue("x".repeat(255)), encoded)).toBeLessThan(0);
  expect(Buffer.compare(encoded, encodeValue("y"))).toBeLessThan(0);
});

test("arrays and objects are equal in bytes when they are equal as values", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      const equal = encodeValue(a as Value).equals(encodeValue(b as Value));
      expect(equal).toBe(valuesEqual(a as Value, b as Value));
    }),
  );
  expect(encodeValue({ a: 1, b: [2] }).equals(encodeValue({ b: [2], a: 1 }))).toBe(true);
});

test("a key is decoded as its bytes are", () => {
  const texts = [
    "",
    "abc",
    "\u0000",
    "a\u0001b",
    "\u0002",
    "\u007f",
    "\u0080",
    "é",
    "\ud800",
    "x".repeat(255),
    "x".repeat(257),
  ];
  const numbers = [0, -0, 1, -1.5, 1e300, -5e-324, Number.MAX_SAFE_INTEGER];
  for (const value of [undefined, null, true, false, [], { a: 1 }, ...texts, ...numbers]) {
    const encoded = encodeValue(value);
    const { end: _, ...decoded } = decodeValue(encoded, 0);
    expect(decodeKey(toByteString(encoded))).toEqual(decoded);
    expect(encodeKey(value)).toBe(toByteString(encoded));
  }
});
