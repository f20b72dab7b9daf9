import { expect, test } from "vitest";
import { readAhead } from "./read-ahead.ts";

test("the next page is read while one is worked on, and no more", async () => {
  const read: number[] = [];
  async function* pages() {
    for (let i = 1; i <= 3; i++) {
      read.push(i);
      yield i;
    }
  }
  const seen: string[] = [];
  for await (const page of readAhead(pages())) {
    await new Promise(setImmediate);
    seen.push(`${page} of ${read.join()}`);
  }
  expect(seen).toEqual(["1 of 1,2", "2 of 1,2,3", "3 of 1,2,3"]);
});

test("a failure comes after the pages before it, and whoever leaves early closes the source", async () => {
  let isClosed = false;
  async function* pages() {
    try {
      yield 1;
      throw new Error("lost");
    } finally {
      isClosed = true;
    }
  }
  const seen: unknown[] = [];
  const work = async () => {
    for await (const page of readAhead(pages())) seen.push(page);
  };
  await expect(work()).rejects.toThrow("lost");
  expect(seen).toEqual([1]);
  isClosed = false;
  for await (const _ of readAhead(pages())) break;
  expect(isClosed).toBe(true);
});
