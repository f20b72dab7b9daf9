import fc from "fast-check";
import { expect, test } from "vitest";
import { fromByteString, toByteString, writeByteString } from "./byte-string.ts";

const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array));

test("a byte string becomes the bytes that it was made of", () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const both = Buffer.concat([a, b]);
      expect(fromByteString(toByteString(a) + toByteString(b))).toEqual(both);
      expect(toByteString(both, a.length)).toBe(toByteString(b));
      const written = Buffer.alloc(both.length);
      expect(writeByteString(toByteString(b), written, writeByteString(toByteString(a), written, 0))).toBe(
        both.length,
      );
      expect(written).toEqual(both);
    }),
  );
});

test("byte strings have the order of their bytes", () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(toByteString(a) < toByteString(b)).toBe(Buffer.compare(a, b) < 0);
    }),
  );
});
