import type { ContainerFigures } from "orrerydb/control-api";
import { expect, test } from "vitest";
import { throughputLines } from "./throughput-lines.ts";

const point = (startMs: number, ru: number, normalised: number, throttled = 0) => ({
  startMs,
  requests: 1,
  ru,
  normalised,
  throttled,
});
const HISTORY = [
  { id: "0", points: [point(60_000, 600, 0.5), point(120_000, 0, 0)] },
  { id: "1", points: [point(120_000, 1_200, 1.4, 3)] },
];
const figures = (throughput: ContainerFigures["throughput"]) => ({ throughput }) as ContainerFigures;

test("partitions are added up, as RU a second", () => {
  const lines = throughputLines(HISTORY, 60_000, figures({ kind: "manual", ruPerSecond: 400 }));
  expect(lines).toEqual({ starts: [60_000, 120_000], used: [10, 20], throttled: [0, 3] });
});

test("autoscale follows the busiest partition, between a tenth and its maximum", () => {
  const history = [{ id: "0", points: [0.01, 0.5, 1.4].map((use, i) => point(i * 60_000, 1, use)) }];
  const lines = throughputLines(history, 60_000, figures({ kind: "autoscale", maximumRuPerSecond: 4_000 }));
  expect(lines.scaled).toEqual([400, 2_000, 4_000]);
});
