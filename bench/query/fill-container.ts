/** Fills containers straight through the engine, into a folder that a server then opens. */

import type { JsonObject } from "@orrerydb/exact-json";
import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level/level-store.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { isSealedKind } from "../../packages/orrery/src/store/records/sealed-rows.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";

export const DATABASE = "bench";
export const PARTITIONS = 5;
/** Items to a logical partition: one batch. */
export const ITEMS_PER_KEY = 100;

const RU_PER_PARTITION = 6000;
const BATCHES_AT_ONCE = 16;
const CACHE_BYTES = 16 * 1024 * 1024;

export interface Filling {
  readonly definition: JsonObject & { readonly id: string };
  readonly count: number;
  /** Each has the partition key `partitionKeyOf` of its index at `/pk`. */
  itemOf(index: number, count: number): JsonObject;
}

export function partitionKeyOf(index: number): string {
  return `customer-${Math.floor(index / ITEMS_PER_KEY)}`;
}

/** `folder` is where the server keeps its store. */
export async function fillContainers(folder: string, fillings: readonly Filling[]): Promise<void> {
  const engine = await Engine.open({
    storage: new Storage(await LevelStore.open({ folder, durability: "process", isSealedKind })),
    environment: {
      now: () => Date.now(),
      random: () => Math.random(),
      log: () => {},
      scheduler: PROCESS_SCHEDULER,
    },
    cacheBytes: CACHE_BYTES,
    throttle: "observe",
  });
  await engine.databases.create({ id: DATABASE });
  for (const filling of fillings) {
    const startMs = performance.now();
    await fillContainer(engine, filling);
    const seconds = (performance.now() - startMs) / 1000;
    console.log(`${filling.definition.id} has its items after ${seconds.toFixed(0)} s.`);
  }
  await engine.close();
}

async function fillContainer(engine: Engine, { definition, count, itemOf }: Filling): Promise<void> {
  await engine.containers.create(
    DATABASE,
    { partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 }, ...definition },
    { ruPerSecond: PARTITIONS * RU_PER_PARTITION, knowsPartitionKeys: true },
  );
  const address = { database: DATABASE, container: definition.id };
  let next = 0;
  const work = async () => {
    for (let from = next; from < count; from = next) {
      next = from + ITEMS_PER_KEY;
      const operations = Array.from({ length: ITEMS_PER_KEY }, (_, i) => ({
        kind: "create" as const,
        body: itemOf(from + i, count),
        minimal: true,
      }));
      const { results } = await engine.items.batch(address, operations, {
        key: [partitionKeyOf(from)],
        terms: { priority: "High", bucket: 0, readMultiplier: 1 },
      });
      for (const result of results) if ("failure" in result) throw result.failure;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
}
