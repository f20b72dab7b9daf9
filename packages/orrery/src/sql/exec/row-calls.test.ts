import type { JsonArray, JsonObject, Value } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import type { DistantCall, UdfHost } from "../bind/bind-context.ts";
import { QueryFixture } from "./query.fixture.ts";

const LONG = 70_000;

const items: JsonObject[] = [0, 1, 2, 3].map((i) => ({
  id: `${i}`,
  n: i,
  kind: i % 2,
  text: "x".repeat(i === 3 ? 10 : LONG),
  parts: [i, i + 1],
}));

function lengthOf(args: readonly Value[]): number {
  const [first] = args;
  return typeof first === "string" || Array.isArray(first) ? (first as string | JsonArray).length : 1;
}

/** Counts the calls of each kind; one with a long argument that is made here would stop the clock for others. */
class CountingHost implements UdfHost {
  here = 0;
  elsewhere = 0;

  call(_: string, args: readonly Value[]): Value {
    expect(lengthOf(args)).toBeLessThan(LONG);
    this.here++;
    return lengthOf(args);
  }

  callDistant(name: string, args: readonly Value[]) {
    return lengthOf(args) < LONG ? undefined : this.#callDistant(name, args);
  }

  *#callDistant(name: string, args: readonly Value[]): Generator<void, DistantCall> {
    yield;
    this.elsewhere++;
    if (name === "fail") return { result: Promise.reject(new Error("it fails")) };
    const value = name === "pair" ? [lengthOf(args), 1] : lengthOf(args);
    return { result: Promise.resolve({ json: JSON.stringify(value), usedMs: 5 }) };
  }
}

async function run(text: string, parameters: { name: string; value: string }[] = []) {
  const host = new CountingHost();
  const fixture = new QueryFixture({ items, udf: host });
  const { rows, work, times } = await fixture.page(text, { parameters });
  return { host, rows: rows.map((row) => row.value()), work, times };
}

test.each<[string, unknown[], { elsewhere: number; calls: number }]>([
  ["SELECT VALUE udf.size(c.text) FROM c", [LONG, LONG, LONG, 10], { elsewhere: 3, calls: 4 }],
  [
    "SELECT VALUE c.id FROM c WHERE udf.size(c.id) = 1 AND udf.size(c.text) > 10",
    ["0", "1", "2"],
    { elsewhere: 3, calls: 8 },
  ],
  // What is not reached is not called.
  ["SELECT VALUE udf.size(c.text) FROM c WHERE c.n = 1", [LONG], { elsewhere: 1, calls: 1 }],
  [
    "SELECT VALUE c.n = 9 AND udf.size(c.text) FROM c",
    [false, false, false, false],
    { elsewhere: 0, calls: 0 },
  ],
  [
    "SELECT VALUE { a: SUM(udf.size(c.text)), b: MAX(udf.size(c.text)), c: COUNT(udf.size(c.id)) } FROM c",
    [{ a: 3 * LONG + 10, b: LONG, c: 4 }],
    { elsewhere: 6, calls: 12 },
  ],
  [
    "SELECT VALUE { k: udf.size(c.text), n: COUNT(1) } FROM c GROUP BY udf.size(c.text)",
    [
      { k: 10, n: 1 },
      { k: LONG, n: 3 },
    ],
    { elsewhere: 3, calls: 4 },
  ],
  [
    "SELECT VALUE udf.size(c.text) + p FROM c JOIN p IN c.parts WHERE c.n > 1",
    [LONG + 2, LONG + 3, 13, 14],
    { elsewhere: 2, calls: 4 },
  ],
  [
    "SELECT VALUE SUM(udf.size(c.text)) FROM c JOIN p IN c.parts",
    [6 * LONG + 20],
    { elsewhere: 6, calls: 8 },
  ],
  [
    "SELECT VALUE p + q FROM c JOIN p IN udf.pair(c.text) JOIN q IN udf.pair(c.text) WHERE c.n < 2",
    [2 * LONG, LONG + 1, LONG + 1, 2, 2 * LONG, LONG + 1, LONG + 1, 2],
    { elsewhere: 9, calls: 10 },
  ],
  [
    "SELECT VALUE SUM(p) FROM c JOIN p IN udf.pair(c.text) WHERE c.n = 1 AND udf.size(c.id) = 1",
    [LONG + 1],
    { elsewhere: 1, calls: 3 },
  ],
  ["SELECT DISTINCT VALUE udf.size(c.text) FROM c", [LONG, 10], { elsewhere: 3, calls: 4 }],
  [
    "SELECT VALUE udf.size(t) FROM (SELECT VALUE c.text FROM c) t",
    [LONG, LONG, LONG, 10],
    { elsewhere: 3, calls: 4 },
  ],
  // Behind GROUP BY: of one key, which an index may have, of several, and of what a group has collected.
  ["SELECT VALUE udf.size(c.text) FROM c GROUP BY c.text", [10, LONG], { elsewhere: 1, calls: 2 }],
  [
    "SELECT VALUE { a: udf.size(c.text), n: COUNT(1) } FROM c GROUP BY c.kind, c.text",
    [
      { a: LONG, n: 2 },
      { a: LONG, n: 1 },
      { a: 10, n: 1 },
    ],
    { elsewhere: 2, calls: 3 },
  ],
  [
    "SELECT VALUE { k: c.kind, a: udf.size(MAX(c.text)), b: udf.size(c.kind) } FROM c GROUP BY c.kind",
    [
      { k: 0, a: LONG, b: 1 },
      { k: 1, a: LONG, b: 1 },
    ],
    { elsewhere: 2, calls: 4 },
  ],
  ["SELECT VALUE udf.size(MAX(c.text)) FROM c", [LONG], { elsewhere: 1, calls: 1 }],
  [
    "SELECT VALUE t + 1 FROM (SELECT VALUE udf.size(c.text) FROM c GROUP BY c.text) t",
    [11, LONG + 1],
    { elsewhere: 1, calls: 2 },
  ],
  // Where rows are sorted, the filter is asked before.
  [
    "SELECT VALUE c.id FROM c WHERE udf.size(c.text) > 10 ORDER BY VectorDistance([c.n], [9])",
    ["2", "1", "0"],
    { elsewhere: 3, calls: 4 },
  ],
  [
    "SELECT VALUE ARRAY(SELECT VALUE udf.size(c.text) + p FROM p IN c.parts) FROM c WHERE c.n = 0",
    [[LONG, LONG + 1]],
    { elsewhere: 2, calls: 2 },
  ],
])("%s", async (text, expected, { elsewhere, calls }) => {
  const { host, rows, work, times } = await run(text);
  expect(rows).toEqual(expected);
  expect(host.elsewhere).toBe(elsewhere);
  expect(host.here).toBe(calls - elsewhere);
  // Each is charged once, wherever it is made.
  expect(work.functionCalls).toBe(calls);
  expect(times.userFunctionMs).toBe(5 * elsewhere);
});

