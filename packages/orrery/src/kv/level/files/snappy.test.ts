import { expect, test } from "vitest";
import { unpackSnappy } from "./snappy.ts";

test("unpacks literals and copies, also of what was just copied", () => {
  // "abcd", then 8 bytes from 4 back, then 6 from 1 back.
  const packed = Buffer.from([18, 3 << 2, 97, 98, 99, 100, (4 << 2) | 1, 4, (5 << 2) | 2, 1, 0]);
  expect(unpackSnappy(packed).toString()).toBe("abcdabcdabcddddddd");
});

test("unpacks a literal whose length is in bytes of its own", () => {
  const text = Buffer.alloc(300, "x");
  expect(unpackSnappy(Buffer.concat([Buffer.from([0xac, 2, 61 << 2, 43, 1]), text]))).toEqual(text);
});

test.each([
  ["a copy from before the beginning", [4, (0 << 2) | 1, 4]],
  ["more than it says", [1, 1 << 2, 97, 98]],
  ["less than it says", [5, 1 << 2, 97, 98]],
  ["an end in the middle", [5, 4 << 2, 97]],
])("refuses %s", (_, packed) => {
  expect(() => unpackSnappy(Buffer.from(packed))).toThrow();
});
