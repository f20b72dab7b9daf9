import type { Json, Value } from "@orrerydb/exact-json";
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import { describe, expect, it } from "vitest";
import { conformanceData } from "../../../../../tests/harness/conformance-data.ts";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { bindOptions } from "./bind-options.fixture.ts";
import type { HybridSearchQueryInfo, KeyRange, QueryInfo } from "./execution-info.ts";
import { planForClientInSlices } from "./plan-for-client.ts";
import { QUERY_FEATURES } from "./query-features.ts";

interface PlanCase {
  readonly group: string;
  readonly description: string;
  readonly query: string;
  readonly partitionKeys: readonly string[];
  readonly partitionKeyType: "Hash" | "Range";
  readonly parametersXml?: string;
  readonly queryInfo?: Record<string, unknown> | null;
  readonly queryRanges?: readonly string[];
  readonly rewrittenQuery?: string;
  readonly otherXml?: string;
  readonly error?: string;
}

const { cases = [] } = conformanceData<PlanCase>("query-plans.json");

const allFeatures = new Set(QUERY_FEATURES.filter((feature) => feature !== "HybridSearchSkipOrderByRewrite"));

const rangeKey = "a container's key is hashed: the kind Range is no longer offered by the service";
const overflow =
  "the service doubles offset + limit in 32 bits, and asks for 18 candidates where it needs 4294967314; here it is the largest count";

/** Plans that differ from the service's, by description, with the reason. A case that passes must leave the list. */
const differences = new Map<string, string>([
  ["BETWEEN and point", rangeKey],
  ["Complex filter", rangeKey],
  ["Number Range On Partition Key (MaxNumber)", rangeKey],
  ["Number Range On Partition Key (MinNumber)", rangeKey],
  ["String Range On Partition Key (MaxString)", rangeKey],
  ["String Range On Partition Key (MinString)", rangeKey],
  ["OFFSET value at upper range (client) - hybrid search", overflow],
  ["LIMIT value at upper range (client) - hybrid search", overflow],
  ["OFFSET value beyond upper range (client) - hybrid search", overflow],
  ["LIMIT value beyond upper range (client) - hybrid search", overflow],
  ["TOP value beyond upper range (client) - hybrid search", overflow],
]);

function parametersOf({ parametersXml }: PlanCase): Map<string, Value> {
  const json =
    parametersXml === undefined ? "[]" : /<QueryParameters>(.*)<\/QueryParameters>/s.exec(parametersXml)![1]!;
  return new Map(
    (JSON.parse(json) as { name: string; value: Json }[]).map(({ name, value }) => [name, value]),
  );
}

function plan(planCase: PlanCase) {
  const { description, group, partitionKeys, partitionKeyType } = planCase;
  const metric = group === "VectorSearch" ? description.split(" ")[0]!.toLowerCase() : undefined;
  const options = bindOptions(parametersOf(planCase), {
    geospatialType: description.endsWith("Geometry") ? "Geometry" : "Geography",
    vectorEmbeddings: metric === undefined ? [] : [{ path: "/embedding", distanceFunction: metric }],
  });
  const partitionKey = { paths: partitionKeys, kind: partitionKeyType };
  return runToEnd(planForClientInSlices(parseQuery(planCase.query), partitionKey, options, allFeatures));
}

/** As the data writes ranges: numbers with a fraction, a missing value as an empty object. */
function rangeText({ min, max, isMinInclusive, isMaxInclusive }: KeyRange): string {
  const key = (components: readonly PartitionKeyComponent[]) =>
    `[${components.map(componentText).join(",")}]`;
  const end = max === "Infinity" ? '"Infinity"' : key(max);
  return `${isMinInclusive ? "[" : "("}${key(min)},${end}${isMaxInclusive ? "]" : ")"}`;
}

function componentText(component: PartitionKeyComponent): string {
  if (component === undefined) return "{}";
  return typeof component === "number" && Number.isInteger(component)
    ? `${component}.0`
    : JSON.stringify(component);
}

function expectedInfo({ queryInfo, rewrittenQuery }: PlanCase): Partial<QueryInfo> {
  const info = queryInfo!;
  const list = (name: string) => (info[name] ?? []) as string[];
  const count = (name: string) => (info[name] === null ? null : Number(info[name]));
  const aliases = (info.GroupByAliasToAggregateType ?? []) as { Alias: string; AggregateOperator: string }[];
  return {
    distinctType: info.DistinctType as QueryInfo["distinctType"],
    top: count("Top"),
    offset: count("Offset"),
    limit: count("Limit"),
    orderBy: list("OrderBy") as unknown as QueryInfo["orderBy"],
    orderByExpressions: list("OrderByExpressions"),
    groupByExpressions: list("GroupByExpressions"),
    groupByAliases: list("GroupByAliases"),
    aggregates: list("Aggregates") as unknown as QueryInfo["aggregates"],
    groupByAliasToAggregateType: Object.fromEntries(
      aliases.map(({ Alias, AggregateOperator }) => [
        Alias,
        AggregateOperator === "null" ? null : AggregateOperator,
      ]),
    ) as QueryInfo["groupByAliasToAggregateType"],
    hasSelectValue: info.HasSelectValue === "True",
    rewrittenQuery: rewrittenQuery ?? "",
  };
}

