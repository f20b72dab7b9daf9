/**
 * Runs a history on a database whose disk can crash and whose clock stands still until it is moved. Writes of
 * different keys, splits and merges overlap; everything is in memory and in one thread, so that a seed always gives
 * the same course of events.
 */

import assert from "node:assert/strict";
import type { JsonObject } from "@orrerydb/exact-json";
import type { Container } from "../../packages/orrery/src/engine/container/container.ts";
import { Engine } from "../../packages/orrery/src/engine/engine.ts";
import { readItemById } from "../../packages/orrery/src/engine/items/items.ts";
import { deleteLogicalPartition } from "../../packages/orrery/src/engine/items/logical-partition-deletion.ts";
import { queryContainer } from "../../packages/orrery/src/engine/queries/query-container.ts";
import { sweepContainer } from "../../packages/orrery/src/engine/upkeep/sweep.ts";
import { FaultStore } from "../../packages/orrery/src/kv/fault-store.fixture.ts";
import { KeyValueError } from "../../packages/orrery/src/kv/key-value-store.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { Failure } from "../../packages/orrery/src/value/failure.ts";
import { FeedReader } from "./feed-reader.ts";
import type { Step, Write } from "./history.ts";
import { DEFAULT_TTL, ItemModel } from "./item-model.ts";
import { REQUEST, sendWrites } from "./send-writes.ts";
import { SpendingLimit } from "./spending-limit.ts";

export interface SimulationOptions {
  readonly random: () => number;
  readonly ruPerSecond: number;
  /** Splits, merges, redistributions, and offers that ask for more partitions. */
  readonly changesPartitions: boolean;
  readonly crashes: boolean;
  readonly enforces: boolean;
}

const DEFINITION = {
  id: "c",
  partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
  defaultTtl: DEFAULT_TTL,
};
/** All of them serve the queries of a history. */
const INDEXING_POLICIES: readonly JsonObject[] = [
  { includedPaths: [{ path: "/*" }] },
  { includedPaths: [{ path: "/version/?" }], excludedPaths: [{ path: "/*" }] },
  {
    includedPaths: [{ path: "/*" }],
    compositeIndexes: [[{ path: "/version" }, { path: "/id", order: "descending" }]],
  },
];
/** What a change of partitions may be answered with when the history asks for the impossible. */
const REFUSALS = ["conflict", "rangeGone", "badRequest", "scalingInProgress", "unavailable"];

export class Simulation {
  readonly model = new ItemModel(() => Math.floor(this.#nowMs / 1000));
  readonly #options: SimulationOptions;
  readonly #kv = new FaultStore();
  readonly #feed = new FeedReader();
  readonly #spending = new SpendingLimit();
  readonly #byKey = new Map<string, Promise<void>>();
  readonly #changes = new Set<Promise<void>>();
  #engine!: Engine;
  #container!: Container;
  #nowMs = 1_700_000_000_000;
  #isCrashed = false;

  private constructor(options: SimulationOptions) {
    this.#options = options;
  }

  static async start(options: SimulationOptions): Promise<Simulation> {
    const simulation = new Simulation(options);
    await simulation.#open();
    await simulation.#engine.databases.create({ id: "db" });
    await simulation.#engine.containers.create("db", DEFINITION, {
      ruPerSecond: options.ruPerSecond,
      knowsPartitionKeys: true,
    });
    await simulation.#openContainer();
    return simulation;
  }

