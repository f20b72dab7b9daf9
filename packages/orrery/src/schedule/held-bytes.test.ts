import { beforeEach, expect, test } from "vitest";
import { HeldBytes } from "./held-bytes.ts";

const LIMITS = { heldBytesMax: 100, countedFromBytes: 1, graceMs: 5_000 };

let nowMs: number;
let held: HeldBytes;
let cut: string[];

beforeEach(() => {
  nowMs = 0;
  cut = [];
  held = new HeldBytes({ now: () => nowMs }, LIMITS);
});

function begin(name: string, bytes: number) {
  const holding = held.begin(() => cut.push(name));
  return { holding, isHeld: holding.tryHold(bytes) };
}

test("holds up to the bound, and what was let go of is there for others", () => {
  const first = begin("first", 60);
  expect([first.isHeld, begin("second", 41).isHeld, begin("third", 40).isHeld]).toEqual([true, false, true]);
  expect(held.bytes).toBe(100);
  first.holding.release();
  expect(held.bytes).toBe(40);
  // What is over stays over.
  first.holding.hold(50);
  first.holding.waitForClient();
  expect([held.bytes, held.retryAfterMs]).toEqual([40, 1_000]);
});

test("holds the body or the answer, not both", () => {
  const { holding } = begin("only", 80);
  expect(holding.tryHold(90)).toBe(true);
  expect(held.bytes).toBe(90);
  expect(holding.tryHold(101)).toBe(false);
  expect(held.bytes).toBe(90);
  // What cannot be refused.
  holding.hold(120);
  expect(held.bytes).toBe(120);
  expect(begin("other", 1).isHeld).toBe(false);
});

test("who lets the server wait is cut off where others have no room, the longest first, and nobody earlier than told", () => {
  const names = ["a", "b", "c", "d"];
  const holdings = names.map((name) => {
    nowMs += 1_000;
    const { holding } = begin(name, 25);
    holding.waitForClient();
    return holding;
  });
  // The server's own work is never cut.
  holdings[0]!.goOn();
  expect(begin("refused", 10).isHeld).toBe(false);
  expect(held.retryAfterMs).toBe(2_000 + 5_000 - nowMs);
  nowMs += held.retryAfterMs;
  expect(begin("accepted", 10).isHeld).toBe(true);
  expect(cut).toEqual(["b"]);
  nowMs += 60_000;
  expect(begin("small", 10).isHeld).toBe(true);
  expect(cut).toEqual(["b"]);
  expect(begin("large", 50).isHeld).toBe(true);
  expect(cut).toEqual(["b", "c", "d"]);
  expect(held.bytes).toBe(25 + 10 + 10 + 50);
});
