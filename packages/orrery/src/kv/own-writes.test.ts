import { expect, test } from "vitest";
import { OwnWrites } from "./own-writes.ts";

const SPACE = 1;
const key = Buffer.from("key");

/** What the key holds when all writes are made one after another. */
function outcome(writes: OwnWrites): string | undefined {
  return writes.all().at(-1)?.value?.toString();
}

test("of several writes of a key the last one holds, whether somebody looks in between or not", () => {
  for (const looks of [false, true]) {
    const writes = new OwnWrites();
    expect(writes.isEmpty).toBe(true);
    for (const value of ["a", "b", "c"]) {
      writes.set(SPACE, key, Buffer.from(value));
      if (looks) expect(writes.get(SPACE, key)?.toString()).toBe(value);
    }
    expect(writes.isEmpty).toBe(false);
    expect(outcome(writes)).toBe("c");
    expect(writes.get(SPACE, key)?.toString()).toBe("c");
    expect(writes.get(SPACE, Buffer.from("other"))).toBeUndefined();
  }
});

test("a key that is written again and again is kept once", () => {
  const writes = new OwnWrites();
  for (let i = 0; i < 1000; i++) writes.set(SPACE, key, Buffer.from(String(i)));
  expect(outcome(writes)).toBe("999");
  expect(writes.all()).toHaveLength(1);
});