  async run(history: readonly Step[]): Promise<void> {
    for (const step of history) {
      await this.#step(step);
      if (this.#isCrashed) await this.#restart();
    }
    await this.#quiet();
    // What a full disk left undone in the background, the next start with room does.
    this.#kv.acceptCommits();
    this.#isCrashed ||= this.#options.crashes;
    do {
      if (this.#isCrashed) await this.#restart();
      await this.#guarded(() => this.#verify());
    } while (this.#isCrashed);
  }

  async #step(step: Step): Promise<void> {
    switch (step.kind) {
      case "write":
        this.#inTurn(step.key, () => this.#write(step.key, step.writes));
        // Some writes are waited for and some are not, so that several are under way.
        if (this.#byKey.size > 3) await this.#byKey.get(step.key);
        return;
      case "drop":
        this.#inTurn(step.key, () => this.#drop(step.key));
        return;
      case "read":
        this.#inTurn(step.key, () => this.#read(step.key, step.id));
        return;
      case "query":
        await this.#writesDone();
        return this.#guarded(() => this.#query(step));
      case "feed":
        return this.#guarded(async () => {
          await this.#feed.read(this.#container, step.pageItems);
        });
      case "policy": {
        const indexingPolicy = INDEXING_POLICIES[Math.floor(step.choice * INDEXING_POLICIES.length)]!;
        const definition = { ...DEFINITION, indexingPolicy };
        this.#begin(this.#engine.containers.replace(this.#container.definition.names, definition));
        return;
      }
      case "sweep":
        this.#begin(sweepContainer(this.#container, step.itemsMax));
        return;
      case "tick":
        // So that the model knows when their items were written.
        await this.#writesDone();
        this.#spending.advance(this.#nowMs, this.#nowMs + step.ms, this.#container);
        this.#nowMs += step.ms;
        return;
      case "crash":
        if (this.#options.crashes) await this.#crash(step.when);
        return;
      case "stall":
        if (step.refuses && this.#options.crashes) this.#kv.failCommits("full");
        void this.#stall(step.turns);
        return;
      case "split":
      case "merge":
      case "redistribute":
      case "throughput":
        if (this.#options.changesPartitions) await this.#changePartitions(step);
    }
  }

  async #write(key: string, writes: readonly Write[]): Promise<void> {
    await this.#attempt(key, this.model.after(key, writes), () => sendWrites(this.#container, key, writes));
  }

  async #drop(key: string): Promise<void> {
    await this.#attempt(key, new Map(), async () => {
      const { charge } = await deleteLogicalPartition(this.#container, { ...REQUEST, key: [key] });
      return { charge, isDone: true };
    });
  }

  /** `after`: what the key holds then; undefined if it must fail. */
  async #attempt(
    key: string,
    after: ReturnType<ItemModel["after"]>,
    send: () => Promise<{ readonly charge: number; readonly isDone: boolean }>,
  ): Promise<void> {
    try {
      const { isDone } = await this.#metered(send);
      assert.equal(isDone, after !== undefined, `a write of ${key}`);
      if (after !== undefined) this.model.acknowledge(key, after);
    } catch (error) {
      if (isRefused(error)) return;
      if (this.#noteCrash(error)) {
        if (after !== undefined) this.model.doubt(key, after);
      } else if (!isThrottled(error)) {
        assert(error instanceof Failure, error as Error);
        assert(after === undefined && ["conflict", "notFound"].includes(error.code), error);
      }
    }
  }

