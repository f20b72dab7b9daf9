/*
 * A bad query is the client's to mend: 400, a code, and the place where it went wrong. Never a 500, and never an
 * answer that looks whole.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { FAMILIES, ORDERED_INDEX, queryCases, queryItems } from "./query-cases.ts";
import { fill, rawQuery } from "./raw-queries.ts";

const MANGLED = 400;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const container = await server.createContainer("c", {
    partitionKey: { paths: ["/pk"], version: 2 },
    partitions: 2,
    indexingPolicy: { ...ORDERED_INDEX, excludedPaths: [{ path: "/hidden/?" }] },
  });
  await fill(container, queryItems(20));
});

afterAll(() => server.stop());

interface QueryErrorBody {
  readonly errors: readonly [
    {
      readonly code: string;
      readonly message: string;
      readonly location?: { readonly start: number; readonly end: number };
    },
  ];
}

function errorOf(body: Readonly<Record<string, unknown>>): QueryErrorBody["errors"][0] {
  expect(body.code).toBe("BadRequest");
  const json = /^Message: (\{.*\})\r?\n/.exec(String(body.message))?.[1];
  expect(json, String(body.message)).toBeDefined();
  return (JSON.parse(json!) as QueryErrorBody).errors[0];
}

describe("a query with a mistake", () => {
  /** The two bars stand around the place. */
  it.each([
    ["||", "SC1001"],
    ["SELECT||", "SC1001"],
    ["SELECT * |frm| c", "SC1001"],
    ["SELECT * FROM c WHERE||", "SC1001"],
    ["SELECT * FROM c WHERE c.a =|=| 1", "SC1001"],
    ["SELECT |'not closed|", "SC1001"],
    ['SELECT VALUE "|\\u|12"', "SC1001"],
    ["SELECT VALUE [1, 2 |FROM| c", "SC1001"],
    ["SELECT VALUE {a: |}| FROM c", "SC1001"],
    ["SELECT * FROM c WHERE c.a = 1|)|", "SC1001"],
    ["SELECT * FROM c|;| DROP c", "SC1001"],
    ["SELECT * FROM c OFFSET |-|1 LIMIT 2", "SC1001"],
    ["SELECT * FROM c ORDER BY c.n |LIMIT| 5", "SC1001"],
    ["|INSERT| INTO c VALUES (1)", "SC1001"],
    ["SELECT VALUE |d|.x FROM c", "SC2001"],
    ["SELECT * FROM c JOIN t IN |d.x|", "SC2001"],
    ["SELECT |NOFUNC|(1)", "SC2005"],
    ["SELECT * FROM c WHERE c.a = |@missing|", "SC2010"],
    ["SELECT |*| FROM c GROUP BY c.a", "SC2041"],
    ["SELECT VALUE |ABS(1, 2)|", "SC2050"],
    ["SELECT TOP |1.5| * FROM c", "SC2060"],
    ["SELECT * FROM c OFFSET 1 LIMIT |5000000000|", "SC2061"],
    ["SELECT * FROM c OFFSET |5000000000| LIMIT 1", "SC2062"],
    ["SELECT * FROM c WHERE |COUNT(1)| > 1", "SC2100"],
    ["SELECT VALUE |SUM(COUNT(c.a))| FROM c", "SC2101"],
    ["SELECT |c.b| FROM c GROUP BY c.a", "SC2102"],
    ["SELECT * FROM c ORDER BY |c.hidden|", "OrderByPathNotIndexed"],
    ["SELECT * FROM c ORDER BY |c.n, c.id| DESC", "OrderByWithoutCompositeIndex"],
  ])("is refused at its place: %s", async (marked, code) => {
    const [before, place, after] = marked.split("|") as [string, string, string];
    const { status, body } = await rawQuery(server, "c", { text: before + place + after });
    expect(status).toBe(400);
    const error = errorOf(body);
    expect(error.code).toBe(code);
    expect(error.location).toEqual({ start: before.length, end: before.length + place.length });
  });

  it.each([
    ["SELECT * FROM c ORDER BY c.n + 1", "could not be mapped to a document path"],
    ["SELECT * FROM c ORDER BY c.hidden", "/hidden/?"],
    ["SELECT * FROM c ORDER BY c.n, c.id", "does not have a corresponding composite index"],
    ["SELECT * FROM c ORDER BY c.n, c.s", "/n ASC,/s ASC"],
    ["SELECT * FROM c WHERE REGEXMATCH(c.s, '(')", "REGEXMATCH"],
    [`SELECT VALUE '${"x".repeat(600_000)}'`, "longer than"],
    [`SELECT VALUE ${"(".repeat(3000)}1${")".repeat(3000)}`, "too deeply"],
    [`SELECT VALUE ${"[".repeat(3000)}`, "too deeply"],
    [`SELECT VALUE ${"NOT ".repeat(3000)}true`, "too deeply"],
  ])("says what to do: %s", async (text, advice) => {
    const { status, body } = await rawQuery(server, "c", { text });
    expect(status).toBe(400);
    expect(errorOf(body).message).toContain(advice);
  });

  it("is refused in a plan as it is in a query", async () => {
    for (const text of ["SELECT * frm c", "SELECT NOFUNC(1)", "SELECT * FROM c GROUP BY c.a"]) {
      const query = await rawQuery(server, "c", { text });
      const plan = await rawQuery(server, "c", {
        text,
        headers: { "x-ms-cosmos-is-query-plan-request": "True" },
      });
      expect(plan.status).toBe(400);
      expect(errorOf(plan.body)).toEqual(errorOf(query.body));
    }
  });
});

