/**
 * The explorer: bytes to the first view and with the editor; the time from the link to the overview, and to the heat map
 * of a container with 100 partitions; what an open page costs the server.
 */
import { gzipSync } from "node:zlib";
import { startOrrery } from "orrerydb";
import type { Browser } from "playwright-core";
import { startBrowser } from "../../tests/browser/start-browser.ts";
import { printTable } from "../print-table.ts";

/** A physical partition for each 6,000 RU/s. */
const PARTITIONS = 100;
const OPEN_MS = 20_000;
const ROUNDS = 5;

interface Built {
  readonly buildExplorer: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

const { buildExplorer } = (await import(
  new URL("../../packages/explorer/build.mjs", import.meta.url).href
)) as Built;
const files = await buildExplorer();
const zipped = (isWanted: (name: string) => boolean) =>
  [...files].reduce(
    (sum, [name, bytes]) => sum + (isWanted(name) ? gzipSync(bytes, { level: 9 }).length : 0),
    0,
  );
const first = firstFiles(files);
printTable([
  ["bytes, gzipped", "KB"],
  ["first view", (zipped((name) => first.has(name)) / 1024).toFixed(1)],
  ["with the editor", (zipped(() => true) / 1024).toFixed(1)],
]);

const orrery = await startOrrery();
const browser = await startBrowser([]);
if (browser !== undefined) {
  try {
    await prepare();
    const rows: [string, string][] = [
      ["link to overview", `${await quickest(browser, "", ".row")} ms`],
      [
        `link to the heat map of ${PARTITIONS} partitions`,
        `${await quickest(browser, "db/bench/wide/partitions", "canvas")} ms`,
      ],
      ["processor time of server and load while a page is open", await cost(browser, true)],
      ["the same without a page", await cost(browser, false)],
    ];
    printTable([["in the browser", ""], ...rows]);
  } finally {
    await browser.close();
  }
}
await orrery.stop();

/** Those that the page names, and what they import at once. */
function firstFiles(all: ReadonlyMap<string, Uint8Array>): Set<string> {
  const found = new Set(["index.html"]);
  for (const name of found) {
    const text = Buffer.from(all.get(name)!).toString("utf8");
    for (const other of all.keys()) {
      const file = other.slice(other.lastIndexOf("/") + 1);
      const isNamed = name === "index.html" ? text.includes(file) : text.includes(`from"./${file}"`);
      if (isNamed) found.add(other);
    }
  }
  return found;
}

async function prepare(): Promise<void> {
  const { database } = await orrery.client().databases.create({ id: "bench" });
  const { container } = await database.containers.create({
    id: "wide",
    partitionKey: { paths: ["/pk"], version: 2 },
    throughput: PARTITIONS * 6_000,
  });
  for (let i = 0; i < 500; i++) await container.items.create({ id: `${i}`, pk: `key-${i}` });
}

/** Milliseconds until what is looked for is there: the best of some rounds. */
async function quickest(from: Browser, path: string, selector: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await from.newPage();
    const startMs = performance.now();
    await page.goto(`${orrery.endpoint}/_explorer/${path}`);
    await page.locator(selector).first().waitFor();
    best = Math.min(best, performance.now() - startMs);
    await page.close();
  }
  return Math.round(best);
}

async function cost(from: Browser, isOpen: boolean): Promise<string> {
  const container = orrery.client().database("bench").container("wide");
  const page = isOpen ? await from.newPage() : undefined;
  await page?.goto(`${orrery.endpoint}/_explorer/db/bench/wide/partitions`);
  await page?.locator("canvas").waitFor();
  const before = process.cpuUsage();
  const endMs = performance.now() + OPEN_MS;
  for (let i = 0; performance.now() < endMs; i++) {
    await container.item(`${i % 500}`, `key-${i % 500}`).read();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { user, system } = process.cpuUsage(before);
  await page?.close();
  return `${(((user + system) / 1000 / OPEN_MS) * 100).toFixed(1)} % of a core`;
}
