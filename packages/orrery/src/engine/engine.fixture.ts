/** An engine for tests: its clock stands still until it is moved, chance repeats itself. */
import type { JsonObject } from "@orrerydb/exact-json";
import { expect } from "vitest";
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { MemoryStore } from "../kv/memory/memory-store.ts";
import { PROCESS_SCHEDULER, type Scheduler } from "../schedule/scheduler.ts";
import { Storage } from "../store/storage.ts";
import { Failure } from "../value/failure.ts";
import { OUTCOME_STATUS, statusOf } from "../wire/status.ts";
import type { Container } from "./container/container.ts";
import type { StorageLimits } from "./container/storage-limits.ts";
import { Engine } from "./engine.ts";
import type { ItemRequest } from "./items/items.ts";
import { queryContainer } from "./queries/query-container.ts";

export const plain: ItemRequest = { terms: { priority: "High", bucket: 0, readMultiplier: 1 } };

export class TestClock {
  ms = 1_700_000_000_000;
  /** What queries are timed by. */
  scheduler: Scheduler = PROCESS_SCHEDULER;
  advanceSeconds(seconds: number): void {
    this.ms += seconds * 1000;
  }
}

export async function openEngine(
  kv: KeyValueStore | Storage = new MemoryStore(),
  clock = new TestClock(),
  storageLimits?: StorageLimits,
): Promise<Engine> {
  let seed = 1;
  const engine = await Engine.open({
    storage: kv instanceof Storage ? kv : new Storage(kv),
    environment: {
      now: () => clock.ms,
      random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
      log: () => {},
      scheduler: clock.scheduler,
    },
    cacheBytes: 1_000_000,
    throttle: "observe",
    scriptStatuses: { outcome: OUTCOME_STATUS, failure: (code) => statusOf(code).status },
    ...(storageLimits === undefined ? {} : { storageLimits }),
  });
  engine.resume();
  return engine;
}

/** Database "db", container "c" with key "/pk", unless the body says otherwise. */
export async function newContainer(
  engine: Engine,
  body: JsonObject = {},
  ruPerSecond = 400,
): Promise<Container> {
  await engine.databases.create({ id: "db" });
  const { resource } = await engine.containers.create(
    "db",
    { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 }, ...body },
    { ruPerSecond, knowsPartitionKeys: true },
  );
  return engine.containerOf(resource);
}

/** What `orrery check` would say. */
export async function findings(engine: Engine): Promise<string[]> {
  const all: string[] = [];
  for await (const { report } of engine.check()) all.push(...report.findings);
  return all;
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

/** All rows of a query, page after page. */
export async function queryAll(
  container: Container,
  text: string,
  request: Partial<ItemRequest> = {},
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let continuation: string | undefined;
  do {
    const page = await queryContainer(
      container,
      { text, parameters: [] },
      { ...plain, ...request, ...(continuation === undefined ? {} : { continuation }) },
    );
    rows.push(...page.rows.map((row) => row.value()));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows;
}
