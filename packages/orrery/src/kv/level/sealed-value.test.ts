import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { sealedValue, unsealedValue } from "./sealed-value.ts";

const KEY = Buffer.from("key");

test.each([0, 1, 8, 64, 65, 5_000])("a value of %i bytes comes out as it went in", (length) => {
  const value = Buffer.alloc(length, "value");
  const sealed = sealedValue(KEY, value);
  expect(sealed.readUInt32BE(length)).toBe(crc32(Buffer.concat([KEY, value])));
  expect(unsealedValue(KEY, sealed)).toEqual(value);
});

test("a value without memory is checksummed as any empty one", () => {
  const sealed = sealedValue(KEY, new Uint8Array(new ArrayBuffer(0)));
  expect(sealed.readUInt32BE(0)).toBe(crc32(KEY));
  expect(unsealedValue(KEY, sealed)).toEqual(Buffer.alloc(0));
});

test("a changed byte, another key and a value that is cut short are found", () => {
  const sealed = sealedValue(KEY, Buffer.from("value"));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 0x10;
    expect(unsealedValue(KEY, changed)).toBeUndefined();
    expect(unsealedValue(KEY, sealed.subarray(0, at))).toBeUndefined();
  }
  expect(unsealedValue(Buffer.from("kez"), sealed)).toBeUndefined();
});
