/** Queries for every way of merging partitions, and the items that they run on. */
import type { IndexingPolicy, ItemDefinition } from "@azure/cosmos";
import { seededRandom } from "../harness/seeded-random.ts";

export interface QueryCase {
  readonly text: string;
  /**
   * What the order of rows means: "exact" rows come in one order, that of ORDER BY and, where it leaves rows equal,
   * that of the partitions and of resource ids; "any" rows come in any.
   */
  readonly order: "exact" | "any";
  /**
   * Whether a new client can go on from the SDK's token. It gives none for aggregates, groups and DISTINCT, and three
   * of its tokens lose rows: with ORDER BY on two paths its filter asks for both to be past the last row; with ORDER BY
   * over a JOIN it passes over the last item's rows once more; limits without an order start other partitions anew.
   */
  readonly resumable: boolean;
}

export const ORDERED_INDEX: IndexingPolicy = {
  indexingMode: "consistent",
  automatic: true,
  includedPaths: [{ path: "/*" }],
  excludedPaths: [{ path: '/"_etag"/?' }],
  compositeIndexes: [
    [
      { path: "/n", order: "ascending" },
      { path: "/s", order: "descending" },
    ],
  ],
};

const KEYS = ["north", "south", "east", "west", "up", "down", ""];

/** Seven logical partitions: on 25 physical partitions most are empty. */
export function queryItems(count: number): (ItemDefinition & { id: string })[] {
  const random = seededRandom(42);
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!;
  return Array.from({ length: count }, (_, n) => ({
    id: `item${String(n).padStart(3, "0")}`,
    pk: pick(...KEYS),
    // Never 0, and no null in DISTINCT VALUE: the SDK loses distinct rows that JavaScript takes for false.
    n: 1 + Math.floor(random() * 12),
    half: Math.floor(random() * 40) / 2,
    s: pick("a", "b", "B", "it's", "ж", "back\\slash", ""),
    g: pick<unknown>("red", "green", "blue", 1, null, true),
    tags: Array.from({ length: Math.floor(random() * 4) }, () => pick("x", "y", "z")),
    nested: { deep: pick(1, 2, 3) },
    ...(random() < 0.7 ? { some: Math.floor(random() * 5) } : {}),
    ...(random() < 0.9 ? { mixed: pick<unknown>(null, false, true, -1, 2.5, "t", "T", [1], { a: 1 }) } : {}),
  }));
}

const FILTERS = [
  "",
  "WHERE c.n > 3",
  "WHERE c.s IN ('a', 'ж')",
  "WHERE ARRAY_CONTAINS(c.tags, 'x') AND c.n < 9",
  "WHERE c.pk = 'north' OR c.pk = 'up'",
  "WHERE IS_DEFINED(c.nothing)",
];

const PLAIN = ["SELECT * FROM c", "SELECT c.id, c.nested.deep FROM c", "SELECT VALUE c.some FROM c"];
const ORDERS = [
  "ORDER BY c.n",
  "ORDER BY c.n DESC",
  "ORDER BY c.s ASC",
  "ORDER BY c.half DESC",
  "ORDER BY c.n ASC, c.s DESC",
  "ORDER BY c.n DESC, c.s ASC",
  "ORDER BY c.id DESC",
  "ORDER BY c._ts",
];
const AGGREGATES = [
  "SELECT VALUE COUNT(1) FROM c",
  "SELECT VALUE SUM(c.half) FROM c",
  "SELECT VALUE AVG(c.n) FROM c",
  "SELECT VALUE MIN(c.s) FROM c",
  "SELECT VALUE MAX(c.half) FROM c",
  "SELECT COUNT(1) AS count, AVG(c.half) AS mean, MIN(c.n) AS least, MAX(c.s) AS last FROM c",
  "SELECT VALUE COUNT(t) FROM c JOIN t IN c.tags",
];
const GROUPS = [
  "SELECT c.g, COUNT(1) AS count FROM c $filter GROUP BY c.g",
  "SELECT c.g, SUM(c.half) AS sum, AVG(c.n) AS mean, MIN(c.s) AS first, MAX(c.n) AS most FROM c $filter GROUP BY c.g",
  "SELECT VALUE COUNT(1) FROM c $filter GROUP BY c.g, c.nested.deep",
  "SELECT c.n, c.s FROM c $filter GROUP BY c.n, c.s",
];
const DISTINCTS = [
  "SELECT DISTINCT c.g FROM c $filter",
  "SELECT DISTINCT c.g, c.nested FROM c $filter",
  "SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags $filter",
];

function limited(select: string, filter: string, order: string): string[] {
  return [
    `${select.replace("SELECT", "SELECT TOP 10")} ${filter} ${order}`,
    `${select} ${filter} ${order} OFFSET 4 LIMIT 15`,
  ];
}

function isOnePath(order: string): boolean {
  return !order.includes(",");
}

export const FAMILIES = ["rows", "limits", "orders", "joins", "aggregates", "groups", "distinct"] as const;
export type Family = (typeof FAMILIES)[number];

export function queryCases(family: Family): QueryCase[] {
  return FILTERS.flatMap((filter) => casesWith(family, filter));
}

/** For tests that read them row by row. */
export function fewQueryCases(family: Family): QueryCase[] {
  return FILTERS.slice(2, 4).flatMap((filter) => casesWith(family, filter));
}

function casesWith(family: Family, filter: string): QueryCase[] {
  const inOrder = (text: string, resumable = true): QueryCase => ({ text, order: "exact", resumable });
  const unordered = (text: string): QueryCase => ({
    text: text.replace("$filter", filter),
    order: "any",
    resumable: false,
  });
  switch (family) {
    case "rows":
      return PLAIN.map((select) => ({ ...unordered(`${select} ${filter}`), resumable: true }));
    case "limits":
      return [
        ...PLAIN.flatMap((select) => limited(select, filter, "").map((text) => inOrder(text, false))),
        ...ORDERS.flatMap((order) =>
          limited("SELECT c.id, c.n FROM c", filter, order).map((text) => inOrder(text, isOnePath(order))),
        ),
      ];
    case "orders":
      return ORDERS.flatMap((order) => [
        inOrder(`SELECT * FROM c ${filter} ${order}`, isOnePath(order)),
        inOrder(`SELECT VALUE c.some FROM c ${filter} ${order}`, isOnePath(order)),
      ]);
    case "joins":
      return [
        { ...unordered(`SELECT c.id, t FROM c JOIN t IN c.tags ${filter}`), resumable: true },
        inOrder(`SELECT c.id, t FROM c JOIN t IN c.tags ${filter} ORDER BY c.id`, false),
      ];
    case "aggregates":
      return AGGREGATES.map((text) => inOrder(`${text} ${filter}`, false));
    case "groups":
      return GROUPS.map(unordered);
    case "distinct":
      return [
        inOrder(`SELECT DISTINCT VALUE c.n FROM c ${filter} ORDER BY c.n`, false),
        ...DISTINCTS.map(unordered),
      ];
  }
}
