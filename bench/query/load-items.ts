/** Fills containers straight through the engine, into a folder that a server then opens. */
import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level-store.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { INDEXING_POLICY, itemOf, partitionKeyOf, ROWS } from "./item.ts";

export const DATABASE = "bench";
export const PARTITIONS = 5;

const RU_PER_PARTITION = 6000;
const BATCHES_AT_ONCE = 16;
const CACHE_BYTES = 16 * 1024 * 1024;

export function containerOf(count: number): string {
  return `items-${count}`;
}

/** `folder` is where the server keeps its store. */
export async function loadItems(folder: string, counts: readonly number[]): Promise<void> {
  const engine = await Engine.open({
    storage: new Storage(await LevelStore.open({ folder, durability: "process" })),
    environment: { now: () => Date.now(), random: () => Math.random(), log: () => {} },
    cacheBytes: CACHE_BYTES,
    throttle: "observe",
  });
  await engine.databases.create({ id: DATABASE });
  for (const count of counts) {
    const definition = {
      id: containerOf(count),
      partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
      indexingPolicy: INDEXING_POLICY,
    };
    await engine.containers.create(DATABASE, definition, {
      ruPerSecond: PARTITIONS * RU_PER_PARTITION,
      knowsPartitionKeys: true,
    });
    const address = { database: DATABASE, container: containerOf(count) };
    let next = 0;
    const work = async () => {
      for (let from = next; from < count; from = next) {
        next = from + ROWS;
        const operations = Array.from({ length: ROWS }, (_, i) => ({
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
  await engine.close();
}
