/**
 * The shapes that were slow once, each beside a twin: a query of about the same result that was always served well.
 * A shape that is far slower than its twin has no index, or does not use it. Strings stand in double quotes: Cosmium
 * finds nothing by single ones.
 */
import type { BenchQuery } from "../query/ask-to-end.ts";
import { partitionKeyOf } from "../query/fill-container.ts";
import { GROUPS, KEYS, LOT_ITEMS, lotNameOf, placeOfLot, rareWordOf } from "./cliff-item.ts";
import { vectorOf } from "./vector-item.ts";

export interface Shape {
  readonly name: string;
  readonly items: "plain" | "vectors";
  query(count: number, turn: number): BenchQuery;
  readonly rows: number;
  readonly twin: Twin;
  /** Reads as much at every size. Others read all entries of an index. */
  readonly isFlat: boolean;
}

export interface Twin {
  readonly name: string;
  query(count: number, turn: number): BenchQuery;
  readonly rows: number;
}

const READ_MANY = 200;
const PAGE_ROWS = 10;
const SKIPPED = 9000;
const BEST = 10;

const EQUALITY: Twin = {
  name: `equality, ${LOT_ITEMS} rows`,
  query: (count, turn) => ({ text: `SELECT * FROM c WHERE c.lot = "lot-${lotNameOf(turn, count)}"` }),
  rows: LOT_ITEMS,
};

const ALL_ENTRIES: Twin = {
  name: "COUNT of a path's entries",
  query: () => ({ text: "SELECT VALUE COUNT(c.n) FROM c WHERE c.n >= 0" }),
  rows: 1,
};

const PAGES_OF_TEN: Twin = {
  name: `range of ${KEYS} rows, ${PAGE_ROWS} on a page`,
  query: () => ({ text: `SELECT VALUE c.n FROM c WHERE c.n < ${KEYS}`, pageRows: PAGE_ROWS }),
  rows: KEYS,
};

function flat(name: string, rows: number, twin: Twin, query: Shape["query"]): Shape {
  return { name, items: "plain", rows, twin, query, isFlat: true };
}

function overAll(name: string, rows: number, twin: Twin, query: Shape["query"]): Shape {
  return { name, items: "plain", rows, twin, query, isFlat: false };
}

/** A predicate on texts, which is true of the items of one lot. */
function ofLot(name: string, predicate: (lot: number) => string): Shape {
  return overAll(name, LOT_ITEMS, ALL_ENTRIES, (count, turn) => ({
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
      query: (count, turn) => ({
        text: `SELECT * FROM c WHERE c.id IN (${pickedOf(count, turn)
          .map((index) => `"item-${index}"`)
          .join(", ")})`,
      }),
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
  flat(`ORDER BY … OFFSET ${SKIPPED} LIMIT 10`, BEST, ALL_ENTRIES, () => ({
    text: `SELECT * FROM c ORDER BY c.n OFFSET ${SKIPPED} LIMIT ${BEST}`,
  })),
  flat(`FullTextScore, TOP ${BEST}`, BEST, EQUALITY, (count, turn) => ({
    text: `SELECT TOP ${BEST} * FROM c ORDER BY RANK FullTextScore(c.text, "${rareWordOf(lotNameOf(turn, count))}")`,
    holds: [rareWordOf(lotNameOf(turn, count))],
  })),
  flat(`RRF of two FullTextScores, TOP ${BEST}`, BEST, EQUALITY, (count, turn) => ({
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
    query: (_, turn) => nearestTo(turn, ""),
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
