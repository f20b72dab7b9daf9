/** What is planned for which query, as data; that plans answer the right rows is tested where they are carried out. */

import { expect, test } from "vitest";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { indexName } from "../../value/rows/index-identity.ts";
import type { BindOptions } from "../bind/bind-context.ts";
import { bindQuery } from "../bind/bind-query.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import type { ExecutionPlan, WholeInput } from "./execution-plan.ts";
import { planInSlices } from "./plan-execution.ts";
import type { IndexingView } from "./predicates/indexing-view.ts";

const OPTIONS: BindOptions = {
  parameters: new Map(),
  computed: new Map(),
  functions: {
    nowMs: () => 0,
    boundAtMs: 0,
    random: () => 0,
    geospatialType: "Geography",
    fullTextLanguage: "en-US",
  },
  vectorEmbeddings: [],
};

const INDEXING: IndexingView = {
  isIndexed: (path) => path !== "/hidden",
  isExplicit: () => false,
  composites: [
    [
      { path: "/a", descending: false },
      { path: "/b", descending: true },
    ],
    [
      { path: "/b", descending: false },
      { path: "/d", descending: false },
    ],
  ],
};

function plan(text: string): ExecutionPlan {
  const { bound, context } = bindQuery(parseQuery(text), OPTIONS);
  return runToEnd(planInSlices(bound, { context, indexing: INDEXING, known: new Map([["/pk", "p"]]) }));
}

/** Such as "whole: subquery of items in ref order". */
function summary(planned: ExecutionPlan): string {
  switch (planned.kind) {
    case "empty":
      return "empty";
    case "rank":
      return `rank: ${planned.search.scores.map(({ kind }) => kind).join()}`;
    case "whole":
      return `whole: ${inputSummary(planned.input)}`;
    case "rows":
      return `rows: ${planned.order.kind}`;
    case "keyed":
      return `keyed: ${indexName(planned.keyed.index)}${planned.keyed.isOnce ? ", each key once" : ""}`;
    case "distinct":
      return `distinct: ${planned.order.kind}${planned.isSideBySide ? ", side by side" : ""}`;
  }
}

function inputSummary(input: WholeInput): string {
  if (input.kind === "subquery") return `subquery of ${inputSummary(input.query.input)}`;
  if (input.kind === "items" && input.keyed) return `keyed ${indexName(input.keyed.index)}`;
  return input.kind === "items" && input.inRefOrder ? "items in ref order" : input.kind;
}

test.each([
  ["SELECT * FROM c", "rows: none"],
  ["SELECT * FROM c ORDER BY c.a", "rows: indexed"],
  ["SELECT * FROM c ORDER BY c.a DESC, c.b", "rows: indexed"],
  ["SELECT * FROM c ORDER BY VECTORDISTANCE(c.v, [1])", "rows: computed"],
  ["SELECT * FROM c ORDER BY c._etag", "rows: computed"],
  ["SELECT * FROM c WHERE 1 = 2 ORDER BY c.a", "empty"],
  ["SELECT DISTINCT c.a FROM c", "keyed: /a, each key once"],
  ["SELECT DISTINCT c.a, {x: c.a} AS b, 'k' AS k FROM c WHERE c.a > 5", "keyed: /a, each key once"],
  ["SELECT DISTINCT c.a FROM c ORDER BY c.a DESC", "keyed: /a, each key once"],
  ["SELECT DISTINCT LOWER(c.a) FROM c", "distinct: none"],
  ["SELECT DISTINCT c.a FROM c WHERE c.b = 1", "distinct: none"],
  ["SELECT DISTINCT c.b, c.d FROM c", "keyed: /b ASC,/d ASC, each key once"],
  ["SELECT DISTINCT c.a, c.b FROM c", "distinct: none"],
  ["SELECT DISTINCT c.a FROM c WHERE c.b = 1 ORDER BY c.a", "distinct: indexed"],
  ["SELECT DISTINCT VALUE c.a FROM c WHERE c.b = 1 ORDER BY c.a", "distinct: indexed, side by side"],
  ["SELECT VALUE 1", "whole: oneRow"],
  ["SELECT VALUE COUNT(1) FROM c", "whole: items"],
  ["SELECT VALUE COUNT(1) FROM c WHERE false", "whole: nothing"],
  ["SELECT c.a FROM c GROUP BY c.a", "keyed: /a, each key once"],
  ["SELECT c.a, COUNT(1) AS n, AVG(c.a) AS m FROM c GROUP BY c.a", "keyed: /a"],
  ["SELECT c.b, SUM(c.d) AS s FROM c GROUP BY c.b", "keyed: /b ASC,/d ASC"],
  ["SELECT c.d, SUM(c.b) AS s FROM c GROUP BY c.d", "whole: items"],
  ["SELECT c.a, SUM(c.b) AS s FROM c GROUP BY c.a", "keyed: /a ASC,/b DESC"],
  ["SELECT c.a, SUM(ABS(c.a)) AS s FROM c GROUP BY c.a", "whole: items"],
  ["SELECT c.a, MAKELIST(c.a) AS l FROM c GROUP BY c.a", "whole: items"],
  ["SELECT c.a, RAND() AS r FROM c GROUP BY c.a", "whole: items"],
  ["SELECT DISTINCT c.a FROM c GROUP BY c.a", "whole: items"],
  ["SELECT * FROM (SELECT DISTINCT c.a, c.b FROM c) AS s", "whole: subquery of items in ref order"],
  ["SELECT VALUE COUNT(1) FROM (SELECT c.a FROM c GROUP BY c.a) AS s", "whole: subquery of keyed /a"],
  ["SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c) AS s", "whole: subquery of keyed /a"],
  [
    "SELECT VALUE COUNT(1) FROM (SELECT LOWER(c.a) AS l FROM c GROUP BY LOWER(c.a)) AS s",
    "whole: subquery of items",
  ],
  ["SELECT * FROM (SELECT * FROM c WHERE c.a = 1) AS s", "rows: none"],
  [
    "SELECT TOP 5 * FROM c ORDER BY RANK RRF(FullTextScore(c.a, 'x'), VectorDistance(c.v, [1]))",
    "rank: text,vector",
  ],
])("%s is planned as %s", (text, expected) => {
  expect(summary(plan(text))).toBe(expected);
});

test.each([
  [
    "SELECT * FROM c WHERE c.a = 'x' AND c.pk = 'p'",
    { predicate: { kind: "path", path: "/a", exact: true } },
  ],
  ["SELECT * FROM c WHERE c.pk = 'q'", { predicate: { kind: "none" } }],
  ["SELECT * FROM c WHERE c.a = 'x'", { requiredText: '"a":"x"' }],
  ["SELECT VALUE SUM(c.a) FROM c", { covering: { path: "/a", countsMissing: false } }],
  [
    "SELECT * FROM c WHERE c.hidden = 1",
    {
      predicate: { kind: "all" },
      usage: {
        used: [],
        potential: [{ index: { kind: "path", path: "/hidden" }, isPrecise: true, impact: "High" }],
      },
    },
  ],
  [
    "SELECT * FROM (SELECT DISTINCT c.a, c.b FROM c WHERE c.a = 1) AS s",
    { predicate: { kind: "path", path: "/a" } },
  ],
])("%s finds its items by %j", (text, access) => {
  expect(plan(text)).toMatchObject({ access });
});
