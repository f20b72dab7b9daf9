/** What advice costs in time and memory, how fast a replay is, and what recording costs each request. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { ControlClient } from "../../tests/harness/control-client.ts";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";
import { CONNECTIONS, perSecond, send } from "../transactions/load.ts";
import { create, item } from "../transactions/requests.ts";

const ITEMS = process.env.ORRERY_BENCH_MILLION === undefined ? 50_000 : 1_000_000;
const OPERATIONS = ITEMS;
const REPLAY_SECONDS = 60;
/** The first ones warm up and do not count. */
const ROUNDS = 44;
const WARM_UP = 4;
const CREATES = 500;

// What is published: the sources as they are run here carry the names of all functions along, which costs a third.
const built = new URL("../../packages/orrery/dist/advisor/index.js", import.meta.url).href;
const { advise, readItemFile } = (await import(built)) as typeof import("orrerydb/advisor");

const mean = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length;

const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));

async function writeLines(name: string, count: number, lineOf: (i: number) => object): Promise<string> {
  const path = join(folder, name);
  const file = createWriteStream(path);
  for (let i = 0; i < count; i++) {
    if (!file.write(`${JSON.stringify(lineOf(i))}\n`))
      await new Promise((drained) => file.once("drain", () => drained(undefined)));
  }
  await finished(file.end());
  return path;
}

const orderOf = (i: number) => ({
  id: `order-${i}`,
  tenantId: `tenant-${i % 10 < 3 ? 0 : i % 997}`,
  customerId: `customer-${(i * 7) % 25_000}`,
  placedAt: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
  note: "x".repeat(850),
});
const operationOf = (i: number) => {
  const { note, ...order } = orderOf(i);
  const common = { at: i, container: "shop/orders", status: 200, charge: 5 };
  if (i % 2 === 0) return { ...common, do: "create", item: order, bytes: 1_000 };
  const text = "SELECT * FROM c WHERE c.customerId = @customer";
  return { ...common, do: "query", text, parameters: { "@customer": order.customerId } };
};

const items = await writeLines("items.ndjson", ITEMS, orderOf);
const traffic = await writeLines("traffic.ndjson", OPERATIONS, operationOf);
let memory = 0;
const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage().rss)), 50);
const adviceUsedMs = processorMs(process.pid);
const adviceMs = performance.now();
await advise({ items: readItemFile(items), traffic: { lines: readItemFile(traffic) }, replays: 0 });
const adviceSeconds = (performance.now() - adviceMs) / 1000;
const adviceProcessorMs = processorMs(process.pid) - adviceUsedMs;
clearInterval(watch);

const replays = async (count: number, operations: number) => {
  const [startMs, usedMs] = [performance.now(), processorMs(process.pid)];
  await advise({
    items: Array.from({ length: 2_000 }, (_, i) => ({ item: orderOf(i) as never, bytes: 1_000 })),
    traffic: {
      lines: Array.from({ length: 10_000 }, (_, i) => ({ item: operationOf(i) as never, bytes: 0 })),
    },
    replays: count,
    replaySeconds: REPLAY_SECONDS,
    replayOperations: operations,
  });
  return { seconds: (performance.now() - startMs) / 1000, processorMs: processorMs(process.pid) - usedMs };
};
/** How many seconds of traffic a second plays, by the clock and by the processor. */
async function simulatedPerSecond(operations: number): Promise<string> {
  const [without, withOne] = [await replays(0, operations), await replays(1, operations)];
  const [byClock, byProcessor] = [
    withOne.seconds - without.seconds,
    (withOne.processorMs - without.processorMs) / 1000,
  ].map((seconds) => (REPLAY_SECONDS / Math.max(0.001, seconds)).toFixed(1));
  return `${byClock}, ${byProcessor}`;
}
const asIs = await simulatedPerSecond(10_000);
const whole = await simulatedPerSecond(60_000);

interface RecordingCost {
  readonly rate: { readonly off: number; readonly on: number };
  /** Of the server, for each create. */
  readonly processorMs: { readonly off: number; readonly on: number };
}

/** Creates with and without a recording, in short turns, so that whatever else goes on meets both alike. */
async function recordingCost(): Promise<RecordingCost> {
  const server = await startProcess(["--memory"]);
  const client = new SignedClient(server.endpoint, server.key, CONNECTIONS);
  const control = new ControlClient(server);
  await send(client, { method: "POST", path: "/dbs", body: { id: "bench" }, status: 201 });
  const body = { id: "items", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  await send(client, { method: "POST", path: "/dbs/bench/colls", body, status: 201 });
  const rates = { off: [] as number[], on: [] as number[] };
  const used = { off: [] as number[], on: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const ways = round % 2 === 0 ? (["off", "on"] as const) : (["on", "off"] as const);
    for (const way of ways) {
      const requests = Array.from({ length: CREATES }, (_, n) =>
        create("/dbs/bench/colls/items", item(`${way}-${round}`, n)),
      );
      if (way === "on") await control.post("recording");
      const before = processorMs(server.pid);
      const rate = await perSecond(client, requests);
      const usedMs = processorMs(server.pid) - before;
      if (way === "on") await control.send("DELETE", "recording");
      if (round < WARM_UP) continue;
      rates[way].push(rate);
      used[way].push(usedMs / CREATES);
    }
  }
  client.close();
  await server.end("SIGTERM");
  return {
    rate: { off: median(rates.off), on: median(rates.on) },
    processorMs: { off: mean(used.off), on: mean(used.on) },
  };
}

const recording = await recordingCost();
printTable([
  ["what", "figure"],
  [`advice on ${ITEMS} items and ${OPERATIONS} recorded operations, s`, adviceSeconds.toFixed(1)],
  ["processor time of it, s", (adviceProcessorMs / 1000).toFixed(1)],
  ["memory at most, MB", String(Math.round(memory / 2 ** 20))],
  [
    "replay of a minute of 1,000 operations/s, one in six, simulated seconds a second; of processor time",
    asIs,
  ],
  ["the same, every operation", whole],
  ["creates/s without a recording", String(Math.round(recording.rate.off))],
  ["creates/s with one", String(Math.round(recording.rate.on))],
  ["processor time of a create without one, ms", recording.processorMs.off.toFixed(4)],
  ["with one, ms", recording.processorMs.on.toFixed(4)],
  ["recording costs", `${((recording.processorMs.on / recording.processorMs.off - 1) * 100).toFixed(1)} %`],
]);
rmSync(folder, { recursive: true, force: true });
