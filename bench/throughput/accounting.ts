/**
 * What accounting costs: point reads over HTTP with the meter and without it, in turns. The server runs in this
 * process and the load in another, so that the processor time of this one is the server's; it is steadier than the
 * time that passes.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startServer } from "../../packages/orrery/src/cli/server/start-server.ts";
import { DEFAULT_STORAGE_LIMITS } from "../../packages/orrery/src/engine/container/storage-limits.ts";
import { createOne } from "../../packages/orrery/src/engine/items/items.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { median, printTable } from "../print-table.ts";
import { itemText } from "../spine/item.ts";
import type { Job } from "../spine/load.ts";

const ITEMS = 10_000;
const KEYS = 1_000;
/** The first one warms up and does not count. */
const ROUNDS = 21;
const KEY = Buffer.from("a key for measurements").toString("base64");

export async function measureAccounting(): Promise<void> {
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    durability: "process",
    keys: { primary: KEY },
    throttle: "observe",
    consistency: "Session",
    storageLimits: DEFAULT_STORAGE_LIMITS,
    environment: { now: () => Date.now(), random: Math.random, log: () => {}, scheduler: PROCESS_SCHEDULER },
  });
  await server.engine.databases.create({ id: "db" });
  const { resource } = await server.engine.containers.create(
    "db",
    { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } },
    { ruPerSecond: 1_000_000, knowsPartitionKeys: true },
  );
  const container = await server.engine.containerOf(resource);
  for (let i = 0; i < ITEMS; i++) {
    await createOne(container, JSON.parse(itemText(i, KEYS)), {
      terms: { priority: "High", bucket: 0, readMultiplier: 1 },
    });
  }
  const load = fork(fileURLToPath(new URL("../spine/load.ts", import.meta.url)));
  const job: Job = {
    kind: "read",
    endpoint: `http://127.0.0.1:${server.port}`,
    key: KEY,
    container: "/dbs/db/colls/c",
    requests: ITEMS,
    connections: 64,
    keys: KEYS,
  };
  const readMicros = async (): Promise<number> => {
    const before = process.cpuUsage();
    load.send(job);
    await once(load, "message");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / ITEMS;
  };
  const { meter } = container;
  const open = meter.open.bind(meter);
  const without = { open() {}, close() {}, fail: (error: unknown) => error } as unknown as ReturnType<
    typeof open
  >;
  const withMicros: number[] = [];
  const withoutMicros: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    meter.open = open;
    withMicros.push(await readMicros());
    meter.open = () => without;
    withoutMicros.push(await readMicros());
  }
  load.kill();
  await server.stop();
  const rounds = withMicros.map((micros, i) => micros / withoutMicros[i]! - 1).slice(1);
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  const sorted = rounds.toSorted((a, b) => a - b);
  printTable([
    ["point read over HTTP, processor time of the server", "µs"],
    ["with accounting", median(withMicros.slice(1)).toFixed(1)],
    ["without", median(withoutMicros.slice(1)).toFixed(1)],
    ["accounting, median of the rounds", percent(median(rounds))],
    [
      "its middle half",
      `${percent(sorted[Math.floor(sorted.length / 4)]!)} to ${percent(sorted[Math.floor((3 * sorted.length) / 4)]!)}`,
    ],
  ]);
}
