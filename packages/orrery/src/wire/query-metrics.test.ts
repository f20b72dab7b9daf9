import { expect, test } from "vitest";
import {
  formatQueryMetrics,
  indexUtilizationV1,
  indexUtilizationV2,
  type QueryMetrics,
} from "./query-metrics.ts";

const METRICS: QueryMetrics = {
  totalExecutionTimeMs: 1.234,
  queryCompileTimeMs: 0.1,
  logicalPlanBuildTimeMs: 0,
  physicalPlanBuildTimeMs: 0,
  queryOptimizationTimeMs: 0,
  indexLookupTimeMs: 0.5,
  documentLoadTimeMs: 0,
  runtimeExecutionTimeMs: 0,
  documentWriteTimeMs: 0,
  systemFunctionTimeMs: 0,
  userFunctionTimeMs: 0,
  retrievedDocumentCount: 8,
  retrievedDocumentBytes: 1000,
  outputDocumentCount: 2,
  outputDocumentBytes: 250,
  indexHitDocumentCount: 2,
};

test("query metrics are pairs of a name and a number", () => {
  const pairs = formatQueryMetrics(METRICS)
    .split(";")
    .map((pair) => pair.split("="));
  for (const pair of pairs)
    expect(pair).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^[0-9.]+$/)]);
  expect(Object.fromEntries(pairs)).toMatchObject({
    totalExecutionTimeInMs: "1.23",
    retrievedDocumentCount: "8",
    outputDocumentSize: "250",
    indexUtilizationRatio: "0.25",
  });
});

test("a page without documents used the index fully", () => {
  expect(formatQueryMetrics({ ...METRICS, retrievedDocumentCount: 0 })).toContain(
    "indexUtilizationRatio=1.00",
  );
});

const USAGE = {
  utilized: { single: ["/größe/?"], composite: [] },
  potential: { single: [], composite: [["/a ASC", "/b DESC"]] },
};

test("index utilization in its older form is base64", () => {
  expect(JSON.parse(Buffer.from(indexUtilizationV1(USAGE), "base64").toString())).toMatchObject({
    UtilizedSingleIndexes: [{ IndexSpec: "/größe/?" }],
    PotentialCompositeIndexes: [{ IndexSpecs: ["/a ASC", "/b DESC"], IndexImpactScore: "High" }],
  });
});

test("index utilization in its newer form is percent-encoded", () => {
  const text = indexUtilizationV2(USAGE);
  expect(text).toMatch(/^[\x21-\x7e]+$/);
  expect(JSON.parse(decodeURIComponent(text))).toEqual({
    UtilizedIndexes: { SingleIndexes: [{ IndexSpec: "/größe/?" }], CompositeIndexes: [] },
    PotentialIndexes: {
      SingleIndexes: [],
      CompositeIndexes: [{ IndexSpecs: ["/a ASC", "/b DESC"], IndexImpactScore: "High" }],
    },
  });
});