test("small items may be given a long parameter", async () => {
  const value = "y".repeat(LONG);
  const { host, rows } = await run("SELECT VALUE udf.size(@p) FROM c WHERE c.n = 3", [{ name: "@p", value }]);
  expect(rows).toEqual([LONG]);
  expect(host).toMatchObject({ here: 0, elsewhere: 1 });
});

test("what fails elsewhere fails the query", async () => {
  await expect(run("SELECT VALUE udf.fail(c.text) FROM c")).rejects.toThrow("it fails");
});

test("time that is used elsewhere is the query's", async () => {
  const fixture = new QueryFixture({ items, udf: new CountingHost() });
  const page = fixture.page("SELECT VALUE SUM(udf.size(c.text)) FROM c", { stop: { usedMsMax: 12 } });
  await expect(page).rejects.toThrow(/took too long/);
});

const MANY = 60_000;
const numbers = Array.from({ length: MANY }, (_, i) => i);
const others = Array.from({ length: MANY }, (_, i) => `${i - 100}`);

/** The query's rows, and how many turns of the loop others had meanwhile, where each look at the clock finds 1 ms gone. */
async function turnsOfOthers(text: string) {
  const fixture = new QueryFixture({ items: [{ id: "a", numbers, text: "x".repeat(LONG) }] });
  let ms = 0;
  let turns = 0;
  let isRunning = true;
  const other = () => {
    turns++;
    if (isRunning) setImmediate(other);
  };
  setImmediate(other);
  const { rows } = await fixture.page(text, {
    parameters: [{ name: "@others", value: others }],
    clock: { now: () => ms++ },
  });
  isRunning = false;
  return { rows: rows.map((row) => row.value()), turns };
}

test.each([
  ["SELECT VALUE ARRAY_LENGTH(SetUnion(c.numbers, @others)) FROM c", 2 * MANY],
  ["SELECT VALUE ARRAY_LENGTH(SetIntersect(c.numbers, c.numbers)) FROM c", MANY],
  ["SELECT VALUE ARRAY_LENGTH(SetDifference(@others, c.numbers)) FROM c", MANY],
  ["SELECT VALUE SetEqual(c.numbers, @others) FROM c", false],
  ["SELECT VALUE n FROM c JOIN (SELECT VALUE ARRAY_LENGTH(SetUnion(c.numbers, @others))) AS n", 2 * MANY],
  ["SELECT VALUE SUM(ARRAY_LENGTH(SetUnion(c.numbers, @others))) FROM c", 2 * MANY],
  [
    "SELECT VALUE ARRAY_LENGTH(SetUnion(c.numbers, SetIntersect(@others, c.numbers))) + ARRAY_LENGTH(SetUnion(@others, c.numbers)) FROM c",
    3 * MANY,
  ],
])("others are served between the pieces of %s", async (text, expected) => {
  const { rows, turns } = await turnsOfOthers(text);
  expect(rows).toEqual([expected]);
  expect(turns).toBeGreaterThanOrEqual(6);
});

test("others are served between the groups of a query that has many", async () => {
  const from = "FROM c JOIN n IN c.numbers";
  const counted = await turnsOfOthers(`SELECT VALUE COUNT(n) ${from}`);
  const grouped = await turnsOfOthers(
    `SELECT VALUE MAX(n) ${from} GROUP BY n, c.id OFFSET ${MANY - 1} LIMIT 1`,
  );
  expect(grouped.rows).toEqual([MANY - 1]);
  expect(grouped.turns).toBeGreaterThan(counted.turns + 100);
});
