/* What the service refuses though it reads it well is refused on every path, with the same code. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANNOUNCED_FEATURES } from "../harness/announced-features.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { rawQuery } from "./raw-queries.ts";

const VECTOR = "VectorDistance(c.v, [1, 2])";
const FEATURES = ANNOUNCED_FEATURES["JavaScript 4.10.0"];

/** `inner` is the code of the same query inside another; absent: the same. */
const REFUSED: readonly { readonly code: string; readonly text: string; readonly inner?: string }[] = [
  { code: "SC2203", text: "SELECT VALUE (SELECT TOP 1 VALUE t FROM t IN c.tags) FROM c" },
  { code: "SC2203", text: "SELECT * FROM (SELECT TOP 1 * FROM c) x" },
  { code: "SC2202", text: "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags ORDER BY t.n) FROM c" },
  { code: "SC2202", text: "SELECT * FROM (SELECT * FROM c ORDER BY c.n) x" },
  { code: "SC2204", text: "SELECT * FROM (SELECT * FROM c OFFSET 0 LIMIT 1) x" },
  { code: "SC2204", text: "SELECT * FROM c JOIN (SELECT VALUE t FROM t IN c.tags OFFSET 1 LIMIT 1) x" },
  { code: "SC2228", text: "SELECT * FROM (SELECT * FROM c ORDER BY RANK FullTextScore(c.t, 'a')) x" },
  { code: "SC2990", text: "SELECT VALUE [1, 2, 3][c.n] FROM c" },
  { code: "SC2990", text: "SELECT * FROM c WHERE c.tags[c.n] = 1" },
  { code: "SC2990", text: "SELECT VALUE c.tags[udf.f(0)] FROM c" },
  { code: "SC2990", text: "SELECT VALUE c.tags[RAND()] FROM c" },
  {
    code: "SC2213",
    text: "SELECT VALUE VectorDistance(c.v, [1], true, {searchListSizeMultiplier: -1}) FROM c",
  },
  {
    code: "SC2213",
    text: `SELECT * FROM c ORDER BY VectorDistance(c.v, [1, 2], false, {"searchListSizeMultiplier": 0})`,
    inner: "SC2202",
  },
  {
    code: "SC2223",
    text: "SELECT * FROM t IN c.tags ORDER BY RANK FullTextScore(t.t, 'a')",
    inner: "SC2228",
  },
  {
    code: "SC2224",
    text: "SELECT c FROM c JOIN t IN c.tags ORDER BY RANK FullTextScore(c.t, 'a')",
    inner: "SC2228",
  },
  {
    code: "SC2225",
    text: "SELECT * FROM (SELECT * FROM c) c ORDER BY RANK FullTextScore(c.t, 'a')",
    inner: "SC2228",
  },
  { code: "SC2221", text: `SELECT * FROM c ORDER BY RANK RRF(${VECTOR})`, inner: "SC2228" },
  {
    code: "SC2221",
    text: "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'a'), [1])",
    inner: "SC2228",
  },
  { code: "SC2221", text: "SELECT * FROM c ORDER BY RANK ABS(c.n)", inner: "SC2228" },
  { code: "SC2221", text: "SELECT * FROM c ORDER BY RANK FullTextScore(c.t, 'a') ASC", inner: "SC2228" },
  { code: "SC2221", text: "SELECT * FROM c ORDER BY RANK FullTextScore(c.t, 'a') DESC", inner: "SC2228" },
  { code: "SC2102", text: "SELECT COUNT(1) FROM c ORDER BY RANK FullTextScore(c.t, 'a')", inner: "SC2228" },
  {
    code: "SC2102",
    text: "SELECT c.n FROM c GROUP BY c.n ORDER BY RANK FullTextScore(c.t, 'a')",
    inner: "SC2228",
  },
  { code: "SC2229", text: `SELECT * FROM c ORDER BY RANK RRF(${VECTOR}, ${VECTOR}, [1])`, inner: "SC2228" },
  {
    code: "SC2229",
    text: `SELECT * FROM c ORDER BY RANK RRF(${VECTOR}, ${VECTOR}, [1, 'a'])`,
    inner: "SC2228",
  },
  { code: "SC2229", text: `SELECT * FROM c ORDER BY RANK RRF(${VECTOR}, ${VECTOR}, c.w)`, inner: "SC2228" },
  { code: "SC2240", text: "SELECT * FROM c WHERE FullTextScore(c.t, 'a') > 1" },
  { code: "SC2240", text: "SELECT VALUE FullTextScore(c.t, 'a') FROM c" },
  { code: "SC2240", text: "SELECT * FROM c ORDER BY FullTextScore(c.t, 'a')", inner: "SC2202" },
  { code: "FuzzyTerm", text: `SELECT * FROM c WHERE FullTextContains(c.t, {"term": "a", "distance": 3})` },
  { code: "FuzzyTerm", text: `SELECT * FROM c WHERE FullTextContainsAny(c.t, 'a', {"term": "a"})` },
  {
    code: "FuzzyTerm",
    text: `SELECT * FROM c WHERE FullTextContainsAny(c.t, ['b', {"term": "a", "distance": 1}])`,
  },
  { code: "FuzzyTerm", text: `SELECT * FROM c WHERE FullTextContains(c.t, {"term": "a", "distance": c.n})` },
  {
    code: "FuzzyTerm",
    text: `SELECT * FROM c ORDER BY RANK FullTextScore(c.t, [{"term": "a", "distance": -1}])`,
    inner: "SC2228",
  },
  { code: "ScoreWithDirection", text: `SELECT TOP 1 * FROM c ORDER BY ${VECTOR} ASC`, inner: "SC2203" },
  { code: "ScoreWithDirection", text: `SELECT * FROM c ORDER BY ${VECTOR} DESC`, inner: "SC2202" },
  {
    code: "2206",
    text: "SELECT * FROM (SELECT DISTINCT c.v FROM c) c ORDER BY VectorDistance(c.v, [1, 2])",
    inner: "SC2202",
  },
  { code: "2206", text: `SELECT * FROM c ORDER BY ${VECTOR}, c.n`, inner: "SC2202" },
  { code: "2206", text: `SELECT * FROM c ORDER BY c.n, ${VECTOR}`, inner: "SC2202" },
  { code: "2206", text: "SELECT VALUE 1 ORDER BY VectorDistance([1], [2])", inner: "SC2202" },
];

