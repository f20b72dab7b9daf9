/** What the conformance data does not show: hybrid search, distinct counts, what DISTINCT does to counts, features. */

import type { Value } from "@orrerydb/exact-json";
import { describe, expect, it } from "vitest";
import {
  ANNOUNCED_FEATURES,
  type AnnouncingClient,
  announcedBy,
} from "../../../../../tests/harness/announced-features.ts";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { printQuery } from "../syntax/print-query.ts";
import { bindOptions } from "./bind-options.fixture.ts";
import type { HybridSearchQueryInfo, QueryInfo } from "./execution-info.ts";
import { planForClientInSlices } from "./plan-for-client.ts";
import { QUERY_FEATURES } from "./query-features.ts";

const features = QUERY_FEATURES.filter(
  (feature) => feature !== "DCount" && feature !== "HybridSearchSkipOrderByRewrite",
);

const parameters = new Map<string, Value>([
  ["@terms", ["hot", "cold"]],
  ["@n", 7],
  ["@half", 0.5],
]);

function plan(query: string, supported: readonly string[] = features) {
  const vectorEmbeddings = [{ path: "/shape", distanceFunction: "euclidean" }];
  const options = bindOptions(parameters, { vectorEmbeddings });
  return runToEnd(planForClientInSlices(parseQuery(query), { paths: ["/key"] }, options, new Set(supported)));
}

function infoOf(query: string, supported?: readonly string[]): QueryInfo {
  return plan(query, supported).queryInfo!;
}

/** The text as a client sends it, its placeholders replaced; it must be a query again. */
function sent(rewritten: string): string {
  const text = rewritten
    .replaceAll("{documentdb-formattableorderbyquery-filter}", "true")
    .replaceAll(/\{documentdb-formattablehybridsearchquery-hitcountsarray-\d\}/g, "[1]")
    .replaceAll(/\{documentdb-formattablehybridsearchquery-[a-z]+(-\d)?\}/g, "9");
  expect(printQuery(parseQuery(text), "block").replaceAll("(true)", "true")).toBe(
    text.replaceAll("(true)", "true"),
  );
  return text;
}

describe("DISTINCT", () => {
  it.each([
    ["SELECT DISTINCT VALUE c.a FROM c ORDER BY c.a DESC", "Ordered"],
    ["SELECT DISTINCT VALUE c.a FROM c ORDER BY c.a, c.b", "Ordered"],
    ["SELECT DISTINCT c.a FROM c ORDER BY c.a", "Unordered"],
    ["SELECT DISTINCT c.a, c.b FROM c ORDER BY c.a", "Unordered"],
    ["SELECT DISTINCT c.a FROM c ORDER BY c.b", "Unordered"],
    ["SELECT DISTINCT * FROM c ORDER BY c.b", "Unordered"],
  ])("%s is %s", (query, distinctType) => {
    expect(infoOf(query).distinctType).toBe(distinctType);
  });

  it("leaves TOP, OFFSET and LIMIT to the client", () => {
    expect(infoOf("SELECT DISTINCT TOP 5 c.a FROM c ORDER BY c.a")).toMatchObject({
      top: 5,
      rewrittenQuery:
        'SELECT c._rid, [{"item": c.a}] AS orderByItems, {"a": c.a} AS payload\nFROM c\n' +
        "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.a",
    });
    expect(infoOf("SELECT DISTINCT c.a FROM c OFFSET 2 LIMIT 3")).toMatchObject({
      offset: 2,
      limit: 3,
      rewrittenQuery: "SELECT DISTINCT c.a\nFROM c",
    });
  });
});

describe("counts", () => {
  it("of parameters are told as numbers", () => {
    expect(infoOf("SELECT TOP @n * FROM c").top).toBe(7);
    expect(() => plan("SELECT TOP @half * FROM c")).toThrow("must be an integer");
    expect(() => plan("SELECT * FROM c OFFSET @missing LIMIT 1")).toThrow("must be an integer");
  });

  it("of a page in order ask each partition for all rows up to its end", () => {
    const { offset, limit, rewrittenQuery } = infoOf("SELECT * FROM c ORDER BY c.a OFFSET 4 LIMIT 3");
    expect({ offset, limit }).toEqual({ offset: 4, limit: 3 });
    expect(sent(rewrittenQuery)).toMatch(/ORDER BY c.a\nOFFSET 0 LIMIT 7$/);
  });
});

