/**
 * Random histories of a store with a cache that keeps keys as soon as it can: what a snapshot reads of a section is what
 * its store says without the cache, whatever is written before, after and meanwhile, passed on early or not, and whether
 * that fails or not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, expect, test, vi } from "vitest";
import { caseSeeds, integerBelow, seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import { FaultStore } from "../fault-store.fixture.ts";
import type { KeyValueStore, Row } from "../key-value-store.ts";
import { LevelStore } from "../level/level-store.ts";
import type { CachingSnapshot } from "./caching-snapshot.ts";
import { CachingStore } from "./caching-store.ts";
import { PackedKeys } from "./packed-keys.ts";

const SPACE = 1;
const STEPS = 120;
const SNAPSHOTS_MAX = 4;
const PREFIXES = ["p", "q"];
/** The values of one of them are cached as well. */
const VALUED = "q";
const VALUE_BYTES = 4;
/** More than a small section notes before it is let go of. */
const LARGE = 80;

const root = mkdtempSync(join(tmpdir(), "orrery-cache-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Subject {
  readonly inner: KeyValueStore;
  /** Makes the next commit fail; what it returns ends that. */
  failNext(): () => void;
}

class History {
  readonly #subject: Subject;
  readonly #store: CachingStore;
  readonly #next: (limit: number) => number;
  #snapshots: CachingSnapshot[] = [];

  constructor(subject: Subject, next: (limit: number) => number) {
    this.#subject = subject;
    this.#store = new CachingStore(subject.inner, { rowsMin: 0 });
    this.#next = next;
  }

  async step(): Promise<void> {
    const kind = this.#next(30);
    if (kind === 0) await this.#writeInVain();
    else if (kind < 6) await this.#write(kind === 1 ? LARGE : 3);
    else if (kind < 12 || this.#snapshots.length === 0) this.#look();
    else if (kind < 15) await this.#writeAndRead();
    else await this.#scan();
    for (const snapshot of this.#snapshots.splice(SNAPSHOTS_MAX)) snapshot.close();
  }

  async close(): Promise<void> {
    this.#forget();
    await this.#store.close();
  }

  #forget(): void {
    for (const snapshot of this.#snapshots.splice(0)) snapshot.close();
  }

  #look(): void {
    this.#snapshots.unshift(this.#store.snapshot());
  }

  /** Several at once, most of them under one lock; snapshots are taken meanwhile. */
  async #writeAndRead(): Promise<void> {
    const writes = Array.from({ length: 4 }, () => this.#write(2));
    const reads: Promise<void>[] = [this.#scan()];
    for (let i = 0; i < 3; i++) {
      await Promise.race(writes.slice(i));
      this.#look();
      reads.push(this.#scan());
    }
    await Promise.all([...writes, ...reads]);
  }

  /** One commit fails, and those behind it with it. */
  async #writeInVain(): Promise<void> {
    const end = this.#subject.failNext();
    const writes = Array.from({ length: 1 + this.#next(3) }, () => this.#write(3));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    end();
    // LevelDB comes back, and its snapshots do not.
    this.#forget();
    await this.#write(1);
  }

  #write(rows: number): Promise<void> {
    const isPassedOn = this.#next(2) === 0;
    const lock = `lock${this.#next(4) === 0 ? 1 : 0}`;
    return this.#store.transact(lock, async (transaction) => {
      if (isPassedOn) transaction.passOnEarly();
      for (let count = 1 + this.#next(rows); count > 0; count--) {
        const name = `${PREFIXES[this.#next(2)]}${String(this.#next(150)).padStart(3, "0")}`;
        const key = Buffer.from(name);
        const value = Buffer.alloc(name.startsWith(VALUED) ? VALUE_BYTES : 0, String(this.#next(10)));
        const write = () => transaction.put(SPACE, key, value);
        const kind = this.#next(4);
        if (kind === 0) transaction.delete(SPACE, key);
        else if (kind === 1) transaction.beforeCommit(write);
        else write();
      }
    });
  }

  async #scan(): Promise<void> {
    const snapshot = this.#snapshots[this.#next(this.#next(this.#snapshots.length) + 1)]!;
    const prefix = PREFIXES[this.#next(2)]!;
    const valueBytes = prefix === VALUED ? VALUE_BYTES : 0;
    const section = { prefix: Buffer.from(prefix), rows: 10, tailBytes: 0, valueBytes };
    const [from, to] = this.#next(2) === 0 ? [prefix, `${prefix}~`] : [`${prefix}030`, `${prefix}060`];
    const options = { from: Buffer.from(from), to: Buffer.from(to), keysOnly: valueBytes === 0 };
    const expected = await rowsOf(snapshot.scan(SPACE, options));
    expect(await rowsOf(snapshot.scanSection(SPACE, section, options))).toEqual(expected);
    const part = await snapshot.cached(SPACE, section, options);
    if (part !== undefined) expect(part.end - part.first).toBe(expected.length);
  }
}

async function rowsOf(chunks: AsyncIterable<readonly Row[]>): Promise<string[]> {
  const rows: string[] = [];
  for await (const chunk of chunks) rows.push(...chunk.map(({ key, value }) => `${key}=${value}`));
  return rows;
}

async function onDisk(seed: number): Promise<Subject> {
  const inner = await LevelStore.open({ folder: join(root, String(seed)), durability: "process" });
  const { batch } = ClassicLevel.prototype;
  const failing = function (this: ClassicLevel) {
    const chained = batch.call(this);
    chained.write = () => Promise.reject(new Error("IO error"));
    return chained;
  };
  return {
    inner,
    failNext: () => {
      const batches = vi.spyOn(ClassicLevel.prototype, "batch");
      batches.mockImplementationOnce(failing as typeof batch);
      return () => batches.mockRestore();
    },
  };
}

async function inMemory(): Promise<Subject> {
  const inner = new FaultStore();
  return {
    inner,
    failNext: () => {
      inner.failCommits("unavailable");
      return () => inner.acceptCommits();
    },
  };
}

async function play(seed: number, open: (seed: number) => Promise<Subject>): Promise<void> {
  const random = seededRandom(seed);
  const history = new History(await open(seed), (limit) => integerBelow(random, limit));
  for (let step = 0; step < STEPS; step++) await history.step();
  await history.close();
}

test.each([
  ["on disk", onDisk, caseSeeds(31, 4)],
  ["in memory", inMemory, caseSeeds(31, 12)],
])("histories %s", async (_, open, seeds) => {
  const joins = vi.spyOn(PackedKeys.prototype, "with");
  for (const seed of seeds) {
    await play(seed, open).catch((error: Error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
  // Else nothing of it was tested.
  expect(joins.mock.calls.length).toBeGreaterThan(seeds.length);
  joins.mockRestore();
});
