/** The commands that work on a running server, as somebody at a terminal or a script uses them. */
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd, spawnCommand } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";

const folder = temporaryFolder("terminal");
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

function run(...args: string[]) {
  return runWith(undefined, ...args);
}

function runWith(input: string | undefined, ...args: string[]) {
  return runToEnd(args, { environment: account(), folder, ...(input === undefined ? {} : { input }) });
}

function account() {
  const { endpoint, key } = server.orrery;
  return { ORRERY_CONNECTION_STRING: `AccountEndpoint=${endpoint}/;AccountKey=${key};` };
}

test("items come in from files, are asked for, and go out again", { timeout: 120_000 }, async () => {
  const lines = Array.from({ length: 250 }, (_, i) =>
    JSON.stringify({ id: `${i}`, customer: `c${i % 5}`, n: i }),
  );
  const broken = ['{"id":"x","customer":[}', '{"id":7,"customer":"c1"}'];
  writeFileSync(join(folder, "items.ndjson"), [...lines, ...broken].join("\n"));
  writeFileSync(join(folder, "rows.csv.gz"), gzipSync('customer,n\nada,1\n"a, b",2\n'));

  const missing = await run("import", "shop/orders", "items.ndjson");
  expect(missing.code).toBe(1);
  expect(missing.errors).toContain("add --partition-key");

  const imported = await run(
    ...["import", "shop/orders", "items.ndjson", "rows.csv.gz", "--partition-key", "/customer", "--json"],
  );
  expect(JSON.parse(imported.output)).toMatchObject({
    items: 252,
    refused: 2,
    alreadyThere: 0,
    stopped: false,
  });
  expect(imported.code).toBe(1);
  const said = await run("import", "shop/orders", "items.ndjson", "--refused", "said.refused");
  expect(said.output).toContain("2 were refused, and stand in said.refused with the reason.");
  const refused = readFileSync(join(folder, "items.ndjson.refused"), "utf8").trim().split("\n");
  expect(refused.map((line) => JSON.parse(line).why)).toEqual([
    "Item 251 of items.ndjson is no valid JSON object.",
    "The id must be a text.",
  ]);

  const found = await run(
    ...["query", "shop/orders", "SELECT VALUE COUNT(1) FROM c WHERE c.customer = @c", "--json"],
    ...["--parameters", '{"c":"c1"}'],
  );
  expect(JSON.parse(found.output)).toMatchObject({ rows: [50], pages: 1 });

  const exported = await run("export", "shop/orders", "--out", "all.json");
  expect(exported.output).toContain("252 items in all.json");
  const table = await run("export", "shop/orders", "--out", "all.csv");
  expect([table.code, table.errors]).toEqual([
    1,
    "Items are exported as JSON, not as CSV: name a file that ends in .json or .ndjson.\n",
  ]);
  const items = JSON.parse(readFileSync(join(folder, "all.json"), "utf8")) as { id: string }[];
  expect(items.find(({ id }) => id === "rows.csv.gz-2")).toEqual({
    id: "rows.csv.gz-2",
    customer: "a, b",
    n: 2,
  });
});

test("queries that come from a pipe are run line by line", { timeout: 60_000 }, async () => {
  const lines = "SELECT VALUE 1 + 1\nSELEKT\nSELECT VALUE 2 + 3\n";
  const { code, output, errors } = await runWith(lines, "query", "shop/orders");
  expect(output).toMatch(/^2\n1 row, .*\n5\n1 row, .*\n$/);
  expect(errors).toContain("SELEKT");
  expect(code).toBe(1);
});

test("a command ends quietly when nobody reads on, as head does", { timeout: 60_000 }, async () => {
  const child = spawnCommand(["top", "--json"], { environment: account(), folder });
  let errors = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdout!.once("data", () => child.stdout!.destroy());
  const [code] = await once(child, "close");
  expect([code, errors]).toEqual([0, ""]);
});

test("an import that was stopped goes on where it was", { timeout: 60_000 }, async () => {
  const path = join(folder, "more.ndjson");
  const lines = ["a", "b", "c"].map((id) => JSON.stringify({ id, customer: "late" }));
  writeFileSync(path, lines.join("\n"));
  const { size, mtimeMs } = statSync(path);
  writeFileSync(
    `${path}.progress`,
    JSON.stringify({ container: "shop/orders", bytes: size, changedMs: mtimeMs, done: 2 }),
  );
  const resumed = await run("import", "shop/orders", "more.ndjson", "--json");
  expect(resumed.errors).toContain("going on after 2 items");
  expect(JSON.parse(resumed.output)).toMatchObject({ items: 1 });
  const again = await run("import", "shop/orders", "more.ndjson", "--json", "--mode", "create");
  expect(JSON.parse(again.output)).toMatchObject({ items: 2, alreadyThere: 1 });
});

