import { type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { parseEpk } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { ItemVersion } from "../../store/logs/version-log.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { runBatch } from "../items/batch.ts";
import { createOne, deleteOne, replaceOne, upsertOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { parsePatch, patchOne } from "../items/patch.ts";
import { sweepContainer } from "../upkeep/sweep.ts";
import type { ChangeFeedRequest } from "./change-feed-page.ts";
import { versionRow } from "./change-rows.ts";
import { readAllVersions } from "./version-feed.ts";

const kept = { changeFeedPolicy: { retentionDuration: 5 } };

function summary(versions: readonly ItemVersion[]): string[] {
  return versions.map(({ operation, current, previous, expired }) => {
    const { id, n } = JSON.parse((current ?? previous)!.toString()) as { id: string; n?: number };
    return `${operation} ${id} ${n ?? ""}${expired ? " expired" : ""}`.trim();
  });
}

async function readAll(container: Container, request: ChangeFeedRequest, maxItems = 100) {
  const pages: string[][] = [];
  let { afterLsn = 0 } = request;
  for (;;) {
    const page = await readAllVersions(container, { ...request, maxItems, afterLsn });
    afterLsn = page.position;
    if (page.versions.length === 0) return { pages, rows: pages.flat(), lsn: afterLsn };
    pages.push(summary(page.versions));
  }
}

test("every version is told, with what was there before", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, kept);
  const created = await createOne(container, { id: "a", pk: "x", n: 1 }, plain);
  const replaced = await upsertOne(container, { id: "a", pk: "x", n: 2 }, plain);
  await createOne(container, { id: "b", pk: "y", n: 1 }, plain);
  await deleteOne(container, "a", { ...plain, key: ["x"] });
  const { versions, position: lsn } = await readAllVersions(container, {
    ...plain,
    rangeId: "0",
    afterLsn: 0,
  });
  expect(summary(versions)).toEqual(["create a 1", "replace a 2", "create b 1", "delete a 2"]);
  expect(versions.map((version) => [version.lsn, version.previousLsn])).toEqual([
    [2, 0],
    [3, 2],
    [4, 0],
    [5, 3],
  ]);
  expect(versions[1]!.current?.equals(replaced.item.json)).toBe(true);
  expect(versions[1]!.previous?.equals(created.item.json)).toBe(true);
  expect(versions[3]!.current).toBe(undefined);
  expect(versions[3]!.previous?.equals(replaced.item.json)).toBe(true);
  expect((await readAllVersions(container, { ...plain, rangeId: "0", afterLsn: lsn })).versions).toEqual([]);
  expect(await findings(engine)).toEqual([]);
});

test("a transaction's versions come together, in its order", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, kept);
  await runBatch(
    container,
    [
      { kind: "create", body: { id: "a", pk: "x", n: 1 } },
      { kind: "replace", id: "a", body: { id: "a", pk: "x", n: 2 } },
      { kind: "delete", id: "a" },
      { kind: "create", body: { id: "a", pk: "x", n: 3 } },
    ],
    { ...plain, key: ["x"] },
  );
  await createOne(container, { id: "b", pk: "x", n: 1 }, plain);
  const { pages } = await readAll(container, { ...plain, rangeId: "0" }, 1);
  expect(pages).toEqual([["create a 1", "replace a 2", "delete a 2", "create a 3"], ["create b 1"]]);
  const { versions } = await readAllVersions(container, { ...plain, rangeId: "0", afterLsn: 0 });
  expect(versions.map(({ previousLsn }) => previousLsn)).toEqual([0, 2, 2, 0, 0]);
  expect(await findings(engine)).toEqual([]);
});

test("each scope has its own, and deletes belong to the key of what was deleted", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    ...kept,
    partitionKey: { paths: ["/a", "/b"], kind: "MultiHash", version: 2 },
  });
  for (const a of ["p", "q"]) {
    for (const b of [1, 2]) {
      await createOne(container, { id: `${a}${b}`, a, b }, plain);
      if (b === 1) await deleteOne(container, `${a}${b}`, { ...plain, key: [a, b] });
    }
  }
  const rows = async (request: ChangeFeedRequest) => (await readAll(container, request, 2)).rows;
  expect(await rows({ ...plain, rangeId: "0" })).toHaveLength(6);
  expect(await rows({ ...plain, key: ["p", 1] })).toEqual(["create p1", "delete p1"]);
  expect(await rows({ ...plain, key: ["q"] })).toEqual(["create q1", "delete q1", "create q2"]);
  expect(await rows({ ...plain, key: ["nobody"] })).toEqual([]);
  const epk = container.definition.partitionKey.epk(["p", 2]);
  expect(await rows({ ...plain, epkRange: { min: epk, max: parseEpk(`${epk}00`) } })).toEqual(["create p2"]);
});

test("a deletion names its key with the digits of the item", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    ...kept,
    partitionKey: { paths: ["/a/b", "/c", "/10"], kind: "MultiHash", version: 2 },
  });
  const item = parseJsonText('{"id":"1","a":{"b":9007199254740993},"10":1.0}') as JsonObject;
  await createOne(container, item, plain);
  await deleteOne(container, "1", { ...plain, key: [2 ** 53, undefined, 1] });
  const { versions } = await readAllVersions(container, { ...plain, rangeId: "0", afterLsn: 0 });
  const row = versionRow(container.definition.partitionKey, versions[1]!).toString();
  expect(row).toMatch(/"id":"1","partitionKey":\{"a\/b":9007199254740993,"10":1\.0\}\}\}$/);
});

