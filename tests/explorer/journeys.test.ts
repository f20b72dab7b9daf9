/** The explorer as people use it, in a real browser against a real server, with load from the published SDK. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Container } from "@azure/cosmos";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import { startServer } from "../../packages/orrery/src/cli/server/start-server.ts";
import { DEFAULT_STORAGE_LIMITS } from "../../packages/orrery/src/engine/index.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";
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

const PARTITIONS = `db/${DATABASE}/orders/partitions`;

async function partitionsShown(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

test("it opens at once on this machine, and says what there is and how to connect", async (context) => {
  const page = await open(context);
  await expectText(page, "orders");
  await expectText(page, /1 container in 1 database, on 3 physical partitions/);
  const { port } = new URL(suite.server.orrery.endpoint);
  for (const language of ["Python", "Java", ".NET", "Go", "JavaScript"]) {
    await page.getByRole("button", { name: language, exact: true }).click();
    expect(await page.locator(".code-block pre").innerText()).toContain(`:${port}/`);
  }
  // The program works as it is copied.
  const program = await page.locator(".code-block pre").innerText();
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("12\n");
  await page.getByText("2 containers in 2 databases").waitFor();
  await suite.server.client.database("shop").delete();
});

test("it tells where a key is, as the server has it", async (context) => {
  const { body } = await suite.server.control.get(`dbs/${DATABASE}/colls/orders/keys?limit=100`);
  const { largest } = body as { largest: { key: string; partition: string }[] };
  const page = await open(context, PARTITIONS);
  const field = page.getByLabel("A value of /customer");
  for (const { key, partition } of largest.slice(0, 6)) {
    await field.fill((JSON.parse(key) as string[])[0]!);
    await page.locator(".found b").getByText(`partition ${partition}`, { exact: true }).waitFor();
  }
});

test("partitions are split and merged, throughput and mode are changed, each with a preview", async (context) => {
  await suite.server.createContainer("shapes", { partitions: 1 });
  const path = `dbs/${DATABASE}/colls/shapes`;
  const page = await open(context, `db/${DATABASE}/shapes/partitions`);
  await page.getByRole("button", { name: "Split partition 0" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/each may spend 3,000 RU\/s/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Split" }).click();
  await partitionsShown(page, "2 physical partitions");

  await page.getByRole("button", { name: "Merge partitions 1 and 2" }).click();
  // The service would not do it.
  await dialog.getByRole("button", { name: "Merge" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel(/Also where the service would refuse/).check();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await partitionsShown(page, "1 physical partition");

  await page.getByRole("button", { name: "Change throughput…" }).click();
  await dialog.getByLabel(/RU\/s/).fill("20000");
  await dialog.getByText(/until there are 2/).waitFor();
  await dialog.getByRole("button", { name: "Change" }).click();
  await partitionsShown(page, "2 physical partitions");
  await expectText(page, "20,000 RU/s");

  await page.getByRole("button", { name: "Refuse it with 429" }).click();
  await expect
    .poll(async () => (await suite.server.control.get(`${path}/throttle`)).body.mode)
    .toBe("enforce");
});

test("containers are created, found, and deleted after their name was typed", async (context) => {
  const page = await open(context);
  await page.getByRole("button", { name: "New container" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Database/).fill("new & odd");
  await dialog.getByLabel(/Container/).fill("ünï/c".replace("/", "-"));
  await dialog.getByLabel(/Partition key/).fill("/a, /b");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "ünï-c" }).click();
  await expectText(page, /Partition key \/a, \/b/);
  await page.reload();
  await expectText(page, /Partition key \/a, \/b/);
  await page.goBack();
  await page.getByRole("button", { name: "Delete ünï-c" }).click();
  const button = dialog.getByRole("button", { name: "Delete" });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel(/to confirm/).fill("ünï-c");
  await button.click();
  await page.getByRole("link", { name: "ünï-c" }).waitFor({ state: "detached" });
});

test("the demonstration shows one key that burns and two that spread", async (context) => {
  const page = await open(context, "demo");
  await page.getByRole("button", { name: "Start the load" }).click();
  const [date, random, computed] = [
    "The date",
    "The date and a random number",
    "The date and a computed number",
  ].map((name) => page.getByRole("region", { name, exact: true }));
  await date!.locator('[data-finding="hotKey"]').waitFor();
  for (const region of [random!, computed!]) await region.locator('[data-finding="even"]').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Remove the data" }).click();
  await page.getByRole("button", { name: "Remove the data" }).waitFor({ state: "detached" });
});

describe("a server with keys of its own", () => {
  const KEY = Buffer.from("a key of its own".repeat(4)).toString("base64");
  const READ_ONLY = Buffer.from("one that reads!!".repeat(4)).toString("base64");
  let other: Awaited<ReturnType<typeof startServer>>;
  let endpoint: string;

  beforeAll(async () => {
    other = await startServer({
      host: "127.0.0.1",
      port: 0,
      durability: "process",
      keys: { primary: KEY, readOnly: READ_ONLY },
      throttle: "observe",
      consistency: "Session",
      storageLimits: DEFAULT_STORAGE_LIMITS,
      environment: systemEnvironment("error"),
    });
    endpoint = `http://127.0.0.1:${other.port}`;
    const client = new SignedClient(endpoint, KEY);
    await client.createContainer("db", "c");
    client.close();
  });
  afterAll(() => other.stop());

  async function signIn(page: Page, key: string): Promise<void> {
    await page.getByLabel("Account key").fill(key);
    await page.getByRole("button", { name: "Open", exact: true }).click();
  }

  test("shows all and changes nothing with a read-only key", async (context) => {
    const page = await open(context, "db/db/c/partitions", { endpoint });
    await signIn(page, READ_ONLY);
    await expectText(page, "Read-only key");
    await partitionsShown(page, "1 physical partition");
    for (const name of ["Split partition 0", "Change throughput…"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Refuse it with 429" }).isDisabled()).toBe(true);
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("link", { name: "c", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /New container|Delete/ }).count()).toBe(0);
  });

  test("asks for the key, refuses a wrong one, and forgets it with the tab", async (context) => {
    const page = await open(context, "", { endpoint });
    const field = page.getByLabel("Account key");
    await signIn(page, Buffer.from("wrong").toString("base64"));
    await expectText(page, "The server does not know this key.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await signIn(page, "no base64 §");
    await expectText(page, /keys are written in base64/);
    await signIn(page, KEY);
    await page.getByRole("link", { name: "c", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "c", exact: true }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${endpoint}/_explorer/`);
    await second.getByLabel("Account key").waitFor();
    await page.getByRole("button", { name: "Forget the key" }).click();
    await field.waitFor();
  });
});

test("when the server is gone the page says so, and keeps what it knows", async (context) => {
  const gone = await TestServer.start();
  await gone.createContainer("c");
  const page = await open(context, "", { endpoint: gone.orrery.endpoint });
  await page.getByRole("link", { name: "c", exact: true }).waitFor();
  await gone.stop();
  await expectText(page, /The server does not answer/);
  expect(await page.getByRole("link", { name: "c", exact: true }).isVisible()).toBe(true);
  suite.lastFaults.length = 0;
});

test("a page of another name gets nothing", async (context) => {
  if (suite.browser === undefined) return context.skip("There is no browser.");
  const page = await suite.browser.newPage();
  const { port } = new URL(suite.server.orrery.endpoint);
  const answer = await page.goto(`http://evil.test:${port}/_explorer/`);
  expect(answer!.status()).toBe(403);
  await page.close();
});

testAccess(suite, {
  "": ".row",
  demo: "button",
  [PARTITIONS]: "canvas",
  [`db/${DATABASE}/nothing/partitions`]: "a",
});
