import { describe, expect, it } from "vitest";
import { HeavyHitters } from "./heavy-hitters.ts";
import { HotKeyWatch, REPORTED_KEYS_MAX } from "./hot-key-watch.ts";

function consumers(weights: Record<string, number>): HeavyHitters {
  const sketch = new HeavyHitters(1000);
  for (const [key, weight] of Object.entries(weights)) sketch.add(key, weight);
  return sketch;
}

describe("a throttled key", () => {
  it("is reported once when it takes a tenth of the partition", () => {
    const watch = new HotKeyWatch();
    const weights = consumers({ hot: 300, warm: 100, cold: 600 });
    expect(watch.throttled("hot", weights)).toEqual({ key: "hot", ru: 300, share: 0.3 });
    expect(watch.throttled("hot", weights)).toBeUndefined();
    expect(watch.throttled("warm", weights)).toEqual({ key: "warm", ru: 100, share: 0.1 });
  });

  it("that was reported before a split or merge is not reported again", () => {
    const before = new HotKeyWatch();
    const weights = consumers({ here: 500, there: 500 });
    for (const key of ["here", "there"]) before.throttled(key, weights);
    const watch = new HotKeyWatch();
    watch.inherit([before], (key) => key === "here");
    expect(watch.throttled("here", weights)).toBeUndefined();
    expect(watch.throttled("there", weights)).toBeDefined();
  });

  it("is not reported when others make the load", () => {
    const watch = new HotKeyWatch();
    const weights = consumers({ victim: 99, other: 901 });
    expect(watch.throttled("victim", weights)).toBeUndefined();
    expect(watch.throttled("stranger", weights)).toBeUndefined();
    expect(watch.throttled("stranger", consumers({}))).toBeUndefined();
  });

  it("counts only what is surely its own", () => {
    const sketch = new HeavyHitters(1);
    sketch.add("before", 1000);
    sketch.add("late", 1);
    expect(new HotKeyWatch().throttled("late", sketch)).toBeUndefined();
  });

  it("may be reported again when it has been forgotten", () => {
    const watch = new HotKeyWatch();
    const report = (key: string) => watch.throttled(key, consumers({ [key]: 1 }));
    for (let i = 0; i <= REPORTED_KEYS_MAX; i++) expect(report(`key-${i}`)).toBeDefined();
    expect(report("key-1")).toBeUndefined();
    expect(report("key-0")).toBeDefined();
  });
});