describe("a count of distinct rows", () => {
  const query = "SELECT COUNT(1) AS n FROM (SELECT DISTINCT VALUE c.a FROM c WHERE c.key = 1)";

  it("is done by the clients that can", () => {
    const { queryInfo, queryRanges } = plan(query, [...features, "DCount"]);
    expect(queryInfo).toMatchObject({
      distinctType: "Unordered",
      dCountInfo: { dCountAlias: "n" },
      rewrittenQuery: "SELECT DISTINCT VALUE c.a\nFROM c\nWHERE (c.key = 1)",
    });
    expect(queryRanges).toMatchObject([{ min: [1], max: [1] }]);
    expect(infoOf(query.replace("COUNT(1) AS n", "VALUE COUNT(1)"), [...features, "DCount"])).toMatchObject({
      dCountInfo: { dCountAlias: "" },
      hasSelectValue: true,
    });
  });

  it("is left to the partition where there is only one, and where more is asked", () => {
    expect(infoOf(query)).toMatchObject({ dCountInfo: null, groupByAliasToAggregateType: { n: "Count" } });
    expect(infoOf(`${query} x WHERE x > 1`, [...features, "DCount"]).dCountInfo).toBeNull();
  });

  it("is refused to clients that would add up the partitions' counts", () => {
    const all = query.replace(" WHERE c.key = 1", "");
    expect(() => infoOf(all)).toThrow(/does not support: Distinct DCount|does not support: DCount/);
    expect(() => infoOf(`${all} x WHERE x > 1`, [...features, "DCount"])).toThrow(/cannot be put together/);
  });
});

describe("features", () => {
  it.each([
    ["SELECT TOP 1 * FROM c", "Top"],
    ["SELECT VALUE AVG(c.a) FROM c", "Aggregate"],
    ["SELECT VALUE MIN(c.a) FROM c", "Aggregate"],
    ["SELECT MAX(c.a) AS most FROM c", "NonValueAggregate"],
    ["SELECT COUNT(1), SUM(c.a) FROM c", "MultipleAggregates NonValueAggregate"],
    ["SELECT VALUE COUNTIF(c.a) FROM c", "Aggregate CountIf"],
    ["SELECT VALUE MAKESET(c.a) FROM c", "Aggregate ListAndSetAggregate"],
    ["SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a", "GroupBy NonValueAggregate"],
    ["SELECT VALUE COUNT(1) FROM c GROUP BY c.a", "Aggregate GroupBy"],
    [
      "SELECT TOP 5 c.a, COUNT(1), AVG(c.b) FROM c GROUP BY c.a",
      "GroupBy MultipleAggregates Top NonValueAggregate",
    ],
    ["SELECT DISTINCT c.a FROM c ORDER BY c.a, c.b", "Distinct MultipleOrderBy"],
    ["SELECT * FROM c OFFSET 1 LIMIT 1", "OffsetAndLimit"],
    ["SELECT TOP 1 * FROM c ORDER BY RANK FullTextScore(c.t, 'x')", "HybridSearch"],
    [
      "SELECT TOP 1 * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'x'), VectorDistance(c.v, [1]), [1, 2])",
      "HybridSearch WeightedRankFusion",
    ],
  ])("%s needs %s", (query, missing) => {
    expect(() => plan(query, [])).toThrow(`does not support: ${missing}`);
    expect(() => plan(query, missing.split(" "))).not.toThrow();
  });

  it.each(["SELECT * FROM c", "SELECT TOP 1 5", "SELECT * FROM c WHERE c.key = 1 OFFSET 1 LIMIT 1"])(
    "%s needs none",
    (query) => {
      expect(() => plan(query, [])).not.toThrow();
    },
  );
});

