import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HISTORY_MINUTES, HISTORY_SECONDS, PartitionHistory } from "./partition-history.ts";

const START_MS = 1_700_000_040_000;

describe("the history of a partition", () => {
  it("has every second, also those in which nothing happened", () => {
    const history = new PartitionHistory(START_MS);
    history.addRequest(START_MS + 100, 30, 400);
    history.addRequest(START_MS + 900, 10, 400);
    history.addThrottled(START_MS + 950);
    history.addRequest(START_MS + 2000, 400, 400);
    expect(history.seconds(START_MS + 2500)).toEqual([
      { startMs: START_MS, requests: 2, ru: 40, normalised: 0.1, throttled: 1 },
      { startMs: START_MS + 1000, requests: 0, ru: 0, normalised: 0, throttled: 0 },
      { startMs: START_MS + 2000, requests: 1, ru: 400, normalised: 1, throttled: 0 },
    ]);
  });

  it("adds minutes up and keeps the highest second of each", () => {
    const history = new PartitionHistory(START_MS);
    history.addRequest(START_MS, 100, 400);
    history.addRequest(START_MS + 1000, 300, 400);
    history.addRequest(START_MS + 1500, 300, 400);
    history.setTotals(START_MS + 1600, 5000, 3);
    history.addRequest(START_MS + 20_000, 20, 400);
    const [minute] = history.minutes(START_MS + 20_000);
    expect(minute).toMatchObject({ requests: 4, ru: 720, normalised: 1.5, storageBytes: 5000, items: 3 });
  });

  it("holds storage and items in minutes in which they did not change", () => {
    const history = new PartitionHistory(START_MS);
    history.setTotals(START_MS, 5000, 3);
    history.setTotals(START_MS + 180_000, 7000, 4);
    const minutes = history.minutes(START_MS + 240_000);
    expect(minutes.map((minute) => minute.storageBytes)).toEqual([5000, 5000, 5000, 7000, 7000]);
    expect(minutes.map((minute) => minute.items)).toEqual([3, 3, 3, 4, 4]);
  });

  it("may be read at any time without changing", () => {
    const history = new PartitionHistory(START_MS);
    history.addRequest(START_MS, 1, 400);
    expect(history.seconds(START_MS)).toEqual(history.seconds(START_MS));
    history.addRequest(START_MS + 1, 1, 400);
    expect(history.seconds(START_MS + 1)).toEqual([
      { startMs: START_MS, requests: 2, ru: 2, normalised: 2 / 400, throttled: 0 },
    ]);
  });

  it("forgets what does not fit, however long the pause", () => {
    const history = new PartitionHistory(START_MS);
    history.addRequest(START_MS, 1, 400);
    const laterMs = START_MS + 60_000 * 10 * HISTORY_MINUTES;
    expect(history.minutes(laterMs)).toHaveLength(HISTORY_MINUTES);
    expect(history.minutes(laterMs).every((minute) => minute.ru === 0)).toBe(true);
    expect(history.seconds(laterMs)).toHaveLength(HISTORY_SECONDS);
    expect(history.minutes(laterMs, 5).map((minute) => minute.startMs)).toEqual(
      [4, 3, 2, 1, 0].map((back) => laterMs - back * 60_000),
    );
  });

  it("agrees with adding up the requests themselves", () => {
    const events = fc.array(fc.record({ waitMs: fc.nat(90_000), ru: fc.integer({ min: 1, max: 500 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(events, (steps) => {
        const history = new PartitionHistory(START_MS);
        const byMinute = new Map<number, number>();
        let nowMs = START_MS;
        for (const { waitMs, ru } of steps) {
          nowMs += waitMs;
          history.addRequest(nowMs, ru, 100);
          const startMs = Math.floor(nowMs / 60_000) * 60_000;
          byMinute.set(startMs, (byMinute.get(startMs) ?? 0) + ru);
        }
        for (const { startMs, ru } of history.minutes(nowMs)) expect(ru).toBe(byMinute.get(startMs) ?? 0);
      }),
    );
  });
});
