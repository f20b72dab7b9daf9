/**
 * A real container in memory with a candidate as its key, whose clock stands still until it is moved: what a request
 * costs here, and whether it is refused, is what the database itself says.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { extractPartitionKey } from "@orrerydb/keys/hash";
import { Engine } from "../../engine/index.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { Storage } from "../../store/storage.ts";
import type { Candidate, KeyComponents } from "../candidates/candidate.ts";
import type { Random } from "../ground/random.ts";

const ADDRESS = { database: "advice", container: "trial" };
const TERMS = { priority: "High", bucket: 0, readMultiplier: 1 } as const;
/** So much manual throughput makes one partition of a new container. */
const RU_PER_NEW_PARTITION = 6_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Items that are loaded in a second of the trial's time: fewer than the throughput at the start can carry. */
const LOADED_PER_SECOND = 300;
const PAGES_MAX = 50;

export interface TrialOptions {
  readonly partitions: number;
  readonly ruPerSecond: number;
  readonly startMs: number;
  readonly random: Random;
}

export interface Asked {
  readonly charge: number;
  /** Physical partitions that were visited. */
  readonly visits: number;
  readonly rows: number;
  /** Items, or entries of an index, that were looked at. */
  readonly entries: number;
}

export class TrialContainer {
  readonly candidate: Candidate;
  readonly partitions: number;
  readonly #engine: Engine;
  readonly #ruPerSecond: number;
  readonly #clock: { ms: number };
  /** Where chance put items whose key it decides. */
  readonly #places = new Map<string, KeyComponents>();

  private constructor(engine: Engine, candidate: Candidate, options: TrialOptions, clock: { ms: number }) {
    this.#engine = engine;
    this.candidate = candidate;
    this.partitions = options.partitions;
    this.#ruPerSecond = options.ruPerSecond;
    this.#clock = clock;
  }

  get nowMs(): number {
    return this.#clock.ms;
  }

  set nowMs(ms: number) {
    this.#clock.ms = ms;
  }

  static async open(candidate: Candidate, options: TrialOptions): Promise<TrialContainer> {
    const { partitions, startMs, random } = options;
    const clock = { ms: Math.ceil(startMs / 1000) * 1000 };
    const engine = await Engine.open({
      storage: new Storage(new MemoryStore()),
      environment: { now: () => clock.ms, random, log: () => {}, scheduler: PROCESS_SCHEDULER },
      cacheBytes: CACHE_BYTES,
      throttle: "enforce",
    });
    await engine.databases.create({ id: ADDRESS.database });
    await engine.containers.create(
      ADDRESS.database,
      { id: ADDRESS.container, partitionKey: candidate.definition as unknown as JsonObject },
      { ruPerSecond: partitions * RU_PER_NEW_PARTITION, knowsPartitionKeys: true },
    );
    return new TrialContainer(engine, candidate, options, clock);
  }

  /** Before the budget is set: nothing is refused. */
  async load(items: readonly JsonObject[]): Promise<void> {
    await this.#engine.partitions.setThrottle(ADDRESS, "observe");
    for (const [i, item] of items.entries()) {
      if (i % LOADED_PER_SECOND === 0) this.nowMs += 1000;
      await this.write(item);
    }
    this.nowMs += 1000;
  }

  /** From here on budgets hold. */
  async enforce(): Promise<void> {
    await this.#engine.partitions.setThrottle(ADDRESS, "enforce");
    const [offer] = this.#engine.tree.catalog.list("offer");
    const content = { ...(offer!.body.content as JsonObject), offerThroughput: this.#ruPerSecond };
    await this.#engine.offers.replace(offer!.id, { ...offer!.body, content });
    // A window of its own, and nothing banked.
    this.nowMs = Math.ceil((this.nowMs + 1) / 1000) * 1000;
  }

  write(item: JsonObject): Promise<{ readonly charge: number }> {
    const document = this.candidate.apply(item);
    const key = this.keyOf(document);
    if (this.candidate.strategy?.kind === "randomSuffix") this.#places.set(String(item.id), key);
    return this.#engine.items.upsert(ADDRESS, document, { terms: TERMS, key });
  }

  /** Under which key an item lies. */
  placeOf(item: JsonObject): KeyComponents {
    return this.#places.get(String(item.id)) ?? this.keyOf(this.candidate.apply(item));
  }

  patch(id: string, key: KeyComponents): Promise<{ readonly charge: number }> {
    const body: Json = [{ op: "set", path: "/orreryAdvice", value: this.nowMs }];
    return this.#engine.items.patch(ADDRESS, id, body, { terms: TERMS, key });
  }

  delete(id: string, key: KeyComponents): Promise<{ readonly charge: number }> {
    return this.#engine.items.delete(ADDRESS, id, { terms: TERMS, key });
  }

  read(id: string, key: KeyComponents): Promise<{ readonly charge: number }> {
    return this.#engine.items.read(ADDRESS, id, { terms: TERMS, key });
  }

  async batch(items: readonly JsonObject[]): Promise<{ readonly charge: number }> {
    const documents = items.map((item) => this.candidate.apply(item));
    const keys = documents.map((document) => this.keyOf(document));
    const isWhole = keys.every((key) => JSON.stringify(key) === JSON.stringify(keys[0]));
    if (isWhole) {
      const operations = documents.map((document) => ({ kind: "upsert" as const, document }));
      const answer = await this.#engine.items.batch(ADDRESS, operations, { key: keys[0]!, terms: TERMS });
      return { charge: answer.charge };
    }
    let charge = 0;
    for (const item of items) charge += (await this.write(item)).charge;
    return { charge };
  }

  /** To its last page. `keys`: asked one by one; absent: one query, which the filter routes. */
  async query(
    text: string,
    parameters: ReadonlyMap<string, Json>,
    keys?: readonly KeyComponents[],
  ): Promise<Asked> {
    const list = [...parameters].map(([name, value]) => ({ name, value }));
    let charge = 0;
    let visits = 0;
    let rows = 0;
    let entries = 0;
    for (const key of keys ?? [undefined]) {
      let continuation: string | undefined;
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await this.#engine.queries.run(
          ADDRESS,
          { text, parameters: list },
          { terms: TERMS, key, continuation, mayCross: true, mergesQueries: false, followsSplits: true },
        );
        charge += answer.charge;
        visits += answer.work.partitionsVisited;
        rows += answer.rows.length;
        entries += Math.max(answer.work.indexEntries, answer.work.itemsLoaded);
        continuation = answer.continuation;
        if (continuation === undefined) break;
      }
    }
    return { charge, visits, rows, entries };
  }

  keyOf(document: JsonObject): KeyComponents {
    return extractPartitionKey(document, this.candidate.definition);
  }

  /** RU and refusals of each partition in each of the last seconds, in the order of the hash space. */
  async history(seconds: number): Promise<readonly { readonly ru: number[]; readonly refused: number[] }[]> {
    const histories = await this.#engine.partitions.histories(ADDRESS, "seconds", seconds + 1);
    return histories.map(({ points }) => {
      const kept = points.slice(0, -1).slice(-seconds);
      return { ru: kept.map(({ ru }) => ru), refused: kept.map(({ throttled }) => throttled) };
    });
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
