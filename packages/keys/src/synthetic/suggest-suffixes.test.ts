import { describe, expect, it } from "vitest";
import { suggestSuffixes } from "./suggest-suffixes.ts";

const load = { writesPerSecond: 100, itemBytes: 1024, indexedTerms: 10, retentionDays: 30, daysPerKey: 1 };

describe("suggestSuffixes", () => {
  it("charges a write by size and indexed terms", () => {
    expect(suggestSuffixes(load).writeCharge).toBeCloseTo(7);
    expect(suggestSuffixes({ ...load, itemBytes: 1536 }).writeCharge).toBeCloseTo((5 + 6.29) / 2 + 2);
    expect(suggestSuffixes({ ...load, itemBytes: 100, indexedTerms: 0 }).writeCharge).toBe(5);
  });

  it("names all that is missing at once", () => {
    const some = { writesPerSecond: 5, keysAtOnce: "two" } as unknown as typeof load;
    expect(() => suggestSuffixes(some)).toThrow(
      /^`keysAtOnce` is "two", `itemBytes` is missing, `indexedTerms` is missing, `retentionDays` is missing: each must/,
    );
  });

  it("needs one suffix where one logical partition carries everything", () => {
    const suggestion = suggestSuffixes({ ...load, writesPerSecond: 10, retentionDays: 7 });
    expect(suggestion).toMatchObject({ suffixes: 1, physicalPartitions: 1 });
  });

  it("lets throughput decide", () => {
    const suggestion = suggestSuffixes({
      ...load,
      writesPerSecond: 2000,
      keysAtOnce: 1000,
      retentionDays: 0.01,
    });
    expect(suggestion.needs.throughput).toBe(Math.ceil((2000 * 7) / 7000));
    expect(suggestion.decidedBy).not.toBe("storage");
  });

  it("lets storage decide", () => {
    const suggestion = suggestSuffixes({
      ...load,
      writesPerSecond: 20,
      retentionDays: 365,
      daysPerKey: 365,
      keysAtOnce: 500,
    });
    expect(suggestion.needs.storage).toBe(Math.ceil((20 * 86_400 * 365 * 1024) / 1e9 / 14));
    expect(suggestion.suffixes).toBe(Math.max(suggestion.needs.storage, suggestion.needs.spread));
  });

  it("asks for more keys than physical partitions, so that chance evens out", () => {
    const suggestion = suggestSuffixes({ ...load, writesPerSecond: 10_000, retentionDays: 1 });
    expect(suggestion.physicalPartitions).toBe(26);
    expect(suggestion.decidedBy).toBe("spread");
    expect(suggestion.suffixes).toBeGreaterThan(400);
  });

  it("says why", () => {
    const { reasoning, suffixes } = suggestSuffixes({ ...load, writesPerSecond: 5000 });
    expect(reasoning).toHaveLength(5);
    expect(reasoning.join(" ")).toContain("35,000 RU/s");
    expect(reasoning.at(-1)).toContain(`visits ${suffixes} keys`);
  });

  it("refuses what makes no sense, and loads that no number of suffixes can carry", () => {
    expect(() => suggestSuffixes({ ...load, writesPerSecond: -1 })).toThrow(/writesPerSecond/);
    expect(() => suggestSuffixes({ ...load, useOfLimits: 2 })).toThrow(/useOfLimits/);
    expect(() => suggestSuffixes({ ...load, itemBytes: 3_000_000 })).toThrow(/2 MB/);
    expect(() => suggestSuffixes({ ...load, writesPerSecond: 1e7 })).toThrow(
      expect.objectContaining({ code: "LimitExceeded" }),
    );
  });
});
