import { describe, expect, test } from "vitest";
import { CONSISTENCY_LEVELS } from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";
import { AccountConsistency } from "./account-consistency.ts";

const MULTIPLIERS = { Strong: 2, BoundedStaleness: 2, Session: 1, ConsistentPrefix: 1, Eventual: 1 };

describe.each(CONSISTENCY_LEVELS.map((level, strength) => ({ level, strength })))(
  "an account with $level",
  ({ level, strength }) => {
    const consistency = new AccountConsistency(level);

    test("reads at its own level where a request names none", () => {
      expect(consistency.readMultiplier(undefined)).toBe(MULTIPLIERS[level]);
    });

    test.each(CONSISTENCY_LEVELS.slice(strength))("gives %s, however it is written", (asked) => {
      for (const text of [asked, asked.toLowerCase(), asked.toUpperCase()]) {
        expect(consistency.readMultiplier(text)).toBe(MULTIPLIERS[asked]);
      }
    });

    test.each([...CONSISTENCY_LEVELS.slice(0, strength), "Perfect"])("refuses %s", (asked) => {
      const ask = () => consistency.readMultiplier(asked);
      expect(ask).toThrow(Failure);
      expect(ask).toThrow(`configured with consistency level ${level}`);
    });
  },
);

test("a refusal lists what may be asked for", () => {
  expect(() => new AccountConsistency("Session").readMultiplier("Strong")).toThrow(
    "Ask for Session or ConsistentPrefix or Eventual, or leave the level out.",
  );
});

test("only reads at Session look at what the client has seen", () => {
  const session = new AccountConsistency("Session");
  expect([undefined, "Session", "session", "Eventual"].map((level) => session.isSession(level))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const strong = new AccountConsistency("Strong");
  expect([undefined, "Strong", "Session"].map((level) => strong.isSession(level))).toEqual([
    false,
    false,
    true,
  ]);
});

test("one copy is read at any level for the price of one", () => {
  for (const level of ["Strong", "Session"] as const) {
    const consistency = new AccountConsistency(level, "copy");
    expect(consistency.readMultiplier(undefined)).toBe(1);
    expect(consistency.readMultiplier("BoundedStaleness")).toBe(1);
    expect(consistency.readMultiplier("strong")).toBe(1);
  }
});
