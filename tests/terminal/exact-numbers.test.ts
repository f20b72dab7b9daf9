/** Commands that read and write items keep every digit and the order of names. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd } from "../harness/server-process.ts";
import { storedTexts } from "../harness/stored-texts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { createUnusualItems, EXPECTED_TEXTS, UNUSUAL_ITEMS } from "../harness/unusual-items.ts";

const folder = temporaryFolder("exact-numbers");
const SLOW = { timeout: 120_000 };
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
  await server.createContainer("items", { partitionKey: "/customer" });
  await createUnusualItems(server, "items");
});
afterAll(() => server.stop());

function textsOf(container: string) {
  return storedTexts(server.raw, `dbs/test/colls/${container}`);
}

function run(...args: string[]) {
  return runWith(undefined, ...args);
}

function runWith(input: string | undefined, ...args: string[]) {
  const { endpoint, key } = server.orrery;
  const environment = { ORRERY_CONNECTION_STRING: `AccountEndpoint=${endpoint}/;AccountKey=${key};` };
  return runToEnd(args, { environment, folder, ...(input === undefined ? {} : { input }) });
}

function linesOf(text: string): string[] {
  return text.trim().split("\n").sort();
}

test("export and import of lines and of an array", SLOW, async () => {
  await run("export", "test/items", "--out", "lines.ndjson");
  const lines = readFileSync(join(folder, "lines.ndjson"), "utf8");
  expect(linesOf(lines)).toEqual([...UNUSUAL_ITEMS].sort());
  const piped = await run("export", "test/items", "--query", "SELECT * FROM c ORDER BY c.region");
  expect(linesOf(piped.output)).toEqual(linesOf(lines));
  await run("export", "test/items", "--out", "array.json");

  for (const file of ["lines.ndjson", "array.json"]) {
    const name = file.replace(/\..*/, "");
    const { errors, code } = await run("import", `test/${name}`, file, "--partition-key", "/customer");
    expect([errors, code]).toEqual(["", 0]);
    expect(await textsOf(name)).toEqual(EXPECTED_TEXTS);
  }
});

test("import of names with escaped digits", SLOW, async () => {
  const item = String.raw`{"id":"1","customer":"c1","b":1,"\u0031\u0030":1.0,"\u0032":{"c":2,"\u0031":3}}`;
  for (const [name, text] of [
    ["escaped.ndjson", item],
    ["escaped.json", `[${item}]`],
  ] as const) {
    writeFileSync(join(folder, name), text);
    const container = name.replace(".", "-");
    const { code } = await run("import", `test/${container}`, name, "--partition-key", "/customer");
    expect(code).toBe(0);
    expect([...(await textsOf(container)).values()]).toEqual([
      '{"id":"1","customer":"c1","b":1,"10":1.0,"2":{"c":2,"1":3}}',
    ]);
  }
});

test("import with a key that is an unusual number", SLOW, async () => {
  writeFileSync(join(folder, "by-number.ndjson"), UNUSUAL_ITEMS.join("\n"));
  const { code } = await run("import", "test/by-number", "by-number.ndjson", "--partition-key", "/n");
  expect(code).toBe(0);
  expect(await textsOf("by-number")).toEqual(EXPECTED_TEXTS);
});

test("import of CSV keeps the digits of cells, and leaves other cells as strings", SLOW, async () => {
  const rows = [
    "id,customer,n,2",
    "12345678987654321,c1,12345678987654321,1.0",
    "b,c1,00123,-0",
    "c,c1,1e3,0.5",
  ];
  writeFileSync(join(folder, "cells.csv"), rows.join("\n"));
  await run("import", "test/cells", "cells.csv", "--partition-key", "/customer");
  expect([...(await textsOf("cells")).values()].sort()).toEqual([
    '{"id":"12345678987654321","customer":"c1","n":12345678987654321,"2":1.0}',
    '{"id":"b","customer":"c1","n":"00123","2":-0}',
    '{"id":"c","customer":"c1","n":1e3,"2":0.5}',
  ]);
});

test("rejected items are written with their digits", SLOW, async () => {
  const item = '{"id":7,"customer":"c1","n":12345678987654321,"x":1.0}';
  writeFileSync(join(folder, "wrong.ndjson"), item);
  await run("import", "test/items", "wrong.ndjson");
  expect(readFileSync(join(folder, "wrong.ndjson.refused"), "utf8")).toContain(`"item":${item}}`);
});

test("query prints digits, also sorted over partitions", SLOW, async () => {
  const sorted = await run(
    ...["query", "test/items", "SELECT VALUE c.n FROM c WHERE c.n > @low ORDER BY c.n", "--parameters"],
    '{"low":9007199254740991.0}',
  );
  const numbers = sorted.output.trim().split("\n");
  expect(numbers.map(Number)).toEqual(numbers.map(Number).sort((a, b) => a - b));
  expect([...numbers].sort()).toEqual([
    ...["1234567890123456789012345678901234567890", "12345678987654321", "18446744073709551615", "1E+25"],
    ...["9007199254740992", "9007199254740993", "9223372036854775806", "9223372036854775807"],
  ]);
  const whole = await run(
    "query",
    "test/items",
    "SELECT c.n, c['2'] AS two FROM c WHERE c.id = 'i4'",
    "--json",
  );
  expect(whole.output).toContain('"rows":[{"n":12345678987654321}]');
  const shell = await runWith("SELECT VALUE c.inside FROM c WHERE c.id = 'i18'\n", "query", "test/items");
  expect(shell.output).toContain('{"x":1.0,"7":[{"z":1,"0":2}]}\n');
});

test("queries that the SDK merges compare doubles", SLOW, async () => {
  const queries = {
    "SELECT VALUE MAX(c.n) FROM c": /^1\.234567890123456\de\+39$/,
    "SELECT VALUE MIN(c.n) FROM c": /^-9223372036854776000$/,
    "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.customer FROM c) AS c": /^3$/,
  };
  for (const [query, expected] of Object.entries(queries))
    expect((await run("query", "test/items", query)).output.trim(), query).toMatch(expected);
});

test("a parameter is sent with its digits", SLOW, async () => {
  const { output } = await run(
    ...["query", "test/items", "SELECT VALUE @n FROM c WHERE c.id = 'i1'"],
    ...["--parameters", '{"n":{"x":12345678987654321}}'],
  );
  expect(output).toBe('{"x":12345678987654321}\n');
});
