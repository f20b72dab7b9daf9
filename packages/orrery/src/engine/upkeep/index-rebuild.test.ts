import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import type { Row, ScanOptions } from "../../kv/key-value-store.ts";
import { MemorySpaces } from "../../kv/memory/memory-spaces.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, replaceOne } from "../items/items.ts";
import { parsePatch, patchOne } from "../items/patch.ts";

const ITEMS = 600;

function policyOf(...paths: string[]): JsonObject {
  return { includedPaths: paths.map((path) => ({ path: `/${path}/?` })), excludedPaths: [{ path: "/*" }] };
}

function put(engine: Engine, container: Container, indexingPolicy: JsonObject, more: JsonObject = {}) {
  return engine.containers.replace(container.definition.names, {
    ...container.definition.resource.body,
    indexingPolicy,
    ...more,
  });
}

async function fill(container: Container, items = ITEMS): Promise<void> {
  for (let i = 0; i < items; i++)
    await createOne(container, { id: `${i}`, pk: `key${i % 20}`, a: i, b: i }, plain);
}

/** Its scans take few rows at a time, and tell about it. */
class WatchedStore extends MemoryStore {
  onChunk: () => Promise<void> | void = () => {};

  override async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    for await (const chunk of super.scan(space, { ...options, chunkRows: 50 })) {
      await this.onChunk();
      yield chunk;
    }
  }
}

test("ORDER BY that needs an index which is still being built says so, and how far it is", async () => {
  const kv = new WatchedStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: policyOf() });
  await fill(container, 200);
  const messages: string[] = [];
  let isAsking = false;
  kv.onChunk = async () => {
    if (!container.definition.indexes.isChanging || isAsking) return;
    isAsking = true;
    for (const order of ["c.a", "c.a, c.b"])
      messages.push((await failureOf(queryAll(container, `SELECT * FROM c ORDER BY ${order}`))).message);
    isAsking = false;
  };
  const composite = [
    { path: "/a", order: "ascending" },
    { path: "/b", order: "ascending" },
  ];
  await put(engine, container, { ...policyOf("a"), compositeIndexes: [composite] });
  await engine.settled();
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(message).toMatch(/still being built: \d+ % of the items are in it/);
  expect(await queryAll(container, "SELECT VALUE c.a FROM c ORDER BY c.a, c.b")).toHaveLength(200);
  await engine.close();
});

test("a policy is complete only when every item is indexed by it, whatever was under way when it came", async () => {
  const spaces = new MemorySpaces();
  const kv = new WatchedStore(spaces);
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: policyOf() });
  await fill(container);
  const { indexes } = container.definition;
  const completed: MemorySpaces[] = [];
  const adopt = container.definition.adopt.bind(container.definition);
  container.definition.adopt = (resource) => {
    adopt(resource);
    if (!indexes.isChanging) completed.push(spaces.clone());
  };
  let second: Promise<unknown> | undefined;
  kv.onChunk = async () => {
    if (completed.length === 1) await (second ??= put(engine, container, policyOf("b")));
  };
  await put(engine, container, policyOf("a"));
  await put(engine, container, policyOf("a"), { defaultTtl: -1 });
  await engine.settled();
  await (second ?? put(engine, container, policyOf("b")));
  await engine.settled();

  expect(completed).toHaveLength(2);
  const crashed = await openEngine(new MemoryStore(completed[1]!));
  const found = await crashed.openContainer("db", "c");
  expect(await queryAll(found, "SELECT VALUE c.id FROM c WHERE c.b >= 0")).toHaveLength(ITEMS);
  for (let i = 0; i < ITEMS; i++)
    await replaceOne(found, `${i}`, { id: `${i}`, pk: `key${i % 20}` }, { ...plain, key: [`key${i % 20}`] });
  expect(await findings(crashed)).toEqual([]);
});

test("the progress of a changed policy grows over all partitions, from 0 to 100", async () => {
  const kv = new WatchedStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: policyOf() }, 30_000);
  await fill(container);
  expect(container.definition.indexProgress).toBe(100);
  const progress: number[] = [];
  kv.onChunk = () => {
    progress.push(container.definition.indexProgress);
  };
  for (const path of ["a", "b"]) {
    progress.length = 0;
    await put(engine, container, policyOf(path));
    expect(container.definition.indexProgress).toBe(0);
    await engine.settled();
    expect(container.definition.indexProgress).toBe(100);
    expect(progress).toEqual(progress.toSorted((x, y) => x - y));
    expect(progress.at(-1)).toBeGreaterThan(75);
    expect(new Set(progress).size).toBeGreaterThan(5);
  }
});

test("a rebuild that fails is taken up again", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: policyOf() });
  await fill(container, 40);
  await put(engine, container, policyOf("a"));
  kv.failCommits("full");
  await engine.settled();
  expect(container.definition.indexes.isChanging).toBe(true);
  expect((await failureOf(put(engine, container, policyOf("b")))).code).toBe("conflict");
  engine.resume();
  await engine.settled();
  expect(container.definition.indexProgress).toBe(100);
  await put(engine, container, policyOf("b"));
  await engine.settled();
  expect(await findings(engine)).toEqual([]);
});

test("closing does not wait for the end of a rebuild, and the next start goes on with it", async () => {
  const spaces = new MemorySpaces();
  const kv = new WatchedStore(spaces);
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: policyOf() });
  await fill(container);
  let chunks = 0;
  let closing: Promise<void> | undefined;
  kv.onChunk = () => {
    chunks++;
    closing ??= engine.close();
  };
  await put(engine, container, policyOf("a"));
  await engine.settled();
  await closing;
  expect(chunks).toBeLessThan(3);
  expect(container.definition.indexes.isChanging).toBe(true);

  const next = await openEngine(new MemoryStore(spaces));
  await next.settled();
  const again = await next.openContainer("db", "c");
  expect(again.definition.indexes.isChanging).toBe(false);
  expect(await findings(next)).toEqual([]);
});

test("where indexing is not automatic only items that ask for it are indexed, until it is", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { indexingPolicy: { automatic: false } });
  const directives = [undefined, true, false];
  for (const [i, indexed] of directives.entries()) {
    for (let n = 0; n < 40; n++) {
      await createOne(container, { id: `${i}-${n}`, pk: "x", i }, { ...plain, indexed });
    }
  }
  await patchOne(
    container,
    "1-0",
    await parsePatch(container.definition, [{ op: "set", path: "/patched", value: true }]),
    {
      ...plain,
      key: ["x"],
    },
  );
  const found = () => queryAll(container, "SELECT VALUE COUNT(1) FROM c WHERE c.i >= 0");
  expect(await found()).toEqual([40]);
  expect(await findings(engine)).toEqual([]);
  await put(engine, container, { automatic: true });
  await engine.settled();
  expect(await found()).toEqual([80]);
  await put(engine, container, { automatic: false });
  await engine.settled();
  expect(await found()).toEqual([40]);
  expect(await findings(engine)).toEqual([]);
});
