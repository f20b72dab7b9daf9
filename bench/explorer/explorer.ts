/**
 * The explorer: bytes to the first view and with the editor; the time from the link to the overview, to the heat map of a
 * container with 100 partitions over six hours, and from a hot key to its name; frames a second while it is live; what an
 * open page costs the server. Minutes pass quickly: the server's clock is put forward.
 */
import { gzipSync } from "node:zlib";
import { CosmosClient } from "@azure/cosmos";
import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../../tests/browser/start-browser.ts";
import { ControlClient } from "../../tests/harness/control-client.ts";
import { startProcess } from "../../tests/harness/server-process.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";

/** A physical partition for each 6,000 RU/s. */
const PARTITIONS = 100;
const MINUTES = 360;
const KEYS = 500;
const ROUNDS = 5;
const FRAMES_MS = 10_000;
/** For each of the two that are compared, in turns. */
const OPEN_MS = Number(process.env.ORRERY_BENCH_OPEN_MS ?? 20_000);
const WIDE = "db/bench/wide/partitions";

const COUNT_FRAMES = `new Promise((resolve) => {
  let count = 0;
  const endMs = performance.now() + ${FRAMES_MS};
  const frame = () => {
    count++;
    if (performance.now() < endMs) requestAnimationFrame(frame);
    else resolve(count);
  };
  requestAnimationFrame(frame);
})`;

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
  ["all, with the editor", (zipped(() => true) / 1024).toFixed(1)],
]);

const server = await startProcess(["--memory", "--controllable-clock"]);
const client = new CosmosClient({ endpoint: server.endpoint, key: server.key });
const browser = await startBrowser([]);
if (browser !== undefined) {
  try {
    await prepare();
    const heat = `Heat map of ${MINUTES} columns of time and ${PARTITIONS} rows`;
    const named = await hotKeysNamed(browser);
    const rows: [string, string][] = [
      ["link to overview, best and median", await linkTimes(browser, "", "article.row")],
      [
        `link to the heat map of ${PARTITIONS} partitions by ${MINUTES} minutes, best and median`,
        await linkTimes(browser, `${WIDE}?span=6h&measure=use`, `canvas[aria-label^="${heat}"]`),
      ],
      ["first write of a hot key to its name, median and longest", named],
      ["frames a second while it is live", await framesPerSecond(browser)],
      ...(await costs(browser)),
    ];
    printTable([["in the browser", ""], ...rows]);
  } finally {
    await browser.close();
  }
}
client.dispose();
await server.end("SIGTERM");

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

/** A container with load in every minute of the last six hours. */
async function prepare(): Promise<void> {
  const { database } = await client.databases.create({ id: "bench" });
  const { container } = await database.containers.create({
    id: "wide",
    partitionKey: { paths: ["/pk"], version: 2 },
    throughput: PARTITIONS * 6_000,
  });
  for (let i = 0; i < KEYS; i++) await container.items.create({ id: `${i}`, pk: `key-${i}` });
  const control = new ControlClient(server);
  for (let minute = 0; minute < MINUTES; minute++) {
    const reads = Array.from({ length: KEYS / 10 }, (_, i) => {
      const number = (minute * 50 + i) % KEYS;
      return container.item(`${number}`, `key-${number}`).read();
    });
    await Promise.all(reads);
    const { status } = await control.post("clock", { advanceMs: 60_000 });
    if (status !== 200) throw new Error("The clock does not go forward.");
  }
}

/** Milliseconds until what is looked for is there and drawn. */
async function linkTimes(from: Browser, path: string, selector: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await from.newPage();
    const startMs = performance.now();
    await page.goto(`${server.endpoint}/_explorer/${path}`);
    await page.locator(selector).first().waitFor();
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
    times.push(performance.now() - startMs);
    await page.close();
  }
  return `${Math.round(Math.min(...times))}, ${Math.round(median(times))} ms`;
}

/** A client writes one key as fast as it can; the page is open already. */
async function hotKeysNamed(from: Browser): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { container } = await client.database("bench").containers.create({
      id: `hot-${round}`,
      partitionKey: { paths: ["/pk"], version: 2 },
      throughput: 18_000,
    });
    const page = await from.newPage();
    await page.goto(`${server.endpoint}/_explorer/db/bench/hot-${round}/partitions`);
    await page.locator('[data-finding="quiet"]').waitFor();
    let isOver = false;
    const startMs = performance.now();
    const load = (async () => {
      for (let i = 0; !isOver; i++) await container.items.upsert({ id: `${i % 50}`, pk: "ada" });
    })();
    await page.locator('[data-finding="hotKey"]').getByText("“ada”").waitFor();
    times.push(performance.now() - startMs);
    isOver = true;
    await load;
    await page.close();
  }
  return `${Math.round(median(times))}, ${Math.round(Math.max(...times))} ms`;
}

async function openWide(from: Browser): Promise<Page> {
  const page = await from.newPage();
  await page.goto(`${server.endpoint}/_explorer/${WIDE}`);
  await page.locator("canvas").waitFor();
  return page;
}

async function framesPerSecond(from: Browser): Promise<string> {
  const page = await openWide(from);
  const [frames] = await Promise.all([page.evaluate<number>(COUNT_FRAMES), readFor(FRAMES_MS)]);
  await page.close();
  return ((frames / FRAMES_MS) * 1000).toFixed(1);
}

/** Some fifty reads a second. */
async function readFor(ms: number): Promise<void> {
  const container = client.database("bench").container("wide");
  const endMs = performance.now() + ms;
  for (let i = 0; performance.now() < endMs; i++) {
    await container.item(`${i % KEYS}`, `key-${i % KEYS}`).read();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Processor time of the server's process under the same load, without a page and with one, in turns. */
async function costs(from: Browser): Promise<[string, string][]> {
  const pages = { none: undefined, overview: "", partitions: WIDE };
  const parts: Record<keyof typeof pages, number[]> = { none: [], overview: [], partitions: [] };
  for (let round = 0; round < 3; round++) {
    for (const [name, path] of Object.entries(pages) as [keyof typeof pages, string | undefined][]) {
      const page = path === undefined ? undefined : await from.newPage();
      await page?.goto(`${server.endpoint}/_explorer/${path}`);
      await page
        ?.locator(path === "" ? "article.row" : "canvas")
        .first()
        .waitFor();
      const before = processorMs(server.pid);
      await readFor(OPEN_MS);
      parts[name].push((processorMs(server.pid) - before) / OPEN_MS);
      await page?.close();
    }
  }
  const percent = (part: number) => `${(100 * part).toFixed(1)} % of a core`;
  const without = median(parts.none);
  return [
    ["the server under 50 reads a second, without a page", percent(without)],
    ["what an open overview adds", percent(median(parts.overview) - without)],
    [`what an open page of ${PARTITIONS} partitions adds`, percent(median(parts.partitions) - without)],
  ];
}
