/** Splits a partition on disk while clients write to it, and measures what they notice. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import type { Container } from "../../packages/orrery/src/engine/container/container.ts";
import { Engine } from "../../packages/orrery/src/engine/engine.ts";
import { upsertOne } from "../../packages/orrery/src/engine/items/items.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level/level-store.ts";
import { isSealedKind } from "../../packages/orrery/src/store/records/sealed-rows.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";

const ITEM_BYTES = 1_024;
const KEYS = 10_000;
const LOADERS = 64;
/** Compactions come and go: a shorter time would show no slow write. */
const BEFORE_MS = 30_000;
const REQUEST = { terms: { priority: "High", bucket: 0, readMultiplier: 1 } } as const;

export interface LoadFigures {
  readonly writesPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export interface SplitFigures {
  readonly before: LoadFigures;
  readonly during: LoadFigures;
  readonly splitMs: number;
  /** Until the old partition's rows were gone too. */
  readonly emptiedMs: number;
  /** The longest that writers were kept out. */
  readonly shutMs: number;
  readonly items: number;
  readonly acknowledged: number;
  readonly lost: number;
}

export interface LoadSettings {
  readonly writers: number;
  /** Infinite: as many as the writers can. */
  readonly writesPerSecond: number;
}

export async function measureSplit(megabytes: number, settings: LoadSettings): Promise<SplitFigures> {
  const folder = await mkdtemp(join(tmpdir(), "orrery-split-"));
  const kv = await LevelStore.open({ folder, durability: "process", isSealedKind });
  const engine = await Engine.open({
    storage: new Storage(kv, {}),
    environment: systemEnvironment("error"),
    cacheBytes: 16 * 1024 * 1024,
    throttle: "observe",
  });
  try {
    const container = await newContainer(engine);
    const load = new Load(container, settings);
    await load.fill(Math.floor((megabytes * 1024 * 1024) / ITEM_BYTES));
    load.start();
    await setTimeout(BEFORE_MS);
    const before = load.figures();
    const shut = watchGate(container);
    const startedMs = performance.now();
    await engine.topology.split(container, "0", "data");
    const splitMs = performance.now() - startedMs;
    // The old partition's rows are removed in the background: that belongs to it.
    await engine.tree.catalog.settled();
    const during = load.figures();
    const emptiedMs = performance.now() - startedMs;
    await load.stop();
    const { items } = container.partitions.totals();
    const { acknowledged } = load;
    return {
      before,
      during,
      splitMs,
      emptiedMs,
      shutMs: shut(),
      items,
      acknowledged,
      lost: acknowledged - items,
    };
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
}

/** Answers how long the gate of the first partition was shut at most. */
function watchGate({ partitions }: Container): () => number {
  const { store } = partitions.all[0]!;
  const hold = store.keepWritersOut.bind(store);
  let longestMs = 0;
  store.keepWritersOut = async () => {
    const shutMs = performance.now();
    const release = await hold();
    return () => {
      longestMs = Math.max(longestMs, performance.now() - shutMs);
      release();
    };
  };
  return () => longestMs;
}

async function newContainer(engine: Engine): Promise<Container> {
  await engine.databases.create({ id: "db" });
  const { resource } = await engine.containers.create(
    "db",
    { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } },
    { ruPerSecond: 400, knowsPartitionKeys: true },
  );
  return engine.containerOf(resource);
}

/** Every write is a new item, so that none can hide the loss of another. */
class Load {
  readonly #container: Container;
  readonly #settings: LoadSettings;
  readonly #text = "x".repeat(ITEM_BYTES - 350);
  acknowledged = 0;
  #next = 0;
  #isRunning = true;
  #latencies: number[] = [];
  #sinceMs = 0;
  #writers: Promise<void>[] = [];

  constructor(container: Container, settings: LoadSettings) {
    this.#container = container;
    this.#settings = settings;
  }

  async fill(items: number): Promise<void> {
    const loaders = Array.from({ length: LOADERS }, async () => {
      while (this.#next < items) await this.#write();
    });
    await Promise.all(loaders);
  }

  start(): void {
    this.#latencies = [];
    this.#sinceMs = performance.now();
    const { writers, writesPerSecond } = this.#settings;
    const intervalMs = 1000 / writesPerSecond;
    let dueMs = this.#sinceMs;
    this.#writers = Array.from({ length: writers }, async () => {
      while (this.#isRunning) {
        // From when it was due: who waits behind a slow write waits as well.
        const startedMs = intervalMs === 0 ? performance.now() : (dueMs += intervalMs);
        const earlyMs = startedMs - performance.now();
        if (earlyMs > 0) await setTimeout(earlyMs);
        await this.#write();
        this.#latencies.push(performance.now() - startedMs);
      }
    });
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#writers);
  }

  /** Since the start or the last call. */
  figures(): LoadFigures {
    const sorted = this.#latencies.sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    const nowMs = performance.now();
    const figures = {
      writesPerSecond: (1000 * sorted.length) / (nowMs - this.#sinceMs),
      medianMs: at(0.5),
      p99Ms: at(0.99),
      longestMs: at(1),
    };
    this.#latencies = [];
    this.#sinceMs = nowMs;
    return figures;
  }

  async #write(): Promise<void> {
    const i = this.#next++;
    await upsertOne(
      this.#container,
      { id: `${i}`, pk: `key${(i * 7919) % KEYS}`, n: i, text: this.#text },
      REQUEST,
    );
    this.acknowledged++;
  }
}