/** Not for a key: one partition can compute with its aggregates. */
const REFUSED_ACROSS = [
  "SELECT VALUE FLOOR(AVG(c.n)) FROM c",
  "SELECT VALUE {sum: SUM(c.n)} FROM c",
  "SELECT c.t, COUNT(1) + 1 AS more FROM c GROUP BY c.t",
];

const SCRIPT = `function ask(text) {
  __.queryDocuments(__.getSelfLink(), text, function (error) {
    getContext().getResponse().setBody(error ? String(error.body || error.message) : "served");
  });
}`;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const container = await server.createContainer("refusing", { partitions: 2 });
  await container.items.create({ id: "1", pk: "a", n: 1, tags: [{ n: 1 }], t: "a", v: [1, 2] });
  await container.scripts.storedProcedures.create({ id: "ask", body: SCRIPT });
});

afterAll(() => server.stop());

describe.each(REFUSED)("$code: $text", ({ code, text, inner = code }) => {
  it("to a plain request", async () => {
    for (const headers of [{}, { "x-ms-documentdb-partitionkey": '["a"]' }]) {
      const { status, body } = await rawQuery(server, "refusing", { text, headers });
      expect([status, String(body.message)]).toEqual([400, expect.stringContaining(code)]);
    }
  });

  it("to a request for a plan", async () => {
    const { status, body } = await rawQuery(server, "refusing", {
      text,
      headers: {
        "x-ms-cosmos-is-query-plan-request": "True",
        "x-ms-cosmos-supported-query-features": FEATURES,
      },
    });
    expect([status, String(body.message)]).toEqual([400, expect.stringContaining(code)]);
  });

  it("to a script", async () => {
    const { resource } = await server.client
      .database(DATABASE)
      .container("refusing")
      .scripts.storedProcedure("ask")
      .execute("a", [text]);
    expect(resource).toContain(code);
  });

  it("as a subquery", async () => {
    const { status, body } = await rawQuery(server, "refusing", {
      text: `SELECT VALUE 1 FROM c WHERE EXISTS(${text})`,
    });
    expect([status, String(body.message)]).toEqual([400, expect.stringContaining(inner)]);
  });
});

describe.each(REFUSED_ACROSS)("%s", (text) => {
  it("is refused across partitions, in plans too", async () => {
    const plan = {
      "x-ms-cosmos-is-query-plan-request": "True",
      "x-ms-cosmos-supported-query-features": FEATURES,
    };
    for (const headers of [{}, plan]) {
      const { status, body } = await rawQuery(server, "refusing", { text, headers });
      expect([status, String(body.message)]).toEqual([400, expect.stringContaining("Compositions")]);
    }
  });

  it("is served for a key, to a range, and to a script", async () => {
    for (const headers of [
      { "x-ms-documentdb-partitionkey": '["a"]' },
      { "x-ms-documentdb-partitionkeyrangeid": "0" },
    ]) {
      const { status } = await rawQuery(server, "refusing", { text, headers });
      expect(status).toBe(200);
    }
    const procedure = server.client.database(DATABASE).container("refusing").scripts.storedProcedure("ask");
    expect((await procedure.execute("a", [text])).resource).toBe("served");
  });
});

it.each([
  "SELECT VALUE c.tags[0] FROM c",
  "SELECT VALUE c['n'] FROM c",
  "SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t.n = 1)",
  "SELECT MAX(c.n) AS n FROM c GROUP BY c.t ORDER BY c.t",
  "SELECT * FROM c ORDER BY RANK FullTextScore(c.t, 'a')",
])("%s is served", async (text) => {
  const { status, body } = await rawQuery(server, "refusing", { text });
  expect([status, body.message]).toEqual([200, undefined]);
});
