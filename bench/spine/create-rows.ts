/** The rows that a create writes, for a server that does nothing but write them. */
import { Engine } from "../../packages/orrery/src/engine/engine.ts";
import { MemorySpaces } from "../../packages/orrery/src/kv/memory-spaces.ts";
import { MemoryStore } from "../../packages/orrery/src/kv/memory-store.ts";
import type { Write } from "../../packages/orrery/src/kv/write.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { OUTCOME_STATUS, statusOf } from "../../packages/orrery/src/wire/status.ts";
import { itemText } from "./item.ts";

export interface CreateRow {
  /** In base64. */
  readonly key: string;
  readonly value: string;
  /** Whether every create writes it again, as totals. */
  readonly isRewritten: boolean;
}

/** Of the second create on one key, in the order in which they are written. */
export async function createRows(): Promise<CreateRow[]> {
  const spaces = new MemorySpaces();
  let last: readonly Write[] = [];
  const kv = new MemoryStore(spaces, (writes) => {
    last = writes.all();
    spaces.apply(last);
  });
  const engine = await Engine.open({
    storage: new Storage(kv),
    environment: { now: Date.now, random: Math.random, log: () => {}, scheduler: PROCESS_SCHEDULER },
    cacheBytes: 1_000_000,
    throttle: "observe",
    scriptStatuses: { outcome: OUTCOME_STATUS, failure: (code) => statusOf(code).status },
  });
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  await engine.databases.create({ id: "bench" });
  await engine.containers.create(
    "bench",
    { id: "items", partitionKey },
    { ruPerSecond: 400, knowsPartitionKeys: true },
  );
  const created: (readonly Write[])[] = [];
  for (const index of [0, 1]) {
    const terms = { priority: "High", bucket: 0, readMultiplier: 1 } as const;
    const address = { database: "bench", container: "items" };
    await engine.items.create(address, JSON.parse(itemText(index, 1)), { terms });
    created.push(last);
  }
  const before = new Set(created[0]!.map(({ key }) => key.toString("base64")));
  return created[1]!.map(({ key, value }) => ({
    key: key.toString("base64"),
    value: Buffer.from(value ?? []).toString("base64"),
    isRewritten: before.has(key.toString("base64")),
  }));
}
