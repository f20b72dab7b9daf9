/**
 * Pictures of the explorer, on a server with load of its own: `npm run screenshots` makes those that the documents show.
 * With a folder, every page in both themes and at both widths goes there, to be looked at; behind it may stand the names
 * of some pages.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startOrrery } from "orrerydb";
import { startBrowser } from "../tests/browser/start-browser.ts";
import { startLoad } from "../tests/explorer/load.ts";

const [folder, ...wanted] = process.argv.slice(2);
const target = folder ?? fileURLToPath(new URL("../docs/images", import.meta.url));
/** Long enough for the rings to be full and the heat map to have a shape. */
const WARM_MS = folder === undefined ? 60_000 : 15_000;
/** Rings show an average of some seconds. */
const SETTLE_MS = 3_000;

const ORDERS = "db/shop/orders";

const run = (name) => (page) => page.getByRole("button", { name, exact: true }).click();

/** By name: where it is, and what is done there first. */
const PAGES = {
  overview: { path: "" },
  "new-container": { path: "", act: run("New container") },
  delete: { path: "", act: run("Delete database shop") },
  partitions: { path: `${ORDERS}/partitions` },
  hot: { path: "db/shop/visits/partitions" },
  "hot-by-key": { path: "db/shop/visits/partitions", act: run("By key") },
  storage: { path: `${ORDERS}/partitions`, act: run("Storage") },
  quiet: { path: "db/shop/customers/partitions" },
  split: { path: `${ORDERS}/partitions`, act: run("Split partition 0") },
  throughput: { path: `${ORDERS}/partitions`, act: run("Change throughput…") },
  "share-out": { path: `${ORDERS}/partitions`, act: run("Share out…") },
  items: { path: `${ORDERS}/items` },
  item: { path: `${ORDERS}/items`, act: (page) => page.locator("td .link").first().click() },
  "no-items": { path: "db/shop/customers/items" },
  import: { path: `${ORDERS}/items`, act: run("Import…") },
  query: {
    path: `${ORDERS}/query`,
    act: async (page) => {
      await page
        .getByRole("textbox", { name: "Query", exact: true })
        .fill("SELECT c.id, c.customer, c.city, c.total\nFROM c\nWHERE c.total > 300\nORDER BY c.total DESC");
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.getByRole("table", { name: "What each partition did" }).waitFor();
    },
  },
  "wrong-query": {
    path: `${ORDERS}/query`,
    act: async (page) => {
      await page
        .getByRole("textbox", { name: "Query", exact: true })
        .fill("SELECT c.id FROM c WHERE c.total >");
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  changes: { path: `${ORDERS}/changes` },
  scripts: { path: `${ORDERS}/scripts` },
  script: { path: `${ORDERS}/scripts/procedures/totalOfCustomer` },
  key: { path: `${ORDERS}/key` },
  advice: {
    path: "db/shop/visits/key",
    act: async (page) => {
      const begin = page.getByRole("button", { name: "Advise me" });
      const isDone = page.locator(".candidate").first();
      await begin.or(isDone).first().waitFor();
      if (await begin.isVisible()) await begin.click();
      await isDone.waitFor({ timeout: 180_000 });
    },
  },
  settings: { path: `${ORDERS}/settings` },
  requests: { path: "requests" },
  request: { path: "requests", act: (page) => page.locator("td .link").first().click() },
  users: { path: "users/shop" },
  user: { path: "users/shop/accounting" },
  demo: { path: "demo" },
  missing: { path: "db/shop/nothing/partitions" },
  "sign-in": {
    path: "",
    // A key that the server does not know: the page asks for another, and forgets this one.
    act: async (page) => {
      await page.evaluate(() => sessionStorage.setItem("orrery-key", "d3Jvbmc="));
      await page.reload();
      await page.getByLabel("Account key").waitFor();
    },
  },
};

const orrery = await startOrrery();
const browser = await startBrowser([]);
if (browser === undefined) throw new Error("There is no browser.");
const load = await startLoad(orrery);
try {
  await mkdir(target, { recursive: true });
  const demo = await open("light", 1280);
  await demo.goto(`${orrery.endpoint}/_explorer/demo`);
  await demo.getByRole("button", { name: "Start the load" }).click();
  await new Promise((resolve) => setTimeout(resolve, WARM_MS));
  if (folder === undefined) await forDocuments(demo);
  else await forLooking();
} finally {
  load.stop();
  await browser.close();
  await orrery.stop();
}

async function forDocuments(demo) {
  await demo.screenshot({ path: join(target, "demonstration.png"), fullPage: true });
  await shoot(await open("light", 1280), "overview", "overview.png");
  await shoot(await open("dark", 1280), "hot", "hot-key.png");
  await shoot(await open("light", 1280), "query", "query.png");
}

async function forLooking() {
  const names = wanted.length === 0 ? Object.keys(PAGES) : wanted;
  for (const theme of ["light", "dark"]) {
    for (const width of [1280, 400]) {
      const page = await open(theme, width);
      for (const name of names) await shoot(page, name, `${name}-${theme}-${width}.png`);
      await page.context().close();
    }
  }
}

async function open(theme, width) {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

async function shoot(page, name, file) {
  const { path, act } = PAGES[name];
  try {
    await page.goto(`${orrery.endpoint}/_explorer/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await act?.(page);
    await page.waitForTimeout(SETTLE_MS);
  } catch (error) {
    console.error(`${file}: ${error}`);
  }
  await page.screenshot({
    path: join(target, file),
    fullPage: act === undefined || !(await hasDialog(page)),
  });
}

async function hasDialog(page) {
  return (await page.locator("dialog[open]").count()) > 0;
}