test("versions show the digits and the order of the names that were sent", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, kept);
  const body = (n: string) => `{"id":"1","pk":"x","b":{"n":${n},"10":[1.0,-0],"2":1e3}}`;
  const parsed = (n: string) => parseJsonText(body(n)) as JsonObject;
  const [first, second] = ["9007199254740993", "9007199254740992"];
  await createOne(container, parsed(first), plain);
  await replaceOne(container, "1", parsed(second), plain);
  const patch = await parsePatch(container.definition, { operations: [{ op: "add", path: "/c", value: 1 }] });
  await patchOne(container, "1", patch, { ...plain, key: ["x"] });
  await deleteOne(container, "1", { ...plain, key: ["x"] });
  const { versions } = await readAllVersions(container, { ...plain, rangeId: "0", afterLsn: 0 });
  const ownText = (json: Buffer | undefined) => json?.toString().replace(/,"_rid":.*$/, "}");
  const patched = body(second).replace(/\}$/, ',"c":1}');
  expect(versions.map(({ current, previous }) => [ownText(previous), ownText(current)])).toEqual([
    [undefined, body(first)],
    [body(first), body(second)],
    [body(second), patched],
    [patched, undefined],
  ]);
  const rows = versions.map((version) => versionRow(container.definition.partitionKey, version).toString());
  for (const [i, own] of [body(first), body(second), patched].entries())
    expect(rows[i]).toContain(`{"current":${own.slice(0, -1)},"_rid":"`);
  expect(await findings(engine)).toEqual([]);
});

test("it starts now or at a token, inside of the retention", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, kept);
  const refused = async (request: ChangeFeedRequest) =>
    (await failureOf(readAllVersions(container, { rangeId: "0", ...request }))).message;
  const outside = "You must read the change feed from within the retention period.";
  expect(await refused({ ...plain })).toContain(outside);
  expect(await refused({ ...plain, sinceSeconds: clock.ms / 1000 })).toContain(outside);
  const now = await readAllVersions(container, { ...plain, rangeId: "0", afterLsn: "now" });
  expect(now.versions).toEqual([]);
  await createOne(container, { id: "a", pk: "x", n: 1 }, plain);
  clock.advanceSeconds(200);
  await createOne(container, { id: "b", pk: "x", n: 1 }, plain);
  expect((await readAll(container, { ...plain, rangeId: "0", afterLsn: now.position })).rows).toEqual([
    "create a 1",
    "create b 1",
  ]);
  clock.advanceSeconds(101);
  expect(await refused({ ...plain, afterLsn: now.position })).toContain(outside);
  expect((await sweepContainer(container)).versions).toBe(1);
  expect(await refused({ ...plain, afterLsn: now.position })).toContain(outside);
  expect((await readAll(container, { ...plain, rangeId: "0", afterLsn: now.position + 1 })).rows).toEqual([
    "create b 1",
  ]);
  expect(await findings(engine)).toEqual([]);
});

test("versions are kept while the policy says so, and no gap is passed over", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const change = (retentionDuration: number) =>
    engine.containers.replace(container.definition.names, {
      ...container.definition.resource.body,
      changeFeedPolicy: { retentionDuration },
    });
  const create = (id: string) => createOne(container, { id, pk: "x", n: 1 }, plain);
  const read = (afterLsn: number) => readAllVersions(container, { ...plain, rangeId: "0", afterLsn });
  await create("a");
  expect((await failureOf(read(2))).message).toContain("keeps no versions");
  await change(5);
  expect((await failureOf(read(1))).code).toBe("badRequest");
  await create("b");
  expect(summary((await read(2)).versions)).toEqual(["create b 1"]);
  await change(0);
  await create("c");
  await sweepContainer(container);
  await change(5);
  await create("d");
  expect((await failureOf(read(3))).code).toBe("badRequest");
  expect(summary((await read(4)).versions)).toEqual(["create d 1"]);
  expect(await findings(engine)).toEqual([]);
});

test("what time or a partition's deletion removes is told as deleted", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { ...kept, defaultTtl: -1 });
  await createOne(container, { id: "short", pk: "x", ttl: 1 }, plain);
  await createOne(container, { id: "reused", pk: "x", ttl: 1 }, plain);
  await createOne(container, { id: "a", pk: "y" }, plain);
  await createOne(container, { id: "b", pk: "y" }, plain);
  const { lsn } = await readAll(container, { ...plain, rangeId: "0" });
  clock.advanceSeconds(2);
  await createOne(container, { id: "reused", pk: "x" }, plain);
  await deleteLogicalPartition(container, { ...plain, key: ["y"] });
  await createOne(container, { id: "b", pk: "y" }, plain);
  await sweepContainer(container);
  expect((await readAll(container, { ...plain, rangeId: "0", afterLsn: lsn })).rows).toEqual([
    "delete reused  expired",
    "create reused",
    "delete b",
    "create b",
    "delete short  expired",
    "delete a",
  ]);
  await replaceOne(container, "b", { id: "b", pk: "y", n: 5 }, plain);
  expect(await findings(engine)).toEqual([]);
});
