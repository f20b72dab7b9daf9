/** The headers in which a query's page tells about its work. */

export interface QueryMetrics {
  readonly totalExecutionTimeMs: number;
  readonly queryCompileTimeMs: number;
  readonly logicalPlanBuildTimeMs: number;
  readonly physicalPlanBuildTimeMs: number;
  readonly queryOptimizationTimeMs: number;
  readonly indexLookupTimeMs: number;
  readonly documentLoadTimeMs: number;
  readonly runtimeExecutionTimeMs: number;
  readonly documentWriteTimeMs: number;
  readonly systemFunctionTimeMs: number;
  readonly userFunctionTimeMs: number;
  readonly retrievedDocumentCount: number;
  readonly retrievedDocumentBytes: number;
  readonly outputDocumentCount: number;
  readonly outputDocumentBytes: number;
  /** How many of the retrieved documents the index alone had found. */
  readonly indexHitDocumentCount: number;
}

/** `key=value` joined by `;` with none at the end: the JavaScript client throws on an empty pair. */
export function formatQueryMetrics(metrics: QueryMetrics): string {
  const { retrievedDocumentCount, indexHitDocumentCount } = metrics;
  const ratio = retrievedDocumentCount === 0 ? 1 : indexHitDocumentCount / retrievedDocumentCount;
  return [
    `totalExecutionTimeInMs=${metrics.totalExecutionTimeMs.toFixed(2)}`,
    `queryCompileTimeInMs=${metrics.queryCompileTimeMs.toFixed(2)}`,
    `queryLogicalPlanBuildTimeInMs=${metrics.logicalPlanBuildTimeMs.toFixed(2)}`,
    `queryPhysicalPlanBuildTimeInMs=${metrics.physicalPlanBuildTimeMs.toFixed(2)}`,
    `queryOptimizationTimeInMs=${metrics.queryOptimizationTimeMs.toFixed(2)}`,
    `VMExecutionTimeInMs=${metrics.runtimeExecutionTimeMs.toFixed(2)}`,
    `indexLookupTimeInMs=${metrics.indexLookupTimeMs.toFixed(2)}`,
    `documentLoadTimeInMs=${metrics.documentLoadTimeMs.toFixed(2)}`,
    `systemFunctionExecuteTimeInMs=${metrics.systemFunctionTimeMs.toFixed(2)}`,
    `userFunctionExecuteTimeInMs=${metrics.userFunctionTimeMs.toFixed(2)}`,
    `retrievedDocumentCount=${retrievedDocumentCount}`,
    `retrievedDocumentSize=${metrics.retrievedDocumentBytes}`,
    `outputDocumentCount=${metrics.outputDocumentCount}`,
    `outputDocumentSize=${metrics.outputDocumentBytes}`,
    `writeOutputTimeInMs=${metrics.documentWriteTimeMs.toFixed(2)}`,
    `indexUtilizationRatio=${Math.min(1, ratio).toFixed(2)}`,
  ].join(";");
}

export interface IndexUtilization {
  readonly utilized: IndexList;
  /** Indexes that the policy lacks and that would have helped. */
  readonly potential: IndexList;
}

export interface IndexList {
  /** Paths as in an indexing policy: `/name/?`. */
  readonly single: readonly string[];
  /** Each a list such as `["/name ASC", "/age DESC"]`. */
  readonly composite: readonly (readonly string[])[];
}

const IMPACT = { IndexImpactScore: "High" } as const;

/** The older form, for `populateIndexMetrics`: base64 of JSON. */
export function indexUtilizationV1({ utilized, potential }: IndexUtilization): string {
  const single = (path: string) => ({
    FilterExpression: "",
    IndexSpec: path,
    FilterPreciseSet: true,
    IndexPreciseSet: true,
    ...IMPACT,
  });
  const composite = (paths: readonly string[]) => ({ IndexSpecs: paths, IndexPreciseSet: true, ...IMPACT });
  const json = JSON.stringify({
    UtilizedSingleIndexes: utilized.single.map(single),
    PotentialSingleIndexes: potential.single.map(single),
    UtilizedCompositeIndexes: utilized.composite.map(composite),
    PotentialCompositeIndexes: potential.composite.map(composite),
  });
  return Buffer.from(json).toString("base64");
}

/** The newer form, for `populateIndexMetricsV2`: JSON, percent-encoded. */
export function indexUtilizationV2({ utilized, potential }: IndexUtilization): string {
  const json = JSON.stringify({
    UtilizedIndexes: {
      SingleIndexes: utilized.single.map((path) => ({ IndexSpec: path })),
      CompositeIndexes: utilized.composite.map((paths) => ({ IndexSpecs: paths })),
    },
    PotentialIndexes: {
      SingleIndexes: potential.single.map((path) => ({ IndexSpec: path, ...IMPACT })),
      CompositeIndexes: potential.composite.map((paths) => ({ IndexSpecs: paths, ...IMPACT })),
    },
  });
  return encodeURIComponent(json);
}