function expectRanges(ranges: readonly KeyRange[], expected: readonly string[]): void {
  const texts = expected.flatMap((text) => text.split("\n")).map((text) => text.trim());
  expect(ranges.map(rangeText).sort()).toEqual(texts.sort());
}

function texts(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map((match) => match[1]!);
}

/** The hybrid-search part, of which the data holds the XML. */
function expectHybrid(info: HybridSearchQueryInfo | null, xml: string): void {
  const numbers = (element: string) => texts(xml, element).map(Number);
  const component = info!.componentQueryInfos[0]!;
  expect(info!.componentQueryInfos).toHaveLength(1);
  expect([info!.globalStatisticsQuery]).toEqual(texts(xml, "GlobalStatisticsQuery"));
  expect([component.rewrittenQuery]).toEqual(texts(xml, "RewrittenQuery"));
  expect(component.orderByExpressions).toEqual(texts(xml, "OrderByExpression"));
  expect(component.orderBy).toEqual(texts(xml, "SortOrder"));
  for (const [value, element] of [
    [component.top, "Top"],
    [component.offset, "Offset"],
    [component.limit, "Limit"],
    [info!.skip, "Skip"],
    [info!.take, "Take"],
  ] as const) {
    expect(value === null ? [] : [value]).toEqual(numbers(element));
  }
  expect([String(info!.requiresGlobalStatistics)]).toEqual(
    texts(xml, "RequiresGlobalStatistics").map((text) => text.toLowerCase()),
  );
}

function expectError(planCase: PlanCase): void {
  const json = JSON.parse(/(\{.*\})/.exec(planCase.error!)![1]!);
  if (json.errors === undefined && json.Errors === undefined) {
    // The client failed, not the service: the error quotes the plan that it could not read.
    const { queryInfo, hybridSearchQueryInfo } = plan(planCase);
    if (json.queryInfo !== undefined) expect(queryInfo).toMatchObject(withBooleans(json.queryInfo));
    else expect(hybridSearchQueryInfo).toMatchObject(withBooleans(json.hybridSearchQueryInfo));
    return;
  }
  const error = failureOf(() => plan(planCase));
  if (json.Errors !== undefined) {
    expect(error.message).toBe(json.Errors[0]);
    return;
  }
  const { code, message, location } = json.errors[0];
  expect({ code: error.code, message: error.message, location: error.location }).toEqual({
    code: String(code),
    message,
    location,
  });
}

function withBooleans(info: Record<string, unknown>): Record<string, unknown> {
  const flags = ["hasSelectValue", "hasNonStreamingOrderBy"].filter((name) => name in info);
  return { ...info, ...Object.fromEntries(flags.map((name) => [name, info[name] === 1])) };
}

function failureOf(run: () => unknown): QueryError {
  try {
    run();
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function check(planCase: PlanCase): void {
  if (planCase.error !== undefined) {
    expectError(planCase);
    return;
  }
  const { queryInfo, hybridSearchQueryInfo, queryRanges } = plan(planCase);
  if (planCase.otherXml !== undefined) {
    expectHybrid(hybridSearchQueryInfo, planCase.otherXml);
    return;
  }
  expect(queryInfo).toMatchObject(expectedInfo(planCase));
  expectRanges(queryRanges, planCase.queryRanges!);
}

describe.skipIf(cases.length === 0)("the conformance cases of plans (skipped where they are absent)", () => {
  it.each(cases)("$group: $description", (planCase) => {
    if (differences.has(planCase.description)) expect(() => check(planCase)).toThrow();
    else check(planCase);
  });
});

describe("a parameter without a value", () => {
  const planOf = (text: string) =>
    runToEnd(
      planForClientInSlices(
        parseQuery(text),
        { kind: "Hash", version: 2, paths: ["/pk"] },
        bindOptions(new Map()),
        allFeatures,
      ),
    );

  it.each(["c.id = @p", "c.pk = @p", "c.pk IN (@p, 'a')", "NOT (c.pk = @p)"])(
    "leaves a plan: %s",
    (filter) => {
      const { queryRanges, queryInfo } = planOf(`SELECT * FROM c WHERE ${filter}`);
      expect(queryRanges).toEqual(planOf("SELECT * FROM c").queryRanges);
      expect(queryInfo).toEqual(planOf("SELECT * FROM c").queryInfo);
    },
  );

  it("is refused as a count", () => {
    expect(failureOf(() => planOf("SELECT TOP @p * FROM c")).code).toBe("SC2060");
  });
});