describe("published clients", () => {
  const aggregates = ["AVG(c.a)", "COUNT(1)", "MAX(c.a)", "MIN(c.a)", "SUM(c.a)"];
  const clientsOf = (feature: string) =>
    (Object.keys(ANNOUNCED_FEATURES) as AnnouncingClient[]).filter((client) =>
      announcedBy(client).includes(feature),
    );

  it.each(clientsOf("Aggregate"))("%s aggregates across partitions", (client) => {
    for (const aggregate of aggregates) {
      expect(infoOf(`SELECT VALUE ${aggregate} FROM c`, announcedBy(client)).aggregates).toHaveLength(1);
    }
  });

  it.each(clientsOf("GroupBy"))("%s aggregates groups, and several values", (client) => {
    for (const query of [
      `SELECT ${aggregates.join(", ")} FROM c`,
      `SELECT c.b, ${aggregates.join(", ")} FROM c GROUP BY c.b`,
    ]) {
      const { groupByAliasToAggregateType } = infoOf(query, announcedBy(client));
      expect(Object.values(groupByAliasToAggregateType).filter(Boolean)).toHaveLength(aggregates.length);
    }
  });

  it.each(clientsOf("MultipleOrderBy"))("%s sorts by several keys", (client) => {
    expect(infoOf("SELECT * FROM c ORDER BY c.a, c.b", announcedBy(client)).orderBy).toHaveLength(2);
  });

  it.each(clientsOf("Distinct"))("%s finds distinct rows across partitions", (client) => {
    for (const query of ["SELECT DISTINCT VALUE c.a FROM c", "SELECT DISTINCT c.a FROM c ORDER BY c.a"]) {
      expect(infoOf(query, announcedBy(client)).distinctType).not.toBe("None");
    }
  });

  it.each(clientsOf("NonStreamingOrderBy"))("%s sorts by distance across partitions", (client) => {
    const query = "SELECT TOP 5 c.id FROM c ORDER BY VectorDistance(c.v, [1, 2])";
    expect(infoOf(query, announcedBy(client)).hasNonStreamingOrderBy).toBe(true);
  });
});