  #read(key: string, id: string): Promise<void> {
    return this.#guarded(async () => {
      const read = () => readItemById(this.#container, id, { ...REQUEST, key: [key] });
      const answer = await this.#metered(read).catch((error: unknown) => {
        if (error instanceof Failure && error.code === "notFound") return undefined;
        throw error;
      });
      assert.equal(answer?.item.document.version, this.model.version(key, id), `${key}/${id}`);
    });
  }

  async #query({ text, key, pageItems }: Extract<Step, { kind: "query" }>): Promise<void> {
    const rows: (readonly [string, string, number])[] = [];
    let continuation: string | undefined;
    do {
      const request = {
        ...REQUEST,
        maxItems: pageItems,
        ...(key === undefined ? {} : { key: [key] }),
        ...(continuation === undefined ? {} : { continuation }),
      };
      const page = await this.#metered(() =>
        queryContainer(this.#container, { text, parameters: [] }, request),
      );
      for (const row of page.rows) {
        const { pk, id, version } = row.value() as { pk: string; id: string; version: number };
        rows.push([pk, id, version]);
      }
      continuation = page.continuation;
    } while (continuation !== undefined);
    if (text.includes("ORDER BY")) {
      const versions = rows.map(([, , version]) => version);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
    }
    rows.sort(([keyA, idA], [keyB, idB]) => keyA.localeCompare(keyB) || idA.localeCompare(idB));
    assert.deepEqual(rows, this.model.entries(key), text);
  }

  /** Starts it, and leaves it to itself. */
  async #changePartitions(
    step: Extract<Step, { kind: "split" | "merge" | "redistribute" | "throughput" }>,
  ): Promise<void> {
    const { topology, provisioned, throughput } = this.#engine;
    const container = this.#container;
    const { partitions } = container.partitions.map;
    const chosen = (choice: number) => Math.floor(choice * partitions.length);
    this.#spending.look(container);
    switch (step.kind) {
      case "split":
        return this.#begin(topology.split(container, partitions[chosen(step.choice)]!.id, step.at));
      case "merge": {
        const [one, other] = partitions.slice(chosen(step.choice));
        if (one === undefined || other === undefined) return;
        return this.#begin(topology.merge(container, [one.id, other.id], { force: true }));
      }
      case "redistribute": {
        const target = new Map([[partitions[chosen(step.choice)]!.id, 100 + 200 * step.choice]]);
        return this.#begin(topology.redistribute(container, target));
      }
      case "throughput": {
        const offer = provisioned.offerOf(container.definition.resource)!;
        const content = { offerThroughput: step.ruPerSecond };
        return this.#begin(throughput.replaceOffer(offer, { ...offer.body, content }));
      }
    }
  }

  #begin(change: Promise<unknown>): void {
    const tracked: Promise<void> = change
      .then(
        () => this.#spending.look(this.#container),
        (error: unknown) => {
          if (isRefused(error) || this.#noteCrash(error)) return;
          assert(error instanceof Failure && REFUSALS.includes(error.code), error as Error);
        },
      )
      .finally(() => this.#changes.delete(tracked));
    this.#changes.add(tracked);
  }

  async #stall(turns: number): Promise<void> {
    const release = this.#kv.holdCommits();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    release();
  }

  async #crash(when: "now" | "part" | "all"): Promise<void> {
    if (when === "now") {
      this.#kv.crash();
      this.#isCrashed = true;
    } else {
      this.#kv.crashInCommit(when);
    }
  }

  /** A crash may also come while the database recovers from the one before. */
  async #restart(): Promise<void> {
    await this.#quiet();
    while (this.#isCrashed) {
      // Also the one that did not get through its start: nothing of it may write to the store that is opened again.
      this.#engine.stop();
      await this.#engine.settled();
      this.#kv.reopen();
      this.#isCrashed = false;
      await this.#guarded(async () => {
        await this.#open();
        await this.#openContainer();
        this.#spending.look(this.#container);
        this.model.settle(await this.#contents());
      });
    }
  }

  async #verify(): Promise<void> {
    await this.#engine.settled();
    await this.#engine.tree.catalog.settled();
    // Nothing of this may be refused, and end it early.
    this.#container.meter.throttle = "observe";
    this.model.settle(await this.#contents());
    await this.#assertSound();
    while (Object.values(await sweepContainer(this.#container)).some((count) => count > 0));
    assert.equal(
      this.#container.partitions.totals().items,
      this.model.entries().length,
      "items after the sweep",
    );
    await this.#assertSound();
    for (let quiet = 0; quiet < 3; ) quiet = (await this.#feed.read(this.#container, 100)) ? 0 : quiet + 1;
    for (const [key, id, version] of this.model.entries()) {
      assert.equal(this.#feed.lastSeen(key, id), version, `the change feed's last of ${key}/${id}`);
    }
    if (this.#options.enforces) this.#spending.assertKept();
    const used = new Set(this.#container.partitions.all.map(({ state }) => state.space));
    for (let space = 16; space < 16 + 2 * this.#container.definition.state.nextPartitionId + 2; space++) {
      if (used.has(space)) continue;
      for await (const rows of this.#kv.scan(space))
        assert.deepEqual(rows, [], `space ${space} is left over`);
    }
  }

  async #assertSound(): Promise<void> {
    for await (const { range, report } of this.#engine.check()) {
      assert.deepEqual(report.findings, [], `partition ${range}`);
    }
  }

  /** Read past the budgets: what is there, not what may be asked. */
  async #contents(): Promise<Map<string, Map<string, number>>> {
    const found = new Map<string, Map<string, number>>();
    const { throttle } = this.#container.meter;
    this.#container.meter.throttle = "observe";
    let continuation: string | undefined;
    do {
      const page = await queryContainer(
        this.#container,
        { text: "SELECT * FROM c", parameters: [] },
        { ...REQUEST, ...(continuation === undefined ? {} : { continuation }) },
      );
      for (const row of page.rows) {
        const { pk, id, version } = row.value() as { pk: string; id: string; version: number };
        const items = found.get(pk) ?? new Map<string, number>();
        assert(!items.has(id), `${pk}/${id} is there twice`);
        found.set(pk, items.set(id, version));
      }
      continuation = page.continuation;
    } while (continuation !== undefined);
    this.#container.meter.throttle = throttle;
    return found;
  }

  async #open(): Promise<void> {
    this.#engine = await Engine.open({
      storage: new Storage(this.#kv, { rowsMin: 0 }),
      environment: {
        now: () => this.#nowMs,
        random: this.#options.random,
        log: () => {},
        scheduler: PROCESS_SCHEDULER,
      },
      cacheBytes: 100_000,
      throttle: this.#options.enforces ? "enforce" : "observe",
    });
    this.#engine.resume();
  }

  async #openContainer(): Promise<void> {
    this.#container = await this.#engine.openContainer("db", "c");
  }

  /** Requests of one key wait for one another. */
  #inTurn(key: string, work: () => Promise<void>): void {
    const turn: Promise<void> = (this.#byKey.get(key) ?? Promise.resolve()).then(work).finally(() => {
      if (this.#byKey.get(key) === turn) this.#byKey.delete(key);
    });
    // Waited for later: until then its failure is nobody's.
    turn.catch(() => {});
    this.#byKey.set(key, turn);
  }

  async #writesDone(): Promise<void> {
    await Promise.all(this.#byKey.values());
  }

  async #quiet(): Promise<void> {
    await this.#writesDone();
    await Promise.all(this.#changes);
  }

  #metered<T extends { readonly charge: number }>(request: () => Promise<T>): Promise<T> {
    return this.#spending.follow(this.#container, request, isThrottled);
  }

  /** Runs what may be throttled, or meet a crash. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#noteCrash(error) && !isThrottled(error)) throw error;
    }
  }

  #noteCrash(error: unknown): boolean {
    if (!(causeOf(error) instanceof KeyValueError)) return false;
    this.#isCrashed = true;
    return true;
  }
}

/** By a full disk: nothing was written, and all goes on. */
function isRefused(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof KeyValueError && cause.code === "full";
}

/** What the storage failed with. */
function causeOf(error: unknown): unknown {
  return error instanceof Failure ? error.cause : undefined;
}

function isThrottled(error: unknown): boolean {
  return error instanceof Failure && error.code === "tooManyRequests";
}
