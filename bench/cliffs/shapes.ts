/**
 * The shapes that were slow once, each beside a twin: a query, or two, that always was served well, looks at about as many
 * index entries and reads about as many items. A shape that is far slower than its twin has no index, or does not use it.
 * Strings stand in double quotes: Cosmium finds nothing by single ones.
 */
import type { BenchQuery } from "../query/ask-to-end.ts";
import { partitionKeyOf } from "../query/fill-container.ts";
import { GROUPS, KEYS, LOT_ITEMS, lotNameOf, placeOfLot, rareWordOf } from "./cliff-item.ts";
import { vectorOf } from "./vector-item.ts";

/** One query or several, and how many rows they have together. */
export interface Asked {
  readonly name: string;
  queries(count: number, turn: number): readonly BenchQuery[];
  readonly rows: number;
}

export interface Shape extends Asked {
  readonly items: "plain" | "vectors";
  readonly twin: Asked;
  /** Reads as much at every size. Others read all entries of an index. */
  readonly isFlat: boolean;
}

type QueryOf = (count: number, turn: number) => BenchQuery;

const READ_MANY = 200;
const PAGE_ROWS = 10;
const SKIPPED = 9000;
const BEST = 10;

const EQUALITY: Asked = {
  name: `equality, ${LOT_ITEMS} rows`,
  queries: (count, turn) => [{ text: `SELECT * FROM c WHERE c.lot = "lot-${lotNameOf(turn, count)}"` }],
  rows: LOT_ITEMS,
};

const ALL_ENTRIES: Asked = {
  name: "COUNT of a path's entries",
  queries: () => [{ text: "SELECT VALUE COUNT(c.n) FROM c WHERE c.n >= 0" }],
  rows: 1,
};

/** Predicates that no interval of values tells look at all entries, and then read their items. */
const ENTRIES_AND_ITEMS: Asked = {
  name: `COUNT of a path's entries, and equality, ${LOT_ITEMS} rows`,
  queries: (count, turn) => [...ALL_ENTRIES.queries(count, turn), ...EQUALITY.queries(count, turn)],
  rows: ALL_ENTRIES.rows + EQUALITY.rows,
};

/** RRF reads 120 candidates for each of its scores, as clients that merge by themselves do. */
const TWO_LOTS: Asked = {
  name: `IN of two values, ${2 * LOT_ITEMS} rows`,
  queries: (count, turn) => [
    {
      text: `SELECT * FROM c WHERE c.lot IN ("lot-${lotNameOf(turn, count)}", "lot-${lotNameOf(turn + 1, count)}")`,
    },
  ],
  rows: 2 * LOT_ITEMS,
};

const PAGES_OF_TEN: Asked = {
  name: `range of ${KEYS} rows, ${PAGE_ROWS} on a page`,
  queries: () => [{ text: `SELECT VALUE c.n FROM c WHERE c.n < ${KEYS}`, pageRows: PAGE_ROWS }],
  rows: KEYS,
};

/** The rows that OFFSET passes over. */
const PASSED_OVER: Asked = {
  name: `ORDER BY, ${SKIPPED} rows`,
  queries: () => [{ text: `SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 0 LIMIT ${SKIPPED}` }],
  rows: SKIPPED,
};

function flat(name: string, rows: number, twin: Asked, query: QueryOf): Shape {
  return { name, items: "plain", rows, twin, queries: one(query), isFlat: true };
}

function overAll(name: string, rows: number, twin: Asked, query: QueryOf): Shape {
  return { name, items: "plain", rows, twin, queries: one(query), isFlat: false };
}

function one(query: QueryOf): Asked["queries"] {
  return (count, turn) => [query(count, turn)];
}

/** A predicate on texts, which is true of the items of one lot. */
function ofLot(name: string, predicate: (lot: number) => string): Shape {
  return overAll(name, LOT_ITEMS, ENTRIES_AND_ITEMS, (count, turn) => ({
    text: `SELECT * FROM c WHERE ${predicate(lotNameOf(turn, count))}`,
  }));
}

function nearLot(name: string, predicate: (longitude: number, latitude: number) => string): Shape {
  return flat(name, LOT_ITEMS, EQUALITY, (count, turn) => ({
    text: `SELECT * FROM c WHERE ${predicate(...placeOfLot(lotNameOf(turn, count)))}`,
  }));
}

const square = (longitude: number, latitude: number): string => {
  const [west, east] = [longitude - 0.01, longitude + 0.01];
  const [south, north] = [latitude - 0.01, latitude + 0.01];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return JSON.stringify({ type: "Polygon", coordinates: [ring] });
};

