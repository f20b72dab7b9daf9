import type { HeatColumn, PartitionKeyDefinition } from "orrerydb/control-api";
import { expect, test } from "vitest";
import { type FindingKind, findings, type HeatView } from "./findings.ts";
import { placeKey, placePartitions } from "./hash-place.ts";

const DEFINITION: PartitionKeyDefinition = { paths: ["/pk"], kind: "Hash", version: 2 };
const SLICES = 256;
const SECONDS = 120;
const NOW_MS = 1_000_000_000;

const PARTITIONS = placePartitions(
  ["", "10", "20", "30"].map((minInclusive, i, all) => ({
    id: String(i),
    minInclusive,
    maxExclusive: all[i + 1] ?? "FF",
    parents: [],
    throughputFraction: 1,
    ruPerSecond: 100,
    items: 0,
    storageBytes: 0,
    lsn: 0,
  })),
  DEFINITION,
);

/** What each key spends in a second, and how much of it is over the limit. */
type Load = (second: number) => Readonly<Record<string, number>>;

function view(load: Load, throttled = 0): HeatView {
  const columns: HeatColumn[] = [];
  for (let second = 0; second < SECONDS; second++) {
    const keys = Object.entries(load(second)).map(([name, ru]) => ({
      key: JSON.stringify([name]),
      ru,
      throttled,
    }));
    const slices = keys.map(({ key, ru }) => {
      const { position } = placeKey(key, DEFINITION)!;
      return [Math.floor(position * SLICES), ru, throttled] as const;
    });
    if (keys.length > 0) {
      keys.sort((a, b) => b.ru - a.ru);
      columns.push({ startMs: NOW_MS - (SECONDS - second) * 1000, slices, keys });
    }
  }
  return {
    nowMs: NOW_MS,
    columns,
    slices: SLICES,
    partitions: PARTITIONS,
    placeKey: (key) => placeKey(key, DEFINITION),
  };
}

function kinds(load: Load, throttled = 0): FindingKind[] {
  return findings(view(load, throttled)).map(({ kind }) => kind);
}

function evenly(ru: number, count = 64): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, ru / count]));
}

test("nothing is said of silence, or of next to nothing", () => {
  expect(kinds(() => ({}))).toEqual(["quiet"]);
  expect(kinds((second) => (second === 115 ? { a: 5 } : {}))).toEqual(["quiet"]);
});

test("one hot key is named, with its part of its partition", () => {
  const [finding] = findings(view(() => ({ ...evenly(40), ada: 150 })));
  expect(finding).toMatchObject({ kind: "hotKey", tone: "hot" });
  expect(finding!.title).toMatch(/“ada” takes 9\d % of partition \d\./);
  expect(finding).not.toHaveProperty("splits");
});

test("a hot key that does no harm is told calmly", () => {
  expect(findings(view(() => ({ ...evenly(8), ada: 20 })))[0]).toMatchObject({
    kind: "hotKey",
    tone: "calm",
  });
});

test("many keys of one partition make a hot range, which a split helps", () => {
  const inFirst = Array.from({ length: 200 }, (_, i) => `key-${i}`).filter(
    (key) => placeKey(JSON.stringify([key]), DEFINITION)!.position < 0.25,
  );
  const load = Object.fromEntries(inFirst.map((key) => [key, 120 / inFirst.length]));
  const [finding] = findings(view(() => ({ ...evenly(20), ...load })));
  expect(finding).toMatchObject({ kind: "hotPartition", splits: "0", tone: "hot" });
});

test("keys that follow one another are sequential", () => {
  expect(kinds((second) => ({ [`2026-01-01T00:${second}`]: 50 }))[0]).toBe("sequential");
});

test("keys that take turns in no order are not", () => {
  expect(kinds((second) => ({ [`key-${(second * 37) % 50}`]: 50 }))[0]).not.toBe("sequential");
});

test("even load that is throttled needs more throughput", () => {
  expect(kinds(() => evenly(600), 1)[0]).toBe("lowThroughput");
});

test("even load of which little is over the limit comes in bursts, and does not lack throughput", () => {
  const [finding] = findings(view(() => evenly(120), 0.1));
  expect(finding).toMatchObject({ kind: "even", tone: "warm" });
  expect(finding!.advice).toContain("bursts");
});

test("even load with room is well", () => {
  expect(findings(view(() => evenly(120)))[0]).toMatchObject({ kind: "even", tone: "calm" });
});

test("waves are told beside it", () => {
  expect(kinds((second) => evenly(second % 15 < 4 ? 200 : 10))).toContain("periodic");
  expect(kinds(() => evenly(100))).not.toContain("periodic");
  const random = (second: number) => ((second * 7919) % 97) / 97;
  expect(kinds((second) => evenly(50 + 50 * random(second)))).not.toContain("periodic");
});
