import { describe, expect, test } from "vitest";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const ITEMS = [
  { id: "1", _rid: "a1", text: "the red bicycle is red", v: [1, 0] },
  { id: "2", _rid: "a2", text: "a blue bicycle", v: [0.9, 0.1] },
  { id: "3", _rid: "a3", text: "green hills", v: [0, 1] },
  { id: "4", _rid: "a4", v: [-1, 0] },
  { id: "5", _rid: "a5", text: "red hills and red roofs" },
];

describe.each([1, 3])("on %i partitions", (partitions) => {
  const fixture = new QueryFixture({
    items: ITEMS,
    borders: equalBorders(partitions),
    vectorEmbeddings: [{ path: "/far", distanceFunction: "euclidean" }],
  });

  test("a full-text score ranks the best first, and what has no text last", async () => {
    const query = "SELECT TOP 3 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'red', 'bicycle')";
    const rows = await fixture.rows(query);
    expect(rows[0]).toBe("1");
    expect([...rows].sort()).toEqual(["1", "2", "5"]);
    expect(await fixture.rows(query, { page: { maxItems: 1 } })).toEqual(rows);
  });

  test("fusion favours what ranks well in both", async () => {
    const query =
      "SELECT TOP 2 c.id FROM c ORDER BY RANK RRF(FullTextScore(c.text, 'bicycle'), VectorDistance(c.v, [0.9, 0.1]))";
    expect(await fixture.rows(query)).toEqual([{ id: "2" }, { id: "1" }]);
  });

  test("weights decide", async () => {
    const query =
      "SELECT TOP 1 VALUE c.id FROM c ORDER BY RANK RRF(FullTextScore(c.text, 'green'), VectorDistance(c.v, [1, 0]), [0.01, 1])";
    expect(await fixture.rows(query)).toEqual(["1"]);
  });

  test.each([
    "SELECT 1 ORDER BY RANK RRF(FullTextScore('a', 'b'), VectorDistance([1], [1]))",
    "SELECT VALUE 1 ORDER BY RANK FullTextScore('a', 'b')",
  ])("%s has nothing to rank", async (query) => {
    await expect(fixture.rows(query)).rejects.toThrow(/Name it with FROM/);
  });

  test.each(["ASC", "DESC"])("ORDER BY RANK takes no %s", async (order) => {
    const query = `SELECT TOP 1 * FROM c ORDER BY RANK FullTextScore(c.text, 'red') ${order}`;
    await expect(fixture.rows(query)).rejects.toThrow(/Specifying a sort order \(ASC or DESC\)/);
  });

  test.each(["ASC", "DESC"])("ORDER BY VectorDistance takes no %s", async (order) => {
    const query = `SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1, 0]) ${order}`;
    await expect(fixture.rows(query)).rejects.toThrow(/Specifying a sorting order \(ASC or DESC\) with/);
  });

  test("a vector distance orders by itself, best first", async () => {
    const query = "SELECT TOP 3 VALUE c.id FROM c ORDER BY VectorDistance(c.v, [1, 0])";
    expect(await fixture.rows(query)).toEqual(["1", "2", "3"]);
    expect(await fixture.rows(query, { page: { maxItems: 1 } })).toEqual(["1", "2", "3"]);
  });
});

test("the vector policy names the metric", async () => {
  const fixture = new QueryFixture({
    items: [
      { id: "near", far: [1, 1] },
      { id: "wide", far: [9, 9] },
    ],
    vectorEmbeddings: [{ path: "/far", distanceFunction: "euclidean" }],
  });
  const query =
    "SELECT TOP 2 c.id, VectorDistance(c.far, [1, 0]) AS d FROM c ORDER BY VectorDistance(c.far, [1, 0])";
  expect(await fixture.rows(query)).toEqual([
    { id: "near", d: 1 },
    { id: "wide", d: Math.sqrt(64 + 81) },
  ]);
});

test("each path is searched in its own language", async () => {
  const fixture = new QueryFixture({
    items: [{ id: "1", de: "the towns", other: { text: "the towns" } }],
    fullTextLanguages: new Map([["/de", "de-DE"]]),
  });
  const found = (term: string) =>
    fixture.rows(
      `SELECT VALUE [FullTextContains(c.de, '${term}'), FullTextContains(c.other.text, '${term}')] FROM c`,
    );
  expect(await found("town")).toEqual([[false, true]]);
  expect(await found("the")).toEqual([[true, false]]);
});

test("terms may be near words, also from a parameter", async () => {
  const fixture = new QueryFixture({ items: ITEMS });
  const query = "SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, @terms)";
  const terms = [{ term: "bycicle", distance: 2 }, "blue"];
  expect(await fixture.rows(query, { parameters: [{ name: "@terms", value: terms }] })).toEqual(["2", "1"]);
  const filter = `SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, {"term": "rad", "distance": 1})`;
  expect(await fixture.rows(filter)).toEqual(["1", "5"]);
});

test("rows that rank equal come in one order, though partitions change from page to page", async () => {
  const items = Array.from({ length: 12 }, (_, i) => ({
    id: `${i}`,
    _rid: `r${i % 7}${i}`,
    text: "same words",
  }));
  const whole = new QueryFixture({ items });
  const text = "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'words')";
  const seen: unknown[] = [];
  let continuation: string | undefined;
  for (let parts = 1; parts === 1 || continuation !== undefined; parts++) {
    const page = await whole.repartitioned(equalBorders(parts)).page(text, {
      page: { maxItems: 2 },
      ...(continuation !== undefined && { continuation }),
    });
    seen.push(...page.rows.map((row) => row.value()));
    continuation = page.continuation;
  }
  expect(seen).toEqual(await whole.rows(text));
  expect(new Set(seen).size).toBe(12);
});
