/** Items and queries as people work with them, in a real browser against a real server. */
import { readFile } from "node:fs/promises";
import type { Container } from "@azure/cosmos";
import { expect, test } from "vitest";
import { DATABASE } from "../harness/test-server.ts";
import { accessibilityFaults } from "./explorer-page.ts";
import { expectText, explorerSuite, testAccess } from "./explorer-suite.ts";

let orders: Container;

const suite = explorerSuite(async (server) => {
  orders = await server.createContainer("orders", {
    partitionKey: { paths: ["/customer"], version: 2 },
    partitions: 3,
  });
  for (let i = 0; i < 30; i++) await orders.items.create({ id: `${i}`, customer: `customer-${i}` });
});
const { open } = suite;

testAccess(suite, {
  [`db/${DATABASE}/orders/items`]: "td",
  [`db/${DATABASE}/orders/query`]: ".cm-content",
});

test("items are found, made, changed, and a change of somebody else is shown", async (context) => {
  const goods = await suite.server.createContainer("goods", { partitions: 2 });
  for (let i = 0; i < 5; i++) await goods.items.create({ id: `item-${i}`, pk: `key-${i % 2}`, price: i });
  const page = await open(context, `db/${DATABASE}/goods/items`);
  await page.getByRole("heading", { name: "5 items" }).waitFor();
  await page.getByLabel(/Key/).fill("key-1");
  await page.getByLabel(/Filter/).fill("c.price > 1");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("heading", { name: "1 item", exact: true }).waitFor();
  await page.getByRole("button", { name: "item-3" }).click();
  const editor = page.getByRole("textbox", { name: "Item", exact: true });
  await editor.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await goods.item("item-3", "key-1").replace({ id: "item-3", pk: "key-1", price: 30 });
  await editor.fill('{ "id": "item-3", "pk": "key-1", "price": 31 }');
  await page.getByRole("button", { name: "Save" }).click();
  await expectText(page, "Somebody has changed this item since you opened it.");
  await page.getByRole("button", { name: "Write mine over it" }).click();
  await expect.poll(async () => (await goods.item("item-3", "key-1").read()).resource?.price).toBe(31);
  await page.getByRole("button", { name: "New item" }).click();
  await page.getByRole("heading", { name: "New item" }).waitFor();
  await editor.fill("{ not JSON");
  await expectText(page, /This is not JSON/);
  await editor.fill('{ "id": "née", "pk": "key-1", "price": 5 }');
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "née" }).waitFor();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "née" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Import…" }).click();
  const file = {
    name: "more.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("id,pk,price\n1,key-1,9\n2,key-1\n"),
  };
  await page.getByLabel(/A file/).setInputFiles(file);
  await page.getByRole("button", { name: "Import 2 items" }).click();
  await expectText(page, "Line 3: It has 2 cells, and there are 3 names.");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "1", exact: true }).waitFor();
});

test("an item keeps the digits of its numbers and the order of its names", async (context) => {
  await suite.server.createContainer("exact", { partitions: 1 });
  const path = `/dbs/${DATABASE}/colls/exact/docs`;
  const text = '{"pk":"k","id":"exact-1","n":12345678987654321,"10":1.0,"2":{"z":1,"0":[-0,1e3]}}';
  const headers = { "x-ms-documentdb-partitionkey": '["k"]' };
  await suite.server.raw.send("POST", path, { headers, body: text });
  const stored = async (id: string) =>
    (await suite.server.raw.send("GET", `${path}/${id}`, { headers })).text.replace(/,"_rid".*/, "}");
  const page = await open(context, `db/${DATABASE}/exact/items`);
  await page.getByRole("cell", { name: "12345678987654321" }).waitFor();
  await page.getByRole("button", { name: "exact-1" }).click();
  const editor = page.getByRole("textbox", { name: "Item", exact: true });
  await editor.getByText('"n": 12345678987654321').waitFor();
  await editor.fill(text.replace('"z":1', '"z": 9223372036854775807'));
  await page.getByRole("button", { name: "Save" }).click();
  const changed = text.replace('"z":1', '"z":9223372036854775807');
  await expect.poll(() => stored("exact-1")).toBe(changed);
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.getByRole("heading", { name: "New item" }).waitFor();
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "2 items" }).waitFor();
  const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from("pk,id,n\nk,csv,1.0\n") };
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByLabel(/A file/).setInputFiles(file);
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await expect.poll(() => stored("csv")).toBe('{"pk":"k","id":"csv","n":1.0}');
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("heading", { name: "3 items" }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const lines = (await readFile((await download.path())!, "utf8")).trim().split("\n");
  const members = changed.slice(changed.indexOf('"n"'), -1);
  expect(lines.filter((line) => line.includes(members))).toHaveLength(2);
});

test("what is opened while a save is under way stays open", async (context) => {
  const slow = await suite.server.createContainer("slow-saves");
  await slow.items.create({ id: "first", pk: "k" });
  const page = await open(context, `db/${DATABASE}/slow-saves/items`);
  let letAnswerGo = () => {};
  const held = new Promise<void>((resolve) => {
    letAnswerGo = resolve;
  });
  await page.route(/slow-saves\/docs\/first$/, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "first" }).click();
  const editor = page.getByRole("textbox", { name: "Item", exact: true });
  await editor.fill('{ "id": "first", "pk": "k", "saved": true }');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "New item" }).click();
  await page.getByRole("heading", { name: "New item" }).waitFor();
  await editor.fill("{ not JSON");
  letAnswerGo();
  // The table shows the saved item, so the answer is there.
  await page.getByRole("columnheader", { name: "saved" }).waitFor();
  await expectText(page, /This is not JSON/);
});