export const SHAPES: readonly Shape[] = [
  flat(
    `${READ_MANY} keys with ids, joined by OR`,
    READ_MANY,
    {
      name: `${READ_MANY} ids by IN`,
      queries: (count, turn) => [
        {
          text: `SELECT * FROM c WHERE c.id IN (${pickedOf(count, turn)
            .map((index) => `"item-${index}"`)
            .join(", ")})`,
        },
      ],
      rows: READ_MANY,
    },
    (count, turn) => ({
      text: `SELECT * FROM c WHERE ${pickedOf(count, turn)
        .map((index) => `(c.pk = "${partitionKeyOf(index)}" AND c.id = "item-${index}")`)
        .join(" OR ")}`,
    }),
  ),
  overAll(`DISTINCT of ${KEYS} values, ${PAGE_ROWS} on a page`, KEYS, PAGES_OF_TEN, () => ({
    text: "SELECT DISTINCT VALUE c.k FROM c",
    pageRows: PAGE_ROWS,
  })),
  overAll(`GROUP BY of ${KEYS} values, ${PAGE_ROWS} on a page`, KEYS, PAGES_OF_TEN, () => ({
    text: "SELECT c.k, COUNT(1) AS items FROM c GROUP BY c.k",
    pageRows: PAGE_ROWS,
  })),
  flat(`DISTINCT of ${GROUPS} values`, GROUPS, EQUALITY, () => ({
    text: "SELECT DISTINCT VALUE c.g FROM c",
  })),
  ofLot("CONTAINS", (lot) => `CONTAINS(c.name, "lot-${lot}.")`),
  ofLot("ENDSWITH", (lot) => `ENDSWITH(c.name, "of lot-${lot}.")`),
  ofLot("LIKE '%…%'", (lot) => `c.name LIKE "%lot-${lot}.%"`),
  ofLot("RegexMatch", (lot) => `RegexMatch(c.name, "lot-${lot}\\\\.$")`),
  ofLot("STARTSWITH, ignoring case", (lot) => `STARTSWITH(c.title, "LOT-${lot}.", true)`),
  ofLot("StringEquals, ignoring case", (lot) => `StringEquals(c.lot, "LOT-${lot}", true)`),
  flat("ARRAY_CONTAINS of a part", LOT_ITEMS, EQUALITY, (count, turn) => ({
    text: `SELECT * FROM c WHERE ARRAY_CONTAINS(c.lines, {"sku": "sku-${lotNameOf(turn, count)}"}, true)`,
  })),
  flat("JOIN (SELECT … WHERE)", LOT_ITEMS, EQUALITY, (count, turn) => ({
    text: `SELECT c.id, l FROM c JOIN (SELECT VALUE l FROM l IN c.lines WHERE l.sku = "sku-${lotNameOf(turn, count)}") AS l`,
  })),
  nearLot(
    "ST_DISTANCE",
    (longitude, latitude) =>
      `ST_DISTANCE(c.place, {"type": "Point", "coordinates": [${longitude}, ${latitude}]}) < 2000`,
  ),
  nearLot("ST_WITHIN", (longitude, latitude) => `ST_WITHIN(c.place, ${square(longitude, latitude)})`),
  nearLot("ST_INTERSECTS", (longitude, latitude) => `ST_INTERSECTS(c.place, ${square(longitude, latitude)})`),
  flat("composite index sought, TOP 100", LOT_ITEMS, EQUALITY, () => ({
    text: `SELECT TOP ${LOT_ITEMS} * FROM c WHERE c.g = "g9" ORDER BY c.g, c.n DESC`,
  })),
  flat(`ORDER BY … OFFSET ${SKIPPED} LIMIT 10`, BEST, PASSED_OVER, () => ({
    text: `SELECT * FROM c ORDER BY c.n OFFSET ${SKIPPED} LIMIT ${BEST}`,
  })),
  flat(`FullTextScore, TOP ${BEST}`, BEST, EQUALITY, (count, turn) => ({
    text: `SELECT TOP ${BEST} * FROM c ORDER BY RANK FullTextScore(c.text, "${rareWordOf(lotNameOf(turn, count))}")`,
    holds: [rareWordOf(lotNameOf(turn, count))],
  })),
  flat(`RRF of two FullTextScores, TOP ${BEST}`, BEST, TWO_LOTS, (count, turn) => ({
    text: `SELECT TOP ${BEST} * FROM c ORDER BY RANK RRF(FullTextScore(c.text, "${rareWordOf(lotNameOf(turn, count))}"), FullTextScore(c.text, "${rareWordOf(lotNameOf(turn + 1, count))}"))`,
    holds: [turn, turn + 1].map((one) => rareWordOf(lotNameOf(one, count))),
  })),
  overAll(`GROUP BY, ${GROUPS} groups`, GROUPS, ALL_ENTRIES, () => ({
    text: "SELECT c.g, COUNT(1) AS items FROM c GROUP BY c.g",
  })),
  overAll("AVG over all", 1, ALL_ENTRIES, () => ({ text: "SELECT VALUE AVG(c.n) FROM c" })),
  overAll("GROUP BY with SUM of another path", GROUPS, ALL_ENTRIES, () => ({
    text: "SELECT c.g, SUM(c.n) AS sum FROM c GROUP BY c.g",
  })),
  {
    name: `VectorDistance, TOP ${BEST}`,
    items: "vectors",
    rows: BEST,
    twin: EQUALITY,
    queries: (_, turn) => [nearestTo(turn, "")],
    isFlat: true,
  },
];

/** The third argument of the distance may ask for an exact answer. */
export function nearestTo(turn: number, exact: "" | ", true"): BenchQuery {
  return {
    text: `SELECT TOP ${BEST} c.id FROM c ORDER BY VectorDistance(c.v, @v${exact})`,
    parameters: [{ name: "@v", value: vectorOf(10_000_000 + turn) }],
  };
}

function pickedOf(count: number, turn: number): number[] {
  return Array.from({ length: READ_MANY }, (_, i) => ((turn * READ_MANY + i) * 104_729 + turn) % count);
}