describe("hybrid search", () => {
  const skipping = [...features, "HybridSearchSkipOrderByRewrite"];
  const fused =
    "SELECT TOP 100 c.id FROM c WHERE c.a = 1 " +
    "ORDER BY RANK RRF(VectorDistance(c.shape, [1, 2]), FullTextScore(c.text, @terms), VectorDistance(c.v, [3]))";

  function hybridOf(query: string, supported?: readonly string[]): HybridSearchQueryInfo {
    const { queryInfo, hybridSearchQueryInfo } = plan(query, supported);
    expect(queryInfo).toBeNull();
    return hybridSearchQueryInfo!;
  }

  it("asks for twice the rows of each score, with all scores beside each", () => {
    const info = hybridOf(fused);
    expect(info).toMatchObject({
      take: 100,
      skip: null,
      componentWeights: [],
      requiresGlobalStatistics: true,
    });
    expect(info.globalStatisticsQuery).toBe(
      'SELECT COUNT(1) AS documentCount, [{"totalWordCount": SUM(_FullTextWordCount(c.text)), "hitCounts": ' +
        '[COUNTIF(FullTextContains(c.text, "hot")), COUNTIF(FullTextContains(c.text, "cold"))]}] ' +
        "AS fullTextStatistics\nFROM c",
    );
    const [shape, text, vector] = info.componentQueryInfos;
    expect(shape).toMatchObject({ top: 200, orderBy: ["Ascending"], hasNonStreamingOrderBy: true });
    expect(text).toMatchObject({ top: 200, orderBy: ["Descending"], hasNonStreamingOrderBy: true });
    expect(vector).toMatchObject({ top: 200, orderBy: ["Descending"], hasNonStreamingOrderBy: true });
    const scored = '_FullTextScore(c.text, ["hot", "cold"], 9, 9, [1])';
    expect(sent(text!.rewrittenQuery)).toBe(
      `SELECT TOP 200 c._rid, [{"item": ${scored}}] AS orderByItems, {"payload": {"id": c.id}, "componentScores": ` +
        `[(_VectorScore(c.shape, [1, 2]) ?? 1.79769e+308), (${scored} ?? -1), ` +
        `(_VectorScore(c.v, [3]) ?? -1.79769e+308)]} AS payload\nFROM c\nWHERE ((c.a = 1) AND (true))\n` +
        `ORDER BY ${scored} DESC`,
    );
    expect(sent(shape!.rewrittenQuery)).toMatch(/\nORDER BY _VectorScore\(c.shape, \[1, 2\]\)$/);
  });

  it("gives plain queries with scores to clients that want them", () => {
    const [shape] = hybridOf(fused, skipping).componentQueryInfos;
    expect(shape).toMatchObject({
      top: null,
      orderBy: [],
      orderByExpressions: [],
      hasNonStreamingOrderBy: false,
    });
    expect(sent(shape!.rewrittenQuery)).toMatch(
      /^SELECT TOP 200 c._rid, \{"id": c.id\} AS payload, \[\(-1 \* \(_VectorScore\(c.shape, \[1, 2\]\) \?\? 1.79769e\+308\)\), /,
    );
    expect(shape!.rewrittenQuery).toContain("\nWHERE (c.a = 1)\n");
  });

  it("needs no scores where there is only one", () => {
    const query = "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, ['a']) OFFSET 5 LIMIT 10";
    const info = hybridOf(query, skipping);
    expect(info).toMatchObject({ skip: 5, take: 10 });
    expect(info.componentQueryInfos[0]).toMatchObject({
      offset: 0,
      limit: 120,
      hasNonStreamingOrderBy: true,
    });
    expect(sent(info.componentQueryInfos[0]!.rewrittenQuery)).toContain(
      '{"payload": c, "componentScores": []}',
    );
  });

  it("turns the order of a negative weight around", () => {
    const query =
      "SELECT TOP 1 * FROM c ORDER BY RANK RRF(VectorDistance(c.v, [1]), VectorDistance(c.shape, [1]), [-2, 1])";
    const info = hybridOf(query);
    expect(info).toMatchObject({ componentWeights: [2, 1], requiresGlobalStatistics: false });
    expect(info.componentQueryInfos.map(({ orderBy }) => orderBy)).toEqual([["Ascending"], ["Ascending"]]);
    expect(sent(info.componentQueryInfos[0]!.rewrittenQuery)).toMatch(
      /ORDER BY _VectorScore\(c.v, \[1\]\) ASC$/,
    );
    expect(sent(info.componentQueryInfos[1]!.rewrittenQuery)).toMatch(
      /ORDER BY _VectorScore\(c.shape, \[1\]\)$/,
    );
  });

  it.each([
    "SELECT * FROM c ORDER BY RANK ABS(c.a)",
    "SELECT * FROM c ORDER BY RANK FullTextScore(c.a)",
    "SELECT * FROM c ORDER BY RANK FullTextScore(c.a, 'x'), FullTextScore(c.b, 'x')",
    "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.a, 'x'), [1, 2])",
    "SELECT * FROM (SELECT * FROM c) ORDER BY RANK FullTextScore(c.a, 'x')",
  ])("refuses %s", (query) => {
    expect(() => plan(query)).toThrow(expect.objectContaining({ name: "QueryError" }));
  });
});

it("leaves ORDER BY out where there are groups", () => {
  const { orderBy, rewrittenQuery } = infoOf("SELECT MAX(c.b) FROM c GROUP BY c.a ORDER BY c.a");
  expect(orderBy).toEqual([]);
  expect(rewrittenQuery).not.toContain("ORDER BY");
});

it("refuses what a plan cannot express", () => {
  expect(() => plan("SELECT c.a, COUNT(1) + 1 FROM c GROUP BY c.a")).toThrow("Compositions of aggregates");
});

describe("ORDER BY VectorDistance", () => {
  it("takes the metric from the call, then from the container", () => {
    const orderOf = (call: string) => infoOf(`SELECT TOP 1 * FROM c ORDER BY ${call}`).orderBy;
    expect(orderOf("VectorDistance(c.shape, [1])")).toEqual(["Ascending"]);
    expect(orderOf("VectorDistance(c.shape, [1], true, {distanceFunction: 'cosine'})")).toEqual([
      "Descending",
    ]);
    expect(orderOf("VectorDistance(c.other, [1], true, {distanceFunction: 'Euclidean'})")).toEqual([
      "Ascending",
    ]);
    expect(orderOf("VectorDistance(c.other, [1])")).toEqual(["Descending"]);
  });

  it("needs a client that can sort what it is given", () => {
    const query = "SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1])";
    expect(() => plan(query, ["OrderBy", "Top"])).toThrow("does not support: NonStreamingOrderBy");
  });
});