test("a query says how it ran, and where it is wrong", async (context) => {
  const page = await open(context, `db/${DATABASE}/orders/query`);
  const editor = page.getByRole("textbox", { name: "Query", exact: true });
  await editor.fill("SELECT c.id FROM c WHERE c.customer =");
  await page.getByRole("button", { name: /Run/ }).click();
  await page
    .getByRole("alert")
    .getByText(/Syntax error/)
    .waitFor();
  await editor.fill("SELECT c.id FROM c WHERE c.customer = 'customer-7'");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "1 row", exact: true }).waitFor();
  await page.getByRole("img", { name: /^Asked: partition \d; 3 partitions in all/ }).waitFor();
  await editor.fill("SELECT c.id FROM c ORDER BY c.id");
  await page.getByRole("button", { name: /Run/ }).click();
  await expectText(page, /asks all 3 partitions/);
  await expectText(page, /merges their sorted pages/);
  await page.getByRole("table", { name: "What each partition did" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("the editor completes functions, keywords, properties and queries of before, as the server has them", async (context) => {
  const page = await open(context, `db/${DATABASE}/orders/query`);
  const editor = page.getByRole("textbox", { name: "Query", exact: true });
  const offered = page.getByRole("listbox").getByRole("option");
  await editor.fill("SELECT c.id FROM c WHERE STRINGTOA");
  await offered.getByText("StringToArray").waitFor();
  await editor.fill("SELECT c.cust");
  await offered.getByText("customer").waitFor();
  await editor.fill("SELECT * FROM c ORDER BY c.id DES");
  await offered.getByText("DESC", { exact: true }).waitFor();
  await editor.press("C");
  await expect.poll(() => offered.count()).toBe(0);
  await editor.fill("SELECT VALUE 1");
  await page.getByRole("button", { name: /Run/ }).click();
  await page.getByRole("heading", { name: "1 row", exact: true }).waitFor();
  await editor.fill("");
  await editor.pressSequentially("SELECT V");
  await offered.getByText("SELECT VALUE 1").waitFor();
  await page.keyboard.press("Escape");
});

test("addresses hold what was looked for: a key that is a number, a filter, a query", async (context) => {
  const numbers = await suite.server.createContainer("numbers", { partitionKey: "/number", partitions: 1 });
  for (const number of [41, 42, "42"])
    await numbers.items.create({ id: `${typeof number} ${number}`, number });
  const page = await open(context, `db/${DATABASE}/numbers/items`);
  await page.getByRole("heading", { name: "3 items" }).waitFor();
  await page.getByLabel(/Key/).fill("42");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("heading", { name: "1 item", exact: true }).waitFor();
  await page.getByRole("button", { name: "number 42" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "1 item", exact: true }).waitFor();
  expect(await page.getByLabel(/Key/).inputValue()).toBe("42");
  const query = encodeURIComponent("SELECT VALUE c.number FROM c");
  await page.goto(`${suite.server.orrery.endpoint}/_explorer/db/${DATABASE}/numbers/query?q=${query}`);
  await page.getByRole("button", { name: /Run/ }).click();
  await page.getByRole("heading", { name: "3 rows" }).waitFor();
});

test("a refusal with 429 is told, and an import waits and goes on", async (context) => {
  await suite.server.createContainer("busy", { partitions: 1 });
  const refuse = (operation: string, hitLimit: number) =>
    suite.server.control.post("faults", {
      condition: { operations: [operation], container: "busy" },
      result: { type: "tooManyRequests", retryAfterMs: 1 },
      hitLimit,
    });
  await refuse("query", 1);
  await refuse("upsert", 3);
  const page = await open(context, `db/${DATABASE}/busy/items`);
  await page
    .getByRole("alert")
    .getByText(/Fault injected/)
    .waitFor();
  await page.getByRole("button", { name: "Import…" }).click();
  const buffer = Buffer.from('{"id":"1","pk":"a"}\n{"id":"2","pk":"b"}\n');
  await page.getByLabel(/A file/).setInputFiles({ name: "two.ndjson", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: "Import 2 items" }).click();
  await page.getByText("2 of 2 lines done, 0 refused.").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("heading", { name: "2 items" }).waitFor();
  await suite.server.control.send("DELETE", "faults");
});

/** Six pages and a part of one. */
const ALL = 650;

test("all rows are exported, not only those that are shown, and long tables hold few rows at a time", async (context) => {
  const many = await suite.server.createContainer("many", { partitions: 1 });
  for (let from = 0; from < ALL; from += 50) {
    const operations = Array.from({ length: 50 }, (_, i) => ({
      operationType: "Create" as const,
      resourceBody: { id: `${from + i}`, pk: "k" },
    }));
    await many.items.batch(operations, "k");
  }
  const page = await open(context, `db/${DATABASE}/many/items`);
  await page.getByRole("heading", { name: "100 items, and there are more" }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
  expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(ALL);
  for (const count of [200, 300, 400, 500, 600]) {
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByRole("heading", { name: `${count} items, and there are more` }).waitFor();
  }
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("heading", { name: `${ALL} items`, exact: true }).waitFor();
  expect(await page.locator("tbody tr").count()).toBeLessThan(100);
  await page.getByRole("region", { name: "Items", exact: true }).press("End");
  await page.getByRole("button", { name: `${ALL - 1}`, exact: true }).waitFor();
});
