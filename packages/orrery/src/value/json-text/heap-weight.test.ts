import { expect, test } from "vitest";
import { heapWeight } from "./heap-weight.ts";

const SIZE = 100_000;

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

test("text weighs four times its bytes, whatever it says", () => {
  for (const character of ["x", ",", '"', "\\", '\\"', '",']) {
    const body = json({ text: character.repeat(SIZE / character.length) });
    expect(heapWeight(body)).toBeLessThan(4.1 * body.length);
  }
});

test("many values weigh by their number", () => {
  const numbers = json(Array.from({ length: SIZE }, (_, i) => i));
  expect(heapWeight(numbers)).toBe(4 * numbers.length + 450 * SIZE);
  const members = json(Object.fromEntries(Array.from({ length: SIZE }, (_, i) => [`p${i}`, ","])));
  expect(heapWeight(members)).toBe(4 * members.length + 450 * SIZE);
});

test("a binary body weighs by what is no text in it", () => {
  const text = Buffer.concat([Buffer.from([0x80]), Buffer.alloc(SIZE, "x")]);
  expect(heapWeight(text)).toBeLessThan(4.1 * SIZE);
  expect(heapWeight(Buffer.alloc(SIZE, 0xc8))).toBe(4 * SIZE + (450 * SIZE) / 4);
});

test("a small body, and one that is cut within a string, have a weight", () => {
  expect(heapWeight(Buffer.alloc(0))).toBe(0);
  expect(heapWeight(json({ id: "1" }))).toBeGreaterThan(450);
  expect(heapWeight(json({ text: "x".repeat(SIZE) }).subarray(0, SIZE / 2))).toBeGreaterThan(SIZE);
});
