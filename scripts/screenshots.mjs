/**
 * Pictures of the explorer, on a server with load of its own: `npm run screenshots` makes those that the documents show.
 * With a folder, every page in both themes and at both widths goes there: to be looked at.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startOrrery } from "orrerydb";
import { startBrowser } from "../tests/browser/start-browser.ts";
import { startLoad } from "../tests/explorer/load.ts";

const folder = process.argv[2];
const target = folder ?? fileURLToPath(new URL("../docs/images", import.meta.url));
/** Long enough for the rings to be full and the heat map to have a shape. */
const WARM_MS = folder === undefined ? 60_000 : 25_000;

const PAGES = {
  overview: "",
  partitions: "db/shop/orders/partitions",
  hot: "db/shop/visits/partitions",
  demo: "demo",
  items: "db/shop/orders/items",
  query: "db/shop/orders/query",
  missing: "db/shop/nothing/partitions",
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
  await shoot("overview", "light", 1280, "overview.png");
  await shoot("hot", "dark", 1280, "hot-key.png");
  await shoot("partitions", "light", 1280, "partitions.png");
}

async function forLooking() {
  for (const theme of ["light", "dark"]) {
    for (const width of [1280, 400]) {
      for (const page of Object.keys(PAGES)) await shoot(page, theme, width, `${page}-${theme}-${width}.png`);
    }
  }
}

async function open(theme, width) {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 900 } });
  return context.newPage();
}

async function shoot(name, theme, width, file) {
  const page = await open(theme, width);
  await page.goto(`${orrery.endpoint}/_explorer/${PAGES[name]}`);
  // Rings show an average of some seconds.
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: join(target, file), fullPage: true });
  await page.context().close();
}
