/** Runs a query as a client does, and gathers what the server says about how it ran. */
import { elementTexts, memberTexts, withText } from "../../client/exact-json.ts";
import { containerPath, type OrreryClient, type Place, Refusal } from "../../client/orrery-client.ts";
import type { PlacedPartition } from "../../heat/hash-place.ts";

export interface QueryRun {
  readonly rows: readonly unknown[];
  readonly continuation: string | undefined;
  readonly charge: number;
  readonly ms: number;
  /** What was loaded to find the rows. */
  readonly loaded: number;
  readonly indexHits: number;
  readonly usedIndexes: readonly string[];
  readonly possibleIndexes: readonly string[];
  readonly plan: QueryPlan;
}

export interface RanQuery extends QueryRun {
  readonly text: string;
  readonly partitions: readonly PlacedPartition[];
  /** Of all pages so far. */
  readonly chargeInAll: number;
}

export interface QueryPlan {
  readonly queryRanges: readonly { readonly min: string; readonly max: string }[];
  readonly queryInfo: {
    readonly distinctType?: string;
    readonly top?: number | null;
    readonly limit?: number | null;
    readonly orderBy?: readonly string[];
    readonly groupByExpressions?: readonly string[];
    readonly aggregates?: readonly string[];
  };
}

const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "True" };
const FEATURES =
  "Aggregate,CountIf,DCount,Distinct,GroupBy,MultipleAggregates,MultipleOrderBy,NonValueAggregate,OffsetAndLimit,OrderBy,Top";
const PAGE_ROWS = 100;
/** Of a page that nobody looks at. */
export const EXPORT_ROWS = 1_000;

interface RunOptions {
  readonly continuation?: string | undefined;
  readonly partition?: string;
  readonly rows?: number;
}

interface Documents {
  readonly Documents: readonly unknown[];
}

export async function runQuery(
  client: OrreryClient,
  place: Place,
  query: string,
  { continuation, partition, rows = PAGE_ROWS }: RunOptions = {},
): Promise<Omit<QueryRun, "plan">> {
  const startMs = performance.now();
  const { body, text, headers, charge } = await client.data<Documents>(
    "POST",
    [...containerPath(place), "docs"],
    {
      body: { query, parameters: [] },
      headers: {
        ...QUERY,
        "x-ms-documentdb-query-enablecrosspartition": "True",
        "x-ms-documentdb-populatequerymetrics": "True",
        "x-ms-cosmos-populateindexmetrics-V2": "True",
        "x-ms-max-item-count": String(rows),
        ...(continuation === undefined ? {} : { "x-ms-continuation": continuation }),
        ...(partition === undefined ? {} : { "x-ms-documentdb-partitionkeyrangeid": partition }),
      },
    },
  );
  const rowTexts = elementTexts(memberTexts(text).get("Documents")!);
  const metrics = new URLSearchParams(
    (headers.get("x-ms-documentdb-query-metrics") ?? "").replaceAll(";", "&"),
  );
  const indexes = JSON.parse(
    decodeURIComponent(headers.get("x-ms-cosmos-index-utilization") ?? "%7B%7D"),
  ) as IndexUtilization;
  return {
    rows: body.Documents.map((row, i) => withText(row, rowTexts[i]!)),
    continuation: headers.get("x-ms-continuation") ?? undefined,
    charge,
    ms: performance.now() - startMs,
    loaded: Number(metrics.get("retrievedDocumentCount") ?? 0),
    indexHits: Number(metrics.get("indexUtilizationRatio") ?? 0),
    usedIndexes: names(indexes.UtilizedIndexes),
    possibleIndexes: names(indexes.PotentialIndexes),
  };
}

/** Which partitions a client asks, and what it must do with their answers. */
export async function planQuery(client: OrreryClient, place: Place, query: string): Promise<QueryPlan> {
  const { body } = await client.data<QueryPlan>("POST", [...containerPath(place), "docs"], {
    body: { query, parameters: [] },
    headers: {
      "content-type": "application/query+json",
      "x-ms-cosmos-is-query-plan-request": "True",
      "x-ms-cosmos-supported-query-features": FEATURES,
    },
  });
  return body;
}

interface IndexNames {
  readonly SingleIndexes?: readonly { readonly IndexSpec: string }[];
  readonly CompositeIndexes?: readonly { readonly IndexSpecs: readonly string[] }[];
}

interface IndexUtilization {
  readonly UtilizedIndexes?: IndexNames;
  readonly PotentialIndexes?: IndexNames;
}

function names(indexes: IndexNames = {}): string[] {
  return [
    ...(indexes.SingleIndexes ?? []).map(({ IndexSpec }) => IndexSpec),
    ...(indexes.CompositeIndexes ?? []).map(({ IndexSpecs }) => `(${IndexSpecs.join(", ")})`),
  ];
}

/** A range of one key has the same ends. */
export function visitedBy(
  { queryRanges }: QueryPlan,
  partitions: readonly PlacedPartition[],
): PlacedPartition[] {
  return partitions.filter(({ minInclusive, maxExclusive }) =>
    queryRanges.some(
      ({ min, max }) => min < maxExclusive && (max > minInclusive || (min === max && max >= minInclusive)),
    ),
  );
}

export interface QueryFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Where a query is wrong, if the server says so. */
export function faultOf(error: unknown): QueryFault | undefined {
  if (!(error instanceof Refusal) || error.status !== 400) return undefined;
  try {
    const [first] = (
      JSON.parse(error.message) as {
        errors: { location?: { start: number; end: number }; message: string }[];
      }
    ).errors;
    if (first === undefined) return undefined;
    return { from: first.location?.start ?? 0, to: first.location?.end ?? 0, message: first.message };
  } catch {
    return undefined;
  }
}
