/**
 * What accounting costs: point reads of hot items inside the engine, with the meter and without it, in turns. Beside
 * it stands what a read costs over HTTP, of which the accounting is the part that counts.
 */

import type { Container, ItemRequest } from "../../packages/orrery/src/engine/index.ts";
import { createOne, Engine, readItemById } from "../../packages/orrery/src/engine/index.ts";
import { MemoryStore } from "../../packages/orrery/src/kv/memory-store.ts";
import { median, printTable } from "../print-table.ts";

const ITEMS = 1_000;
const READS = 50_000;
const ROUNDS = 9;
/** Of a server that answers point reads and does nothing else, as `npm run bench -- spine` shows it on an idle core. */
const HTTP_READ_MICROS = 50;

const plain: ItemRequest = { priority: "High", bucket: 0 };

async function openContainer(): Promise<Container> {
  const engine = await Engine.open({
    kv: new MemoryStore(),
    environment: { now: () => Date.now(), random: Math.random, log: () => {} },
    cacheBytes: 64 * 1024 * 1024,
    throttle: "observe",
  });
  const database = await engine.createDatabase({ id: "db" }, {});
  const body = { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  const resource = await engine.createContainer(database, body, {
    ruPerSecond: 1_000_000,
    knowsPartitionKeys: true,
  });
  const container = await engine.containerOf(resource);
  for (let i = 0; i < ITEMS; i++) {
    await createOne(container, { id: `${i}`, pk: `key${i % 100}`, text: "x".repeat(1_000) }, plain);
  }
  return container;
}

async function readMicros(container: Container): Promise<number> {
  const began = process.hrtime.bigint();
  for (let i = 0; i < READS; i++) {
    const n = i % ITEMS;
    await readItemById(container, `${n}`, { ...plain, key: [`key${n % 100}`] });
  }
  return Number(process.hrtime.bigint() - began) / 1_000 / READS;
}

export async function measureAccounting(): Promise<void> {
  const container = await openContainer();
  const metered = container.metered.bind(container);
  const without: typeof metered = (_partition, _spender, work) => work();
  const withMicros: number[] = [];
  const withoutMicros: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    container.metered = metered;
    withMicros.push(await readMicros(container));
    container.metered = without;
    withoutMicros.push(await readMicros(container));
  }
  const cost = median(withMicros.map((micros, i) => micros - withoutMicros[i]!));
  printTable([
    ["point read, in process", "µs"],
    ["with accounting", median(withMicros).toFixed(2)],
    ["without", median(withoutMicros).toFixed(2)],
    ["accounting", cost.toFixed(2)],
    [`of a read over HTTP (${HTTP_READ_MICROS} µs)`, `${((100 * cost) / HTTP_READ_MICROS).toFixed(1)} %`],
  ]);
}
