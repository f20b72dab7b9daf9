/**
 * The scenario that synthetic keys are for: one day's items, written as fast as clients can, with the date as key,
 * with a random suffix of 400, and with a suffix of 400 from the vehicle's number. Budgets are enforced; the clock
 * is the bench's own, so that the figures are the same on every machine.
 */

import { hashSuffix, randomSuffix } from "@orrerydb/keys";
import { Engine } from "../../packages/orrery/src/engine/engine.ts";
import { createOne } from "../../packages/orrery/src/engine/items/items.ts";
import { MemoryStore } from "../../packages/orrery/src/kv/memory/memory-store.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { Failure } from "../../packages/orrery/src/value/failure.ts";
import { seededRandom } from "../../tests/harness/seeded-random.ts";

const RU_PER_SECOND = 40_000;
const SUFFIXES = 400;
const SECONDS = 4;
/** About twice what the throughput allows. */
const OFFERED_PER_SECOND = 11_000;
const DATE = "2018-08-09";
const SEED = 20_180_809;

interface Reading {
  readonly id: string;
  readonly date: string;
  readonly vin: string;
  readonly speed: number;
}

export interface HotKeyResult {
  readonly name: string;
  readonly acceptedPerSecond: number;
  readonly refusedPerSecond: number;
  readonly ruPerSecond: number;
}

export interface HotKeys {
  readonly ruPerSecond: number;
  readonly partitions: number;
  readonly offeredPerSecond: number;
  readonly results: readonly HotKeyResult[];
}

export async function measureHotKeys(): Promise<HotKeys> {
  const random = randomSuffix({ from: ["/date"], suffixes: SUFFIXES }, { random: seededRandom(SEED) });
  const hashed = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: SUFFIXES });
  const strategies: readonly (readonly [string, (reading: Reading) => string])[] = [
    ["the date", ({ date }) => date],
    [`the date and a random suffix of ${SUFFIXES}`, (reading) => random.keyOf(reading)],
    [`the date and a hash suffix of ${SUFFIXES}`, (reading) => hashed.keyOf(reading)],
  ];
  const results: HotKeyResult[] = [];
  let partitions = 0;
  for (const [name, keyOf] of strategies) {
    const { result, partitionCount } = await writeDay(name, keyOf);
    results.push(result);
    partitions = partitionCount;
  }
  return { ruPerSecond: RU_PER_SECOND, partitions, offeredPerSecond: OFFERED_PER_SECOND, results };
}

async function writeDay(name: string, keyOf: (reading: Reading) => string) {
  let nowMs = Date.parse(`${DATE}T12:00:00Z`);
  const engine = await Engine.open({
    storage: new Storage(new MemoryStore()),
    environment: {
      now: () => nowMs,
      random: seededRandom(SEED),
      log: () => {},
      scheduler: PROCESS_SCHEDULER,
    },
    cacheBytes: 1_000_000,
    throttle: "enforce",
  });
  await engine.databases.create({ id: "db" });
  const { resource } = await engine.containers.create(
    "db",
    { id: "readings", partitionKey: { paths: ["/partitionKey"], kind: "Hash", version: 2 } },
    { ruPerSecond: RU_PER_SECOND, knowsPartitionKeys: true },
  );
  const container = await engine.containerOf(resource);
  const random = seededRandom(SEED + 1);
  const startMs = nowMs;
  let accepted = 0;
  let spent = 0;
  for (let i = 0; i < SECONDS * OFFERED_PER_SECOND; i++) {
    nowMs = startMs + (i * 1000) / OFFERED_PER_SECOND;
    const vin = `1FTFW1ET5DFC${String(Math.floor(random() * 100_000)).padStart(5, "0")}`;
    const reading = { id: `${i}`, date: DATE, vin, speed: Math.floor(random() * 120) };
    try {
      const { charge } = await createOne(
        container,
        { ...reading, partitionKey: keyOf(reading) },
        { terms: { priority: "High", bucket: 0, readMultiplier: 1 } },
      );
      accepted++;
      spent += charge;
    } catch (error) {
      if (!(error instanceof Failure && error.code === "tooManyRequests")) throw error;
    }
  }
  const partitionCount = container.partitions.all.length;
  await engine.close();
  const refused = SECONDS * OFFERED_PER_SECOND - accepted;
  const result: HotKeyResult = {
    name,
    acceptedPerSecond: accepted / SECONDS,
    refusedPerSecond: refused / SECONDS,
    ruPerSecond: spent / SECONDS,
  };
  return { result, partitionCount };
}