test("items without an id keep their number when one before them is mended", {
  timeout: 60_000,
}, async () => {
  const lines = ['{"customer":"numbered"}', "BROKEN", '{"customer":"numbered"}'];
  const ids = async () => {
    const { output } = await run(
      ...["query", "shop/orders", "SELECT VALUE c.id FROM c WHERE c.customer = 'numbered'", "--json"],
    );
    return JSON.parse(output).rows.sort();
  };
  writeFileSync(join(folder, "numbered.ndjson"), lines.join("\n"));
  expect((await run("import", "shop/orders", "numbered.ndjson")).code).toBe(1);
  expect(await ids()).toEqual(["numbered.ndjson-1", "numbered.ndjson-3"]);
  writeFileSync(join(folder, "numbered.ndjson"), lines.join("\n").replace("BROKEN", lines[0]!));
  expect((await run("import", "shop/orders", "numbered.ndjson")).code).toBe(0);
  expect(await ids()).toEqual(["numbered.ndjson-1", "numbered.ndjson-2", "numbered.ndjson-3"]);
});

test("a key that the server does not know is told in a sentence by every command", {
  timeout: 60_000,
}, async () => {
  const { endpoint } = server.orrery;
  const commands = [
    ["query", "shop/orders", "SELECT 1"],
    ["import", "shop/orders", "items.ndjson"],
    ["export", "shop/orders"],
    ["reset", "--yes"],
    ["top"],
    ["partitions"],
    ["record", "--out", "recording.jsonl"],
  ];
  const told = await Promise.all(
    commands.map((words) =>
      runToEnd([...words, "--endpoint", endpoint, "--account-key", "AAAA"], { folder }),
    ),
  );
  for (const { code, errors } of told)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/\S+ does not know this account key \(401\)\. [^\n]+\n$/),
    ]);
});

test("folders that are missing, or where files are wanted, are named", { timeout: 60_000 }, async () => {
  const errorsOf = async (...args: string[]) => (await run(...args)).errors;
  expect(await errorsOf("export", "shop/orders", "--out", "missing/all.json")).toBe(
    `There is no folder ${join(folder, "missing")}. Make it first, or name another file.\n`,
  );
  expect(await errorsOf("import", "shop/orders", ".")).toBe(". is a folder: name files in it.\n");
  expect(await errorsOf("advise", "--items", ".")).toBe(". is a folder: name a file in it.\n");
});

test("simulate knows no account key, and says which path leads to nothing", { timeout: 60_000 }, async () => {
  const { code, errors } = await runToEnd(["simulate", "--of", "/nope", "--seconds", "2", "--writes", "50"], {
    environment: { ORRERY_KEY: "c2VjcmV0" },
  });
  expect(code).toBe(1);
  expect(errors).toContain("/nope");
  expect(errors).not.toMatch(/\n {4}at |c2VjcmV0/);
});

test("partitions, keys and top are tables, without colours where nobody sees them", {
  timeout: 60_000,
}, async () => {
  const [containers, partitions, keys, top] = await Promise.all([
    run("partitions"),
    run("partitions", "shop/orders", "--json"),
    run("keys", "shop/orders"),
    run("top"),
  ]);
  expect(containers.output).toMatch(/^container +key +RU\/s/);
  expect(containers.output).toContain("shop/orders  /customer");
  expect(JSON.parse(partitions.output).partitions).toHaveLength(1);
  expect(keys.output).toContain('["c1"]');
  expect(top.output).toContain("Partitions of shop/orders");
  expect(containers.output + keys.output + top.output).not.toContain("\u001b");
});

test("faults are added, listed and cleared", { timeout: 60_000 }, async () => {
  const rule = '{"id":"busy","condition":{"container":"none"},"result":{"type":"tooManyRequests"}}';
  expect((await run("faults", "add", rule)).output).toBe("Rule busy is there.\n");
  const wrong = await run("faults", "add", '{"result":{"type":"nothing"}}');
  expect(wrong).toMatchObject({ code: 1, output: "" });
  expect(wrong.errors).toMatch(/^The server refused: .*\n$/);
  expect((await run("faults")).output).toMatch(/^rule +hits +on.*\nbusy +0 +yes/);
  expect(JSON.parse((await run("faults", "clear", "--json")).output).rules).toHaveLength(1);
});

test("it waits for a server, resets it, and says what is wrong in a sentence", {
  timeout: 60_000,
}, async () => {
  expect((await run("wait", "--json")).output).toContain('"ready":true');
  expect(JSON.parse((await run("reset", "--json")).output)).toEqual({ deleted: ["test", "shop"] });
  expect((await run("partitions")).output).toBe("There are no containers.\n");
  const nobody = await runToEnd(["wait", "--endpoint", "http://127.0.0.1:1", "--timeout", "0"]);
  expect(nobody).toMatchObject({ code: 1, output: "" });
  expect(nobody.errors).toMatch(/^No server answers at http:\/\/127\.0\.0\.1:1\. .*\n$/);
  const wrong = await run("query", "nowhere", "SELECT 1");
  expect(wrong.errors).toBe("Name a container as DATABASE/CONTAINER, such as shop/orders, not 'nowhere'.\n");
});

test("completion knows every command and flag", { timeout: 60_000 }, async () => {
  const scripts = await Promise.all(["bash", "zsh", "fish"].map((shell) => run("completion", shell)));
  for (const { output } of scripts) {
    expect(output).toContain("repartition");
    expect(output).toContain("partition-storage");
  }
});
