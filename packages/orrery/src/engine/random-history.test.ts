/**
 * Random histories against a model of a few lines: every way to write, time that passes, deletions by key, sweeps,
 * splits, merges and restarts. At every pause readers see what the model holds, the check finds nothing, and the
 * feed of all versions, read from the beginning, tells a story that ends in what is there.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore } from "../kv/memory/memory-store.ts";
import type { Failure, FailureCode } from "../value/failure.ts";
import type { Container } from "./container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll, TestClock } from "./engine.fixture.ts";
import type { Engine } from "./engine.ts";
import { readAllVersions } from "./feeds/version-feed.ts";
import { runBatch } from "./items/batch.ts";
import type { BatchOperation } from "./items/batch-operation.ts";
import { deleteOne, upsertOne } from "./items/items.ts";
import { deleteLogicalPartition } from "./items/logical-partition-deletion.ts";
import { parsePatch, patchOne } from "./items/patch.ts";
import { sweepContainer } from "./upkeep/sweep.ts";

const DEFAULT_TTL = 20;
const KEYS = ["a", "b", "c", "d", "e"];

type Step =
  | {
      readonly kind: "upsert";
      readonly pk: string;
      readonly id: string;
      readonly n: number;
      readonly ttl?: number;
    }
  | { readonly kind: "patch" | "delete"; readonly pk: string; readonly id: string }
  | { readonly kind: "batch"; readonly pk: string; readonly ids: readonly string[]; readonly fails: boolean }
  | { readonly kind: "drop"; readonly pk: string }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "sweep"; readonly itemsMax: number }
  | { readonly kind: "split" | "merge" | "restart" };

const pk = fc.constantFrom(...KEYS);
const id = fc.constantFrom("1", "2", "3");
const ttl = fc.constantFrom(-1, 2, 40);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        { kind: fc.constant("upsert" as const), pk, id, n: fc.nat(9), ttl },
        { requiredKeys: ["kind", "pk", "id", "n"] },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom("patch" as const, "delete" as const), pk, id }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("batch" as const),
        pk,
        ids: fc.array(id, { minLength: 1, maxLength: 5 }),
        fails: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), pk }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.nat(15) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("sweep" as const), itemsMax: fc.constantFrom(1, 3, 1000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom("split" as const, "merge" as const, "restart" as const) }),
    },
  ),
  { minLength: 10, maxLength: 40 },
);

interface ModelItem {
  n: number;
  /** The last second in which it is there. */
  until: number;
  ttl: number | undefined;
}

class Trial {
  readonly #kv = new MemoryStore();
  readonly #clock = new TestClock();
  #model = new Map<string, ModelItem>();
  #engine!: Engine;
  #container!: Container;

