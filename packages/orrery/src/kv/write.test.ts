import { expect, test } from "vitest";
import { spaceKey } from "./space-key.ts";
import { NewKeys, Write } from "./write.ts";

/** Past the end of a block of memory, more than once. */
const texts = Array.from({ length: 3_000 }, (_, i) => `key ${i} ${"x".repeat(i % 40)}`);

test("a row has its key, with its space and without", () => {
  for (const text of [...texts, "", "y".repeat(100_000)]) {
    const write = Write.of(0x01020304, Buffer.from(text), null);
    expect(write.space).toBe(0x01020304);
    expect(write.key.equals(spaceKey(0x01020304, Buffer.from(text)))).toBe(true);
    expect(write.bareKey.toString()).toBe(text);
    expect(write.bareText).toBe(text);
    expect(write.bytes).toBe(4 + text.length);
    expect(write.isOf(spaceKey(0x01020304, Buffer.from(text)))).toBe(true);
    expect(write.isOf(spaceKey(0x01020305, Buffer.from(text)))).toBe(false);
    expect(write.isOf(spaceKey(0x01020304, Buffer.from(`${text}x`)))).toBe(false);
  }
});

test("keys that are written where they stay do not touch one another", () => {
  const keys = new NewKeys(9);
  for (const text of texts) {
    const start = keys.begin(100);
    keys.bytes.fill(0xee, start, start + 100);
    keys.end(start + keys.bytes.write(text, start));
    if (text.length % 2 === 0) keys.takeBack();
    Write.of(1, Buffer.from("between"), null);
  }
  keys.add(Buffer.from("last"));
  const odd = texts.filter(({ length }) => length % 2 === 1);
  expect(keys.writes.map(({ bareText }) => bareText)).toEqual([...odd, "last"]);
  expect(keys.writes.every(({ space, value }) => space === 9 && value?.length === 0)).toBe(true);
});

test("there is no space beyond the last", () => {
  expect(() => Write.of(0xffff_ffff, Buffer.alloc(1), null)).toThrow("no such space: 4294967295");
  expect(() => new NewKeys(-1)).toThrow("no such space: -1");
});
