/** Scripts, users and the change feed, as people use them. */
import type { Container } from "@azure/cosmos";
import { CosmosClient } from "@azure/cosmos";
import { expect, test } from "vitest";
import { DATABASE } from "../harness/test-server.ts";
import { expectText, explorerSuite, testAccess } from "./explorer-suite.ts";

let orders: Container;

const suite = explorerSuite(async (server) => {
  orders = await server.createContainer("orders", {
    partitions: 2,
    changeFeedPolicy: { retentionDuration: 5 },
  });
  await orders.items.create({ id: "1", pk: "ada", total: 5 });
  await orders.scripts.storedProcedures.create({ id: "known", body: "function known() {}" });
  const { user } = await server.database.users.create({ id: "known" });
  await user.permissions.create({
    id: "all-of-it",
    permissionMode: "All" as never,
    resource: `dbs/${DATABASE}/colls/orders`,
  });
});
const { open } = suite;

const PAGE = `db/${DATABASE}/orders`;

testAccess(suite, {
  [`${PAGE}/scripts`]: ".side-list a",
  [`${PAGE}/scripts/procedures/known`]: ".cm-content",
  [`${PAGE}/changes`]: "h2",
  [`users/${DATABASE}`]: ".side-list a",
  [`users/${DATABASE}/known`]: ".permissions li",
});

test("a procedure is written, run with a key and arguments, changed and deleted", async (context) => {
  const page = await open(context, `${PAGE}/scripts`);
  await page.getByRole("button", { name: "New stored procedure" }).click();
  await page.getByLabel("Name").fill("total");
  const code = page.getByRole("textbox", { name: "Code" });
  await code.fill(`function total(word) {
    console.log("asked for " + word);
    const container = getContext().getCollection();
    container.queryDocuments(container.getSelfLink(), "SELECT VALUE SUM(c.total) FROM c", (error, rows) => {
      getContext().getResponse().setBody({ [word]: rows[0] });
    });
  }`);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "total" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/_explorer/${PAGE}/scripts/procedures/total`);

  await page.getByLabel("A value of /pk").fill("ada");
  await page.getByLabel(/Arguments/).fill("not JSON");
  await expectText(page, /This is not JSON/);
  await page.getByLabel(/Arguments/).fill('["sum"]');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const outcome = page.getByRole("form", { name: "Run it" }).getByRole("status");
  await outcome.getByText('"sum": 5').waitFor();
  await outcome.getByText("asked for sum").waitFor();

  await orders.scripts
    .storedProcedure("total")
    .replace({ id: "total", body: "function total() { throw 1; }" });
  await code.fill('function total() { throw new Error("on purpose"); }');
  await page.getByRole("button", { name: "Save" }).click();
  await expectText(page, "Somebody has changed this script since you opened it.");
  await page.getByRole("button", { name: "Write mine over it" }).click();
  await expect
    .poll(async () => (await orders.scripts.storedProcedure("total").read()).resource?.body?.toString())
    .toContain("purpose");
  await page.getByText("Somebody has changed").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await outcome.getByText(/on purpose/).waitFor();

  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "total" }).waitFor({ state: "detached" });
});

test("triggers and functions are made, and a link to one opens it", async (context) => {
  const page = await open(context, `${PAGE}/scripts`);
  await page.getByRole("button", { name: "New trigger" }).click();
  await page.getByLabel("Name").fill("stamp");
  await page.getByRole("button", { name: "Post-trigger" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).last().click();
  await page.getByRole("heading", { name: "stamp" }).waitFor();
  expect((await orders.scripts.trigger("stamp").read()).resource).toMatchObject({ triggerType: "Post" });
  await page.getByRole("button", { name: "New function" }).click();
  await page.getByLabel("Name").fill("tax");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "tax" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "tax" }).waitFor();
  const { resources } = await orders.items.query("SELECT VALUE udf.tax(100) FROM c").fetchAll();
  expect(resources).toEqual([19]);
});

test("a user gets a permission whose token opens one container, and loses it", async (context) => {
  const { endpoint } = suite.server.orrery;
  const page = await open(context);
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "New user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("grace");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expectText(page, "This user may do nothing yet.");
  await page.getByRole("button", { name: "New permission" }).click();
  await dialog.getByLabel("Name").fill("reads-ada");
  await dialog.getByLabel("A value of /pk").fill("ada");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expectText(page, `May read dbs/${DATABASE}/colls/orders, only the key ada`);
  const token = await page.locator(".permissions code").innerText();
  const client = new CosmosClient({ endpoint, resourceTokens: { [`dbs/${DATABASE}/colls/orders`]: token } });
  const item = client.database(DATABASE).container("orders").item("1", "ada");
  expect((await item.read()).resource).toMatchObject({ total: 5 });
  await page.getByRole("button", { name: "Delete reads-ada" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectText(page, "This user may do nothing yet.");
  await expect(item.read()).rejects.toThrow();
  await page.getByRole("button", { name: "Delete user…" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "grace" }).waitFor({ state: "detached" });
  client.dispose();
});

test("changes are seen as they happen, also over a split, and deletes where versions are kept", async (context) => {
  const page = await open(context, `${PAGE}/changes`);
  const table = page.getByRole("region", { name: "Changes", exact: true });
  await expectText(page, "Waiting for the next write…");
  await expect
    .poll(async () => {
      // The first look says where "now" is; what is written before it is not shown.
      await orders.items.upsert({ id: "live", pk: "live", at: 1 });
      return table.getByRole("button", { name: "live" }).count();
    })
    .toBeGreaterThan(0);
  await suite.server.control.post(`dbs/${DATABASE}/colls/orders/partitions/0/split`, { at: "midpoint" });
  for (const id of ["after-a", "after-b", "after-c"]) await orders.items.create({ id, pk: id });
  for (const id of ["after-a", "after-b", "after-c"]) await table.getByRole("button", { name: id }).waitFor();
  await page.getByLabel("Only changes with this text").fill("after-b");
  await table.getByRole("button", { name: "after-a" }).waitFor({ state: "detached" });
  await table.getByRole("button", { name: "after-b" }).click();
  await page.getByRole("region", { name: "The item" }).getByText('"id": "after-b"').waitFor();
  await suite.server.raw.send("POST", `/dbs/${DATABASE}/colls/orders/docs`, {
    headers: { "x-ms-documentdb-partitionkey": '["after-d"]' },
    body: '{"id":"after-d","pk":"after-d","n":12345678987654321,"10":1.0}',
  });
  await page.getByLabel("Only changes with this text").fill("12345678987654321");
  await table.getByRole("button", { name: "after-d" }).click();
  await page
    .getByRole("region", { name: "The item" })
    .getByText(/"n": 12345678987654321,\s+"10": 1.0,/)
    .waitFor();

  await page.getByLabel("Only changes with this text").fill("");
  await page.getByRole("button", { name: "From the beginning" }).click();
  await table.getByRole("button", { name: "1", exact: true }).waitFor();
  await page.getByRole("button", { name: "All versions and deletes" }).click();
  await expect
    .poll(async () => {
      await orders.items.upsert({ id: "gone", pk: "gone" });
      await orders.item("gone", "gone").delete();
      return table.getByText("delete", { exact: true }).count();
    })
    .toBeGreaterThan(0);
});