  async begin(): Promise<void> {
    this.#engine = await openEngine(this.#kv, this.#clock);
    this.#container = await newContainer(this.#engine, {
      defaultTtl: DEFAULT_TTL,
      changeFeedPolicy: { retentionDuration: 1_000 },
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/n"] }] },
      indexingPolicy: { fullTextIndexes: [{ path: "/text" }] },
    });
  }

  async take(step: Step): Promise<void> {
    const container = this.#container;
    switch (step.kind) {
      case "upsert": {
        const { kind: _, ...document } = step;
        const isTaken = this.#isTaken(step.pk, step.id, step.n);
        const item = { ...document, text: textOf(step.n) };
        await expectOutcome(isTaken ? "conflict" : "done", upsertOne(container, item, plain));
        if (!isTaken) this.#put(step.pk, step.id, step.n, step.ttl);
        return;
      }
      case "patch": {
        const patch = await parsePatch(container.definition, [{ op: "incr", path: "/n", value: 1 }]);
        const found = this.#live(step.pk, step.id);
        const isTaken = found !== undefined && this.#isTaken(step.pk, step.id, found.n + 1);
        const expected = found === undefined ? "notFound" : isTaken ? "conflict" : "done";
        await expectOutcome(expected, patchOne(container, step.id, patch, { ...plain, key: [step.pk] }));
        if (found !== undefined && !isTaken) this.#put(step.pk, step.id, found.n + 1, found.ttl);
        return;
      }
      case "delete": {
        const found = this.#live(step.pk, step.id);
        await expectOutcome(
          found === undefined ? "notFound" : "done",
          deleteOne(container, step.id, { ...plain, key: [step.pk] }),
        );
        this.#model.delete(`${step.pk}/${step.id}`);
        return;
      }
      case "batch":
        return this.#batch(step.pk, step.ids, step.fails);
      case "drop":
        await deleteLogicalPartition(container, { ...plain, key: [step.pk] });
        for (const key of this.#model.keys()) if (key.startsWith(`${step.pk}/`)) this.#model.delete(key);
        return;
      case "wait":
        this.#clock.advanceSeconds(step.seconds);
        return;
      case "sweep":
        await sweepContainer(container, step.itemsMax);
        return;
      case "split": {
        const [first] = container.partitions.all;
        if (container.partitions.all.length < 4)
          await this.#engine.topology.split(container, first!.id, "midpoint");
        return;
      }
      case "merge": {
        const [first, second] = container.partitions.all;
        if (second !== undefined) await this.#engine.topology.merge(container, [first!.id, second.id]);
        return;
      }
      case "restart":
        this.#engine = await openEngine(this.#kv, this.#clock);
        this.#container = await this.#engine.openContainer("db", "c");
    }
  }

  async compare(): Promise<void> {
    const rows = (await queryAll(this.#container, "SELECT c.pk, c.id, c.n FROM c")) as {
      pk: string;
      id: string;
      n: number;
    }[];
    const seen = rows.map((row) => `${row.pk}/${row.id} ${row.n}`).sort();
    const expected = [...this.#model]
      .filter(([, item]) => this.#isLive(item))
      .map(([key, { n }]) => `${key} ${n}`)
      .sort();
    expect(seen).toEqual(expected);
    expect(await queryAll(this.#container, "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0")).toEqual([
      expected.length,
    ]);
    expect(await findings(this.#engine)).toEqual([]);
  }

  /** After everything that is due was removed. */
  async compareStory(): Promise<void> {
    await sweepContainer(this.#container);
    const told = new Map<string, string>();
    for (const { id: rangeId } of this.#container.partitions.all) {
      const { versions } = await readAllVersions(this.#container, {
        ...plain,
        rangeId,
        afterLsn: 0,
        maxItems: 100_000,
      });
      for (const { operation, ref, current } of versions) {
        expect(told.has(ref)).toBe(operation !== "create");
        if (operation === "delete") told.delete(ref);
        else told.set(ref, current!.toString());
      }
    }
    const rows = await queryAll(this.#container, "SELECT * FROM c");
    expect([...told.values()].sort()).toEqual(rows.map((row) => JSON.stringify(row)).sort());
  }

  /** Takes everything back if it is to fail, or if an item would get a number that another has by then. */
  async #batch(pkValue: string, ids: readonly string[], fails: boolean): Promise<void> {
    const operations = ids.map(
      (name, i): BatchOperation => ({
        kind: "upsert",
        body: { id: name, pk: pkValue, n: i, text: textOf(i) },
      }),
    );
    const failing: BatchOperation = { kind: "read", id: "nobody" };
    const { results } = await runBatch(this.#container, fails ? [...operations, failing] : operations, {
      ...plain,
      key: [pkValue],
    });
    const before = new Map(this.#model);
    const isTaken = ids.some((name, i) => {
      if (this.#isTaken(pkValue, name, i)) return true;
      this.#put(pkValue, name, i, undefined);
      return false;
    });
    if (fails || isTaken) this.#model = before;
    expect(results.some((result) => "failure" in result)).toBe(fails || isTaken);
  }

  /** Whether another item that is there has the number, which is the container's unique key. */
  #isTaken(pkValue: string, name: string, n: number): boolean {
    return [...this.#model].some(
      ([key, item]) =>
        key.startsWith(`${pkValue}/`) && key !== `${pkValue}/${name}` && item.n === n && this.#isLive(item),
    );
  }

  #put(pkValue: string, name: string, n: number, itemTtl: number | undefined): void {
    const life = itemTtl ?? DEFAULT_TTL;
    const until = life < 0 ? Number.POSITIVE_INFINITY : this.#clock.ms / 1000 + life;
    this.#model.set(`${pkValue}/${name}`, { n, until, ttl: itemTtl });
  }

  #live(pkValue: string, name: string): ModelItem | undefined {
    const item = this.#model.get(`${pkValue}/${name}`);
    return item !== undefined && this.#isLive(item) ? item : undefined;
  }

  #isLive({ until }: ModelItem): boolean {
    return until >= this.#clock.ms / 1000;
  }
}

/** Of as many words. */
function textOf(n: number): string {
  return Array.from({ length: n }, (_, i) => `word${i % 3}`).join(" ");
}

async function expectOutcome(expected: "done" | FailureCode, work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => "done",
    (error: Failure) => error.code,
  );
  expect(outcome).toBe(expected);
}

test("readers see what the model holds, whatever happened", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const trial = new Trial();
      await trial.begin();
      for (const [i, step] of history.entries()) {
        await trial.take(step);
        if (i % 8 === 7) await trial.compare();
      }
      await trial.compare();
      await trial.compareStory();
      await trial.compare();
    }),
    { numRuns: 60 },
  );
});
