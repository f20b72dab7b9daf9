/** What the page is for: load of real clients, seen as it is, found in two clicks. */
import type { Container } from "@azure/cosmos";
import { hashSuffix } from "@orrerydb/keys";
import { withSyntheticKey } from "@orrerydb/keys/cosmos";
import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { beside } from "../harness/beside.ts";
import { DATABASE } from "../harness/test-server.ts";
import { expectText, explorerSuite } from "./explorer-suite.ts";

const DEMO = "orrery-demo";
const DATE = "2018-08-09";
/** Makes a write cost about ten RU. */
const PADDING = "x".repeat(22_000);
/** Less than this is no load to judge by. */
const RU_MIN = 20;
/** The page asks once a second: the second that is over, and one that began before the load. */
const ANSWERS_MAX = 3;

let orders: Container;

const suite = explorerSuite(async (server) => {
  orders = await server.createContainer("orders", {
    partitionKey: { paths: ["/customer"], version: 2 },
    partitions: 3,
  });
  const { database } = await server.client.databases.create({ id: DEMO });
  for (const id of ["by-date", "random-suffix", "computed-suffix"]) {
    await database.containers.create({ id, partitionKey: { paths: ["/pk"], version: 2 }, throughput: 400 });
    for (const partition of ["0", "1", "2"])
      await server.control.post(`dbs/${DEMO}/colls/${id}/partitions/${partition}/split`, {});
  }
});
const { open } = suite;

interface Load {
  readonly ru: () => number;
  stop(): Promise<void>;
}

/** Four writers that never pause; what they were charged is what the page has to see. */
function startLoad(write: (number: number) => Promise<number>): Load {
  let isOver = false;
  let ru = 0;
  let number = 0;
  const writer = async () => {
    while (!isOver) ru += await write(number++);
  };
  const writers = beside(Promise.all(Array.from({ length: 4 }, writer)));
  return {
    ru: () => ru,
    stop: async () => {
      isOver = true;
      await writers;
    },
  };
}

/** How many answers about the heat of a container the page got, from when there was load to judge by. */
function countAnswers(page: Page, container: string, load: Load): () => number {
  let count = 0;
  page.on("response", (response: Response) => {
    if (load.ru() >= RU_MIN && response.url().includes(`/${container}/heat`)) count++;
  });
  return () => count;
}

test("a hot key is named at once on one side, and the computed suffix beside it spreads", async (context) => {
  const page = await open(context);
  const database = suite.server.connect().database(DEMO);
  const byDate = database.container("by-date");
  const suffixed = withSyntheticKey(
    database.container("computed-suffix"),
    hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400, into: "/pk" }),
  );
  await page.getByRole("link", { name: "Demonstration" }).click();
  const date = page.getByRole("region", { name: "The date", exact: true });
  const computed = page.getByRole("region", { name: "The date and a computed number", exact: true });
  await date.locator('[data-finding="quiet"]').waitFor();
  const load = startLoad(async (number) => {
    const event = { id: `${number}`, date: DATE, vin: `VIN-${number}`, padding: PADDING };
    const [{ requestCharge }] = await Promise.all([
      byDate.items.create({ ...event, pk: DATE }),
      suffixed.create(event),
    ]);
    return requestCharge;
  });
  const answers = countAnswers(page, "by-date", load);
  try {
    await date.locator('[data-finding="hotKey"]').getByText(`“${DATE}”`).waitFor();
    expect(answers()).toBeLessThanOrEqual(ANSWERS_MAX);
    await computed.locator('[data-finding="even"], [data-finding="lowThroughput"]').waitFor();
    // All four partitions have a part of it.
    const ring = computed.getByRole("img", { name: /^A ring of 4 physical partitions/ });
    await expect
      .poll(() => ring.getAttribute("aria-labelledby").then((id) => textOf(page, id!)))
      .not.toMatch(/ uses 0 %/);
    await date.getByRole("link", { name: "Look at its partitions" }).click();
    await page.locator('[data-finding="hotKey"]').getByText(`“${DATE}”`).waitFor();
  } finally {
    await load.stop();
  }
});

async function textOf(page: Page, id: string): Promise<string> {
  return (await page.locator(`[id="${id}"]`).textContent()) ?? "";
}

test("a hot key is named one click from the overview, with a row of its own in the heat map", async (context) => {
  const page = await open(context);
  await page.getByRole("link", { name: "orders" }).click();
  await page.locator('[data-finding="quiet"]').waitFor();
  const load = startLoad(async (number) => {
    const customer = number % 5 === 0 ? `customer-${number % 40}` : "ada";
    return (await orders.items.upsert({ id: `${number % 50}`, customer })).requestCharge;
  });
  const answers = countAnswers(page, "orders", load);
  try {
    await page.locator('[data-finding="hotKey"]').getByText("“ada”").waitFor();
    expect(answers()).toBeLessThanOrEqual(ANSWERS_MAX);
    await page.getByRole("button", { name: "By key" }).click();
    await page.locator(".heat-rows").getByText("ada", { exact: true }).waitFor();
    await page.locator("canvas").focus();
    await page.keyboard.press("ArrowLeft");
    await expectText(page, /\d\d:\d\d:\d\d/);
    for (const measure of ["Use of the limit", "429s", "RU"])
      await page.getByRole("button", { name: measure, exact: true }).click();
    for (const span of ["1 hour", "6 hours", "1 week"]) {
      await page.getByRole("button", { name: span }).click();
      await page.locator(".heat-rows").getByText("ada", { exact: true }).waitFor();
    }
    // The address has the choices.
    await page.reload();
    await page.locator(".heat-rows").getByText("ada", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "1 week" }).getAttribute("aria-pressed")).toBe("true");
  } finally {
    await load.stop();
  }
});

test("the heat map shows what partitions hold, and a part of it is looked at closer", async (context) => {
  await orders.items.upsert({ id: "large", customer: "bob", text: PADDING });
  const page = await open(context, `db/${DATABASE}/orders/partitions`);
  await page.getByRole("button", { name: "Storage", exact: true }).click();
  const canvas = page.getByRole("img", { name: /^Heat map of 120 columns of time and 3 rows/ });
  await canvas.focus();
  // The last column of the first row is what the partition holds now.
  await page.keyboard.press("ArrowUp");
  await page
    .locator(".heat-named")
    .getByText(/partition \d/)
    .waitFor();
  await page
    .locator(".heat-named")
    .getByText(/\d+(\.\d+)? [KM]?B/)
    .waitFor();
  await page.keyboard.press("+");
  await page.getByRole("img", { name: /^Heat map of 60 columns/ }).waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await canvas.waitFor();
  // Drawn over with the pointer.
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.5);
  await page.mouse.up();
  await page.getByRole("img", { name: /^Heat map of 4\d columns of time and 2 rows/ }).waitFor();
  await page.keyboard.press("Escape");
  await canvas.waitFor();
  await page.getByRole("button", { name: "By storage" }).click();
  await expectText(page, /Its length is what it stores/);
});
