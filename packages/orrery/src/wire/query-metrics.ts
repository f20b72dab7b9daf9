/**
 * The headers in which a query's page tells about its work. They hold what was measured and nothing else: what the
 * service also tells (the time of physical planning, of optimization and of built-in functions, the impact and the
 * precision of an index) is left out, and clients read what is missing as zero or nothing.
 */

export interface QueryMetrics {
  readonly totalExecutionTimeMs: number;
  readonly queryCompileTimeMs: number;
  readonly logicalPlanBuildTimeMs: number;
  /** All that follows the plan: clients subtract looking up, loading and writing to find the query engine's part. */
  readonly runtimeExecutionTimeMs: number;
  readonly indexLookupTimeMs: number;
  readonly documentLoadTimeMs: number;
  readonly documentWriteTimeMs: number;
  readonly userFunctionTimeMs: number;
  readonly retrievedDocumentCount: number;
  readonly retrievedDocumentBytes: number;
  readonly outputDocumentCount: number;
  readonly outputDocumentBytes: number;
  /** Of those retrieved, how many the filter let through. */
  readonly matchedDocumentCount: number;
}

/** `key=value` joined by `;` with none at the end: the JavaScript client throws on an empty pair. */
export function formatQueryMetrics(metrics: QueryMetrics): string {
  const { retrievedDocumentCount, matchedDocumentCount } = metrics;
  const ratio = retrievedDocumentCount === 0 ? 1 : matchedDocumentCount / retrievedDocumentCount;
  return [
    `totalExecutionTimeInMs=${metrics.totalExecutionTimeMs.toFixed(2)}`,
    `queryCompileTimeInMs=${metrics.queryCompileTimeMs.toFixed(2)}`,
    `queryLogicalPlanBuildTimeInMs=${metrics.logicalPlanBuildTimeMs.toFixed(2)}`,
    `VMExecutionTimeInMs=${metrics.runtimeExecutionTimeMs.toFixed(2)}`,
    `indexLookupTimeInMs=${metrics.indexLookupTimeMs.toFixed(2)}`,
    `documentLoadTimeInMs=${metrics.documentLoadTimeMs.toFixed(2)}`,
    `userFunctionExecuteTimeInMs=${metrics.userFunctionTimeMs.toFixed(2)}`,
    `retrievedDocumentCount=${retrievedDocumentCount}`,
    `retrievedDocumentSize=${metrics.retrievedDocumentBytes}`,
    `outputDocumentCount=${metrics.outputDocumentCount}`,
    `outputDocumentSize=${metrics.outputDocumentBytes}`,
    `writeOutputTimeInMs=${metrics.documentWriteTimeMs.toFixed(2)}`,
    `indexUtilizationRatio=${ratio.toFixed(2)}`,
  ].join(";");
}

export interface IndexUtilization {
  readonly utilized: IndexList;
  /** Indexes that the policy lacks and that might have helped. */
  readonly potential: IndexList;
}

export interface IndexList {
  /** Paths as in an indexing policy: `/name/?`. */
  readonly single: readonly string[];
  /** Each a list such as `["/name ASC", "/age DESC"]`. */
  readonly composite: readonly (readonly string[])[];
}

/** The older form, for `populateIndexMetrics`: base64 of JSON. */
export function indexUtilizationV1({ utilized, potential }: IndexUtilization): string {
  const used = entriesOf(utilized);
  const wished = entriesOf(potential);
  const json = JSON.stringify({
    UtilizedSingleIndexes: used.SingleIndexes,
    PotentialSingleIndexes: wished.SingleIndexes,
    UtilizedCompositeIndexes: used.CompositeIndexes,
    PotentialCompositeIndexes: wished.CompositeIndexes,
  });
  return Buffer.from(json).toString("base64");
}

/** The newer form, for `populateIndexMetricsV2`: JSON, percent-encoded. */
export function indexUtilizationV2({ utilized, potential }: IndexUtilization): string {
  return encodeURIComponent(
    JSON.stringify({ UtilizedIndexes: entriesOf(utilized), PotentialIndexes: entriesOf(potential) }),
  );
}

function entriesOf({ single, composite }: IndexList) {
  return {
    SingleIndexes: single.map((path) => ({ IndexSpec: path })),
    CompositeIndexes: composite.map((paths) => ({ IndexSpecs: paths })),
  };
}
