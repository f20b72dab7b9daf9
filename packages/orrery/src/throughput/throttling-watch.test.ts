import { describe, expect, it, vi } from "vitest";
import type { ThrottlingCause } from "./throttling-cause.ts";
import { CAUSES_MAX, FORGOTTEN_MS, ThrottlingWatch } from "./throttling-watch.ts";

function hot(key: string, share = 0.5): ThrottlingCause {
  return { kind: "hotKey", key, rangeId: "0", share };
}

describe("the watch over a container's throttling", () => {
  it("tells a cause once, whatever its figure, and another one too", () => {
    const watch = new ThrottlingWatch();
    expect(watch.throttled(0, () => hot("a"))).toEqual(hot("a"));
    expect(watch.throttled(1_000, () => hot("a", 0.9))).toBeUndefined();
    expect(watch.throttled(2_000, () => hot("b"))).toEqual(hot("b"));
    expect(watch.throttled(3_000, () => hot("a"))).toBeUndefined();
  });

  it("tells it again when it comes back, or when the throughput was changed and is still too little", () => {
    const watch = new ThrottlingWatch();
    const low = (ruPerSecond: number) => ({ kind: "lowThroughput", ruPerSecond, refusals: 1 }) as const;
    expect(watch.throttled(0, () => low(400))).toBeDefined();
    expect(watch.throttled(FORGOTTEN_MS - 1, () => low(400))).toBeUndefined();
    expect(watch.throttled(2 * FORGOTTEN_MS - 2, () => low(400))).toBeUndefined();
    expect(watch.throttled(3 * FORGOTTEN_MS, () => low(400))).toBeDefined();
    expect(watch.throttled(3 * FORGOTTEN_MS + 1_000, () => low(500))).toBeDefined();
  });

  it("looks until it has found one, and then once a second", () => {
    const watch = new ThrottlingWatch();
    const cause = vi.fn<() => ThrottlingCause | undefined>(() => undefined);
    for (let i = 0; i < 3; i++) watch.throttled(0, cause);
    expect(cause).toHaveBeenCalledTimes(3);
    cause.mockReturnValue(hot("a"));
    for (let ms = 0; ms < 3_000; ms += 10) watch.throttled(ms, cause);
    expect(cause).toHaveBeenCalledTimes(3 + 3);
  });

  it("forgets the cause seen longest ago when there are too many", () => {
    const watch = new ThrottlingWatch();
    let nowMs = 0;
    const told = (key: string) => watch.throttled((nowMs += 1_000), () => hot(key)) !== undefined;
    for (let i = 0; i <= CAUSES_MAX; i++) expect(told(`key-${i}`)).toBe(true);
    expect(told("key-1")).toBe(false);
    expect(told("key-0")).toBe(true);
  });
});