describe("a request around a query", () => {
  const text = "SELECT * FROM c";

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no text", {}],
    ["a text that is none", { query: 5 }],
    ["parameters that are no list", { query: text, parameters: {} }],
    ["a parameter without a name", { query: text, parameters: [{ value: 1 }] }],
  ])("is refused with %s", async (_, body) => {
    const headers = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "true" };
    const answer = await server.raw.send("POST", `/dbs/${DATABASE}/colls/c/docs`, { headers, body });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).message).toMatch(/\S/);
  });

  it.each([
    ["x-ms-continuation", "junk", "Invalid Continuation Token"],
    ["x-ms-continuation", '{"carried":0,"at":{}}', "Invalid Continuation Token"],
    ["x-ms-continuation", '{"carried":0,"at":{"v":1,"n":-1}}', "Invalid Continuation Token"],
    ["x-ms-max-item-count", "many", "x-ms-max-item-count"],
    ["x-ms-documentdb-partitionkey", "a", "partition key"],
    ["x-ms-documentdb-partitionkey", '["a","b"]', "components"],
    ["x-ms-documentdb-partitionkey", "[[1]]", "partition key"],
    ["x-ms-start-epk", "XYZ", "hexadecimal"],
  ])("is refused with %s: %s", async (header, value, message) => {
    const { status, body } = await rawQuery(server, "c", { text, headers: { [header]: value } });
    expect(status).toBe(400);
    expect(String(body.message).toLowerCase()).toContain(message.toLowerCase());
  });

  it("finds nothing where there is no container", async () => {
    expect((await rawQuery(server, "none", { text })).status).toBe(404);
  });
});

it("mangled queries are answered or refused, and nothing else", async () => {
  const texts = FAMILIES.flatMap(queryCases).map((query) => query.text);
  const noise = fc.constantFrom(
    ..."()[]{},.*=<>'\"\\@?:|&~^%!;-+ 0x1eж\0",
    "SELECT",
    "NOT",
    "VALUE",
    "ORDER BY",
    "GROUP BY",
    "NaN",
  );
  const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 4 }), fc.option(noise));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      async (text, edits) => {
        let mangled = text;
        for (const [where, removed, inserted] of edits) {
          const at = Math.floor(where * mangled.length);
          mangled = mangled.slice(0, at) + (inserted ?? "") + mangled.slice(at + removed);
        }
        const { status, body } = await rawQuery(server, "c", { text: mangled });
        expect([200, 400]).toContain(status);
        if (status === 400) expect(errorOf(body).message).toMatch(/\S/);
      },
    ),
    { numRuns: MANGLED },
  );
});
