/**
 * The headers in which a query's page tells about its work. They hold what was measured and nothing else: what the
 * service also tells (the time of physical planning, of optimization and of built-in functions) is
 * left out, and clients read what is missing as zero.
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
  readonly utilized: readonly UtilizedIndex[];
  /** Indexes that the policy lacks and that might have helped. */
  readonly potential: readonly UtilizedIndex[];
}

export interface UtilizedIndex {
  /** A path as in an indexing policy, `/name/?`; a list such as `["/name ASC", "/age DESC"]` for a composite index. */
  readonly spec: string | readonly string[];
  /** Whether its entries alone tell which items pass the filter. */
  readonly isPrecise: boolean;
  readonly impact: "High" | "Low";
}

/** The older form, for `populateIndexMetrics`: base64 of JSON. The filter expression is empty on the service too. */
export function indexUtilizationV1({ utilized, potential }: IndexUtilization): string {
  const single = (index: UtilizedIndex) => ({
    FilterExpression: "",
    IndexSpec: index.spec,
    FilterPreciseSet: index.isPrecise,
    IndexPreciseSet: index.isPrecise,
    IndexImpactScore: index.impact,
  });
  const composite = (index: UtilizedIndex) => ({
    IndexSpecs: index.spec,
    IndexPreciseSet: index.isPrecise,
    IndexImpactScore: index.impact,
  });
  const json = JSON.stringify({
    UtilizedSingleIndexes: utilized.filter(isSingle).map(single),
    PotentialSingleIndexes: potential.filter(isSingle).map(single),
    UtilizedCompositeIndexes: utilized.filter(isComposite).map(composite),
    PotentialCompositeIndexes: potential.filter(isComposite).map(composite),
  });
  return Buffer.from(json).toString("base64");
}

/** The newer form, for `populateIndexMetricsV2`: JSON, percent-encoded. Only what is lacking has a score. */
export function indexUtilizationV2({ utilized, potential }: IndexUtilization): string {
  const lists = (indexes: readonly UtilizedIndex[], hasScores: boolean) => ({
    SingleIndexes: indexes
      .filter(isSingle)
      .map(({ spec, impact }) => ({ IndexSpec: spec, ...(hasScores && { IndexImpactScore: impact }) })),
    CompositeIndexes: indexes
      .filter(isComposite)
      .map(({ spec, impact }) => ({ IndexSpecs: spec, ...(hasScores && { IndexImpactScore: impact }) })),
  });
  return encodeURIComponent(
    JSON.stringify({ UtilizedIndexes: lists(utilized, false), PotentialIndexes: lists(potential, true) }),
  );
}

function isSingle({ spec }: UtilizedIndex): boolean {
  return typeof spec === "string";
}

function isComposite(index: UtilizedIndex): boolean {
  return !isSingle(index);
}
