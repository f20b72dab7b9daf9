/** Queries that take too long, or that nobody waits for, end wherever they are. */
import { describe, expect, test } from "vitest";
import { QueryFixture } from "./query.fixture.ts";

const list = Array.from({ length: 40 }, (_, i) => i);
const items = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, n: i % 7, list }));
const fixture = new QueryFixture({ items, isIndexed: (path) => path === "/n" });
const indexed = new QueryFixture({ items, chunkRows: 10 });

const cross = "JOIN a IN c.list JOIN b IN c.list";
const WHOLE = [
  `SELECT VALUE COUNT(1) FROM c ${cross}`,
  `SELECT c.n, SUM(a + b) AS s FROM c ${cross} GROUP BY c.n`,
  `SELECT VALUE SUM(r) FROM (SELECT VALUE a FROM c ${cross}) AS r`,
  "SELECT VALUE COUNT(1) FROM (SELECT VALUE a FROM c JOIN a IN c.list) AS r",
  "SELECT * FROM c ORDER BY c.n",
  "SELECT VALUE (SELECT VALUE COUNT(1) FROM a IN c.list JOIN b IN c.list JOIN d IN c.list) FROM c",
  "SELECT * FROM c WHERE EXISTS(SELECT VALUE 1 FROM a IN c.list JOIN b IN c.list JOIN d IN c.list WHERE a + b < 0)",
];

/** Time passes with every look at it. */
function passing() {
  let now = 0;
  return { now: () => ++now };
}

describe.each(WHOLE)("%s", (text) => {
  test("fails when its time is over", async () => {
    await expect(fixture.page(text, { clock: passing(), stop: { usedMsMax: 20 } })).rejects.toMatchObject({
      code: "Timeout",
    });
  });

  test("ends when nobody wants it", async () => {
    const stop = { isUnwanted: () => true };
    await expect(fixture.page(text, { clock: passing(), stop })).rejects.toMatchObject({ code: "Timeout" });
  });
});

test("a page that can end is answered, though the time of the whole is over soon after", async () => {
  const text = `SELECT VALUE a FROM c ${cross} WHERE a + b < 0`;
  const query = { clock: passing(), page: { deadlineMs: 15 }, stop: { usedMsMax: 1_000 } };
  const { rows, continuation } = await fixture.page(text, query);
  expect(rows).toEqual([]);
  expect(continuation).toBeDefined();
});

test("a later page of DISTINCT, which reads again what came before, fails when its time is over", async () => {
  const text = `SELECT DISTINCT VALUE b FROM c ${cross} WHERE a > 50 OR b < 3`;
  const { continuation } = await fixture.page(text, { page: { maxItems: 3 } });
  const late = { clock: passing(), stop: { usedMsMax: 20 }, continuation: continuation! };
  await expect(fixture.page(text, late)).rejects.toMatchObject({ code: "Timeout" });
});

test("reading an index ends too", async () => {
  const late = { clock: passing(), stop: { usedMsMax: 12 } };
  await expect(indexed.page("SELECT VALUE COUNT(c.id) FROM c", late)).rejects.toMatchObject({
    code: "Timeout",
  });
});

describe("functions on large values", () => {
  const long = Array.from({ length: 3_000 }, (_, i) => i);
  const large = new QueryFixture({ items: [{ id: "1", long, text: "ab".repeat(100_000) }] });

  test.each([
    "SELECT VALUE (SELECT VALUE COUNT(1) FROM x IN c.long WHERE ARRAY_CONTAINS(c.long, x)) FROM c",
    `SELECT VALUE [${Array(800).fill("SetUnion(c.long, c.long)").join()}] FROM c`,
    `SELECT VALUE [${Array(900).fill("LENGTH(REPLACE(c.text, 'a', 'c'))").join()}] FROM c`,
    `SELECT VALUE [${Array(1_500).fill("c.long = c.copy").join()}] FROM (SELECT VALUE { long: c.long, copy: ARRAY_CONCAT(c.long, []) } FROM c) AS c`,
    `SELECT VALUE [${Array(80).fill("RegexMatch(c.text, '(x|y)z')").join()}] FROM c`,
  ])("%.60s fails, since nothing can come between", async (text) => {
    await expect(large.page(text)).rejects.toMatchObject({ code: "ItemTooCostly" });
  });

  test("what fits a row fits any number of rows", async () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ id: `${i}`, long }));
    const many = new QueryFixture({ items });
    const text = "SELECT VALUE SUM(ARRAY_LENGTH(SetUnion(c.long, SetUnion(c.long, c.long)))) FROM c";
    const { rows } = await many.page(text);
    expect(rows.map((row) => row.value())).toEqual([200 * 3_000]);
  });
});
