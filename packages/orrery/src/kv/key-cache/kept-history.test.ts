/**
 * Random histories of a store that keeps keys in memory as soon as it can: every snapshot sees the keys and values of its
 * moment, whatever is written before, after and meanwhile, and whether that fails or not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, expect, test, vi } from "vitest";
import { caseSeeds, integerBelow, seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import type { Snapshot } from "../key-value-store.ts";
import { LevelStore } from "../level/level-store.ts";
import { PackedKeys } from "./packed-keys.ts";

const SPACE = 1;
const STEPS = 120;
const SNAPSHOTS_MAX = 4;
const PREFIXES = ["p", "q"];
/** The values of one of them are kept as well. */
const VALUED = "q";
const VALUE_BYTES = 4;
/** More than a small section notes before it is let go of. */
const LARGE = 80;

const root = mkdtempSync(join(tmpdir(), "orrery-kept-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Seen {
  readonly snapshot: Snapshot;
  /** Keys and values, in order. */
  readonly rows: readonly (readonly [string, string])[];
}

class History {
  readonly #store: LevelStore;
  readonly #next: (limit: number) => number;
  readonly #rows = new Map<string, string>();
  #seen: Seen[] = [];

  constructor(store: LevelStore, next: (limit: number) => number) {
    this.#store = store;
    this.#next = next;
  }

  async step(): Promise<void> {
    const kind = this.#next(30);
    if (kind === 0) await this.#writeInVain();
    else if (kind < 6) await this.#write(kind === 1 ? LARGE : 3);
    else if (kind < 12) this.#look();
    else if (this.#seen.length === 0) this.#look();
    else if (kind < 15) await Promise.all([this.#write(2), this.#scan(), this.#scan()]);
    else await this.#scan();
  }

  close(): void {
    for (const { snapshot } of this.#seen) snapshot.close();
    this.#seen = [];
  }

  #look(): void {
    const snapshot = this.#store.snapshot();
    this.#seen.unshift({ snapshot, rows: [...this.#rows].sort() });
    this.#seen.splice(SNAPSHOTS_MAX).map(({ snapshot }) => snapshot.close());
  }

  /** Values that keys get; undefined: they are deleted. */
  #changes(count: number): ReadonlyMap<string, string | undefined> {
    return new Map(
      Array.from({ length: 1 + this.#next(count) }, () => {
        const name = `${PREFIXES[this.#next(2)]}${String(this.#next(150)).padStart(3, "0")}`;
        const value = name.startsWith(VALUED) ? String(this.#next(9_999)).padStart(VALUE_BYTES, "0") : "";
        return [name, this.#next(3) > 0 ? value : undefined];
      }),
    );
  }

  async #write(count: number): Promise<void> {
    const changes = this.#changes(count);
    await this.#transact(changes);
    for (const [key, value] of changes) {
      if (value === undefined) this.#rows.delete(key);
      else this.#rows.set(key, value);
    }
  }

  async #writeInVain(): Promise<void> {
    const { batch } = ClassicLevel.prototype;
    const batches = vi.spyOn(ClassicLevel.prototype, "batch").mockImplementationOnce(function (
      this: ClassicLevel,
    ) {
      const failing = batch.call(this);
      failing.write = () => Promise.reject(new Error("IO error"));
      return failing;
    } as typeof batch);
    await expect(this.#transact(this.#changes(3))).rejects.toThrow("IO error");
    batches.mockRestore();
    // The store comes back, and its snapshots do not.
    this.close();
    await this.#write(1);
  }

  #transact(changes: ReadonlyMap<string, string | undefined>): Promise<void> {
    return this.#store.transact("lock", (transaction) => {
      for (const [key, value] of changes) {
        if (value === undefined) transaction.delete(SPACE, Buffer.from(key));
        else transaction.put(SPACE, Buffer.from(key), Buffer.from(value));
      }
    });
  }

  async #scan(): Promise<void> {
    const count = this.#seen.length;
    const { snapshot, rows } = this.#seen[this.#next(this.#next(count) + 1)]!;
    const prefix = PREFIXES[this.#next(2)]!;
    const valueBytes = prefix === VALUED ? VALUE_BYTES : 0;
    const among = { prefix: Buffer.from(prefix), rows: 10, tailBytes: 0, valueBytes };
    const [from, to] = this.#next(2) === 0 ? [prefix, `${prefix}~`] : [`${prefix}030`, `${prefix}060`];
    const options = { from: Buffer.from(from), to: Buffer.from(to), keysOnly: valueBytes === 0, among };
    const found: [string, string][] = [];
    for await (const chunk of snapshot.scan(SPACE, options)) {
      found.push(...chunk.map(({ key, value }): [string, string] => [key.toString(), value.toString()]));
    }
    expect(found).toEqual(rows.filter(([key]) => key >= from && key < to));
  }
}

async function play(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const folder = join(root, String(seed));
  const store = await LevelStore.open({ folder, durability: "process", keptRowsMin: 0 });
  const history = new History(store, (limit) => integerBelow(random, limit));
  for (let step = 0; step < STEPS; step++) await history.step();
  history.close();
  await store.close();
}

const SEEDS = caseSeeds(31, 12);

test(`${SEEDS.length} histories`, async () => {
  const joins = vi.spyOn(PackedKeys.prototype, "with");
  for (const seed of SEEDS) {
    await play(seed).catch((error: Error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
  // Else nothing of it was tested.
  expect(joins.mock.calls.length).toBeGreaterThan(SEEDS.length);
  joins.mockRestore();
});
