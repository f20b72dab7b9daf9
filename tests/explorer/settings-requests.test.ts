/** Settings of a container, its shares of throughput, and the log of requests, as people use them. */
import type { Container } from "@azure/cosmos";
import { expect, test } from "vitest";
import { DATABASE } from "../harness/test-server.ts";
import { expectText, explorerSuite, testAccess } from "./explorer-suite.ts";

const PATH = `dbs/${DATABASE}/colls/orders`;
let orders: Container;

const suite = explorerSuite(async (server) => {
  orders = await server.createContainer("orders", {
    partitions: 2,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/number", "/year"] }] },
  });
  await orders.items.create({ id: "1", pk: "ada", number: 1 });
});
const { open } = suite;

const PAGE = `db/${DATABASE}/orders`;

testAccess(suite, { [`${PAGE}/settings`]: ".cm-content", requests: "td" });

test("policy, time to live and computed properties are changed, unique keys are shown", async (context) => {
  const page = await open(context, `${PAGE}/settings`);
  await expectText(page, "/number, /year");
  const policy = page.getByRole("textbox", { name: "Indexing policy" });
  await policy.fill("{ not JSON");
  await expectText(page, /This is not JSON/);
  await policy.fill('{ "indexingMode": "sometimes" }');
  await page.getByRole("button", { name: "Save indexing policy" }).click();
  await page.getByRole("alert").waitFor();
  await policy.fill(
    JSON.stringify({
      indexingMode: "consistent",
      includedPaths: [{ path: "/*" }],
      excludedPaths: [{ path: "/text/?" }],
    }),
  );
  await page.getByRole("button", { name: "Save indexing policy" }).click();
  await page.getByRole("button", { name: "Save indexing policy" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "A default" }).click();
  await page.getByLabel("Seconds").fill("3600");
  await page.getByRole("button", { name: "Save time to live" }).click();
  await page.getByRole("button", { name: "Save time to live" }).waitFor({ state: "detached" });

  const computed = page.getByRole("textbox", { name: "Computed properties" });
  await computed.fill('[{ "name": "upper", "query": "SELECT VALUE UPPER(c.pk) FROM c" }]');
  await page.getByRole("button", { name: "Save computed properties" }).click();
  await page.getByRole("button", { name: "Save computed properties" }).waitFor({ state: "detached" });

  const { resource } = await orders.read();
  expect(resource).toMatchObject({
    defaultTtl: 3_600,
    computedProperties: [{ name: "upper" }],
    indexingPolicy: { excludedPaths: expect.arrayContaining([{ path: "/text/?" }]) },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/number", "/year"] }] },
  });
  const { resources } = await orders.items.query("SELECT VALUE c.upper FROM c").fetchAll();
  expect(resources).toEqual(["ADA"]);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("region", { name: "Definition as JSON" }).getByText("partitionKey").waitFor();
});

test("throughput is drawn, shared out by choice, and becomes autoscale", async (context) => {
  const page = await open(context, `${PAGE}/partitions`);
  await page.getByRole("button", { name: "Share out…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("RU/s of partition 0").fill("11000");
  await dialog.getByText(/at most 10,000/).waitFor();
  await dialog.getByLabel("RU/s of partition 0").fill("9000");
  await dialog.getByRole("cell", { name: "3,000" }).waitFor();
  await dialog.getByRole("button", { name: "Share out" }).click();
  await expectText(page, "unevenly: some partitions have more");
  const { body } = await suite.server.control.get(`${PATH}/partitions`);
  expect((body as { partitions: { ruPerSecond: number }[] }).partitions).toMatchObject([
    { ruPerSecond: 9_000 },
    { ruPerSecond: 3_000 },
  ]);

  await page.getByRole("link", { name: "Settings" }).click();
  const chart = page.getByRole("img", { name: /RU a second over 2 minutes/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await expectText(page, /\d\d:\d\d:\d\d/);
  await page.getByRole("button", { name: "1 hour" }).click();
  await page.getByRole("img", { name: /RU a second over 1 hour/ }).waitFor();
  await page.getByRole("button", { name: "Change…" }).click();
  await dialog.getByRole("button", { name: "Autoscale" }).click();
  await dialog.getByLabel(/RU\/s/).fill("20000");
  await dialog.getByText(/It scales between 2,000 and 20,000 RU\/s/).waitFor();
  await dialog.getByRole("button", { name: "Change" }).click();
  await expectText(page, /Autoscale up to 20,000 RU\/s on 2 physical partitions/);
  await expectText(page, "scaled to");
});

test("requests are listed as they come, with what became of them and where their time went", async (context) => {
  const page = await open(context, "requests");
  const table = page.getByRole("region", { name: "Requests", exact: true });
  await orders.items.upsert({ id: "2", pk: "grace" });
  await orders.item("missing", "grace").read();
  await orders.items.query("SELECT * FROM c WHERE c.pk = 'grace'").fetchAll();
  await page.getByLabel("Only requests with this text").fill("c.pk = 'grace'");
  await table.getByRole("button", { name: "query items" }).first().click();
  await page.getByText("SELECT * FROM c WHERE c.pk = 'grace'").first().waitFor();
  await expectText(page, "Checking the signature");
  await page.getByLabel("Only requests with this text").fill("");
  await page.getByRole("button", { name: "Refused" }).click();
  await table.getByRole("button", { name: "query items" }).first().waitFor({ state: "detached" });
  await table.getByRole("button", { name: "read item" }).first().click();
  await page.getByRole("heading", { name: /read item 404/ }).waitFor();
  await page.getByLabel("Only requests with this text").fill("no such text");
  await expectText(page, "None of them is like this.");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByLabel("Only requests with this text").fill("written-in-the-pause");
  await orders.items.upsert({ id: "3", pk: "written-in-the-pause" });
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => table.getByText("written-in-the-pause").count()).toBeGreaterThan(0);
});
