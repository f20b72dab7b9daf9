import { QueryMetrics as ClientMetrics } from "@azure/cosmos";
import { expect, test } from "vitest";
import {
  formatQueryMetrics,
  type IndexUtilization,
  indexUtilizationV1,
  indexUtilizationV2,
  type QueryMetrics,
} from "./query-metrics.ts";

const METRICS: QueryMetrics = {
  totalExecutionTimeMs: 1.234,
  queryCompileTimeMs: 0.1,
  logicalPlanBuildTimeMs: 0.2,
  runtimeExecutionTimeMs: 0.934,
  indexLookupTimeMs: 0.5,
  documentLoadTimeMs: 0.1,
  documentWriteTimeMs: 0.05,
  userFunctionTimeMs: 0.02,
  retrievedDocumentCount: 8,
  retrievedDocumentBytes: 1000,
  outputDocumentCount: 2,
  outputDocumentBytes: 250,
  matchedDocumentCount: 2,
};

test("query metrics are pairs of a name and a number", () => {
  const pairs = formatQueryMetrics(METRICS)
    .split(";")
    .map((pair) => pair.split("="));
  for (const pair of pairs)
    expect(pair).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^[0-9.]+$/)]);
  expect(Object.fromEntries(pairs)).toMatchObject({
    totalExecutionTimeInMs: "1.23",
    VMExecutionTimeInMs: "0.93",
    userFunctionExecuteTimeInMs: "0.02",
    retrievedDocumentCount: "8",
    outputDocumentSize: "250",
    indexUtilizationRatio: "0.25",
  });
});

test("a page without documents used the index fully", () => {
  const none = { ...METRICS, retrievedDocumentCount: 0, matchedDocumentCount: 0 };
  expect(formatQueryMetrics(none)).toContain("indexUtilizationRatio=1.00");
});

test("query metrics tell nothing that is not measured", () => {
  expect(formatQueryMetrics(METRICS)).not.toMatch(/PhysicalPlanBuild|Optimization|systemFunction/);
});

test("the JavaScript client reads them, and what is missing as zero", () => {
  const read = ClientMetrics.createFromDelimitedString(formatQueryMetrics(METRICS));
  expect(read.runtimeExecutionTimes.queryEngineExecutionTime.totalMilliseconds()).toBeCloseTo(0.28);
  expect(read.runtimeExecutionTimes.systemFunctionExecutionTime.totalMilliseconds()).toBe(0);
  expect(read.queryPreparationTimes.physicalPlanBuildTime.totalMilliseconds()).toBe(0);
  expect([read.retrievedDocumentCount, read.indexHitRatio]).toEqual([8, 0.25]);
});

const USAGE: IndexUtilization = {
  utilized: [{ spec: "/größe/?", isPrecise: false, impact: "Low" }],
  potential: [{ spec: ["/a ASC", "/b DESC"], isPrecise: true, impact: "High" }],
};

test("index utilization in its older form is base64", () => {
  expect(JSON.parse(Buffer.from(indexUtilizationV1(USAGE), "base64").toString())).toEqual({
    UtilizedSingleIndexes: [
      {
        FilterExpression: "",
        IndexSpec: "/größe/?",
        FilterPreciseSet: false,
        IndexPreciseSet: false,
        IndexImpactScore: "Low",
      },
    ],
    PotentialSingleIndexes: [],
    UtilizedCompositeIndexes: [],
    PotentialCompositeIndexes: [
      { IndexSpecs: ["/a ASC", "/b DESC"], IndexPreciseSet: true, IndexImpactScore: "High" },
    ],
  });
});

test("index utilization in its newer form is percent-encoded", () => {
  const text = indexUtilizationV2(USAGE);
  expect(text).toMatch(/^[\x21-\x7e]+$/);
  expect(JSON.parse(decodeURIComponent(text))).toEqual({
    UtilizedIndexes: {
      SingleIndexes: [{ IndexSpec: "/größe/?" }],
      CompositeIndexes: [],
    },
    PotentialIndexes: {
      SingleIndexes: [],
      CompositeIndexes: [{ IndexSpecs: ["/a ASC", "/b DESC"], IndexImpactScore: "High" }],
    },
  });
});
