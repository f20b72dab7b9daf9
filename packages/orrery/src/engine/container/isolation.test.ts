/**
 * Concurrent increments of one counter, by every means of writing: none is lost. In memory and on disk, where
 * commits are grouped. And a reader between two commits sees one of them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { LevelStore } from "../../kv/level/level-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { ItemCache } from "../../store/partition/item-cache.ts";
import { PartitionSpace } from "../../store/partition/partition-space.ts";
import { Storage } from "../../store/storage.ts";
import { Failure } from "../../value/failure.ts";
import { findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { runBatch } from "../items/batch.ts";
import type { BatchOperation } from "../items/batch-operation.ts";
import { runBulk } from "../items/bulk.ts";
import { createOne, deleteOne, readItemById, replaceOne } from "../items/items.ts";
import { placeOf } from "../items/logical-place.ts";
import { parsePatch, patchOne } from "../items/patch.ts";
import type { Container } from "./container.ts";
import { containerContext } from "./container-context.ts";

const WRITERS = 25;
const ROUNDS = 4;
const request = { ...plain, key: ["x"] };

const increment: BatchOperation = {
  kind: "patch",
  id: "n",
  key: ["x"],
  body: [{ op: "incr", path: "/n", value: 1 }],
};

const PROCEDURE = {
  id: "increment",
  body: `function () {
    const container = getContext().getCollection(), link = container.getSelfLink();
    container.queryDocuments(link, "SELECT * FROM c WHERE c.id = 'n'", (error, [item]) => {
      if (error) throw error;
      container.replaceDocument(item._self, { ...item, n: item.n + 1 });
    });
  }`,
};

const means: Readonly<Record<string, (container: Container) => Promise<unknown>>> = {
  patch: async (container) =>
    patchOne(container, "n", await parsePatch(container.definition, increment.body!), request),
  batch: (container) => runBatch(container, [increment, { ...increment, id: "m" }], request),
  bulk: (container) => runBulk(container, [increment], { ...plain, continueOnError: true }),
  procedure: (container) => procedures.get(container)!(),
  "ETag retry": async (container) => {
    for (;;) {
      const { item } = await readItemById(container, "n", request);
      const next = { ...item.document, n: (item.document.n as number) + 1 };
      try {
        return await replaceOne(container, "n", next, { ...request, ifMatch: item.etag });
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "preconditionFailed") throw error;
      }
    }
  },
};

/** Each runs the procedure of a container. */
const procedures = new WeakMap<Container, () => Promise<unknown>>();

const stores: Readonly<Record<string, (folder: string) => Promise<KeyValueStore>>> = {
  MemoryStore: async () => new MemoryStore(),
  LevelStore: (folder) => LevelStore.open({ folder, durability: "process" }),
};

describe.each(Object.keys(stores))("on %s", (name) => {
  let folder: string;
  let engine: Engine;
  let container: Container;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "orrery-isolation-"));
    engine = await openEngine(await stores[name]!(folder));
    container = await newContainer(engine);
    const procedure = await engine.tree.create("storedProcedure", container.definition.resource, PROCEDURE);
    procedures.set(container, () =>
      engine.scripts.execute(container, procedure, [], { ...request, enableLogging: false }),
    );
    for (const id of ["n", "m"]) await createOne(container, { id, pk: "x", n: 0 }, plain);
  });

  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  async function counted(): Promise<number[]> {
    const items = await Promise.all(["n", "m"].map((id) => readItemById(container, id, request)));
    expect(await findings(engine)).toEqual([]);
    return items.map(({ item }) => item.document.n as number);
  }

  async function work(increments: readonly ((container: Container) => Promise<unknown>)[]): Promise<void> {
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let round = 0; round < ROUNDS; round++) {
          await increments[(writer + round) % increments.length]!(container);
        }
      }),
    );
  }

  test.each(Object.keys(means))("increments by %s add up", async (mean) => {
    await work([means[mean]!]);
    const total = WRITERS * ROUNDS;
    expect(await counted()).toEqual([total, mean === "batch" ? total : 0]);
  });

  test("increments by all of them at once add up", async () => {
    const all = Object.values(means);
    await work(all);
    const total = WRITERS * ROUNDS;
    expect(await counted()).toEqual([total, total / all.length]);
  });

  test("a batch that fails at its end leaves no increment behind", async () => {
    const failing = () => runBatch(container, [increment, { kind: "read", id: "missing" }], request);
    await work([means.patch!, failing]);
    expect((await counted())[0]).toBe((WRITERS * ROUNDS) / 2);
  });
});

test("a point read finds the item that takes the place of another while it reads", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv));
  await createOne(container, { id: "n", pk: "x", n: 0 }, plain);
  const { epk, partition } = placeOf(container, ["x"]);
  let changesLeft = 3;
  let gets = 0;
  const reader = {
    getMany: kv.getMany.bind(kv),
    scan: kv.scan.bind(kv),
    /** Between a reader's look at the id and its look at the item that the id led to, another takes its place. */
    get: async (space: number, key: Uint8Array) => {
      if (gets++ % 2 === 1 && changesLeft-- > 0) {
        const replacement: BatchOperation = { kind: "create", body: { id: "n", pk: "x", n: gets } };
        await runBatch(container, [{ kind: "delete", id: "n" }, replacement], request);
      }
      return kv.get(space, key);
    },
  };
  const { environment } = container;
  const { storageLimits } = container.partitions;
  const sources = { storage: new Storage(kv), cache: new ItemCache(1_000), environment, storageLimits };
  const context = await containerContext(container.definition.resource, sources, () => {});
  const space = await PartitionSpace.open(kv, partition.store.space, context);
  expect((await space.readItem(reader, epk, "n"))?.document.n).toBe(6);
  changesLeft = 0;
  await deleteOne(container, "n", request);
  expect(await space.readItem(reader, epk, "n")).toBe(undefined);
});
