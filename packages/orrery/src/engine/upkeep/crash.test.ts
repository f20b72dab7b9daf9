/**
 * What a crash leaves of batches, patches, expiry, versions and deletions by key: each commit whole or nothing of
 * it, and work in the background goes on where it was. The disk fails at every commit of a history in turn.
 */
import { expect, test } from "vitest";
import { CountdownStore } from "../../kv/countdown-store.fixture.ts";
import type { FaultStore } from "../../kv/fault-store.fixture.ts";
import { KeyValueError } from "../../kv/key-value-store.ts";
import type { Container } from "../container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { runBatch } from "../items/batch.ts";
import type { BatchOperation } from "../items/batch-operation.ts";
import { runBulk } from "../items/bulk.ts";
import { createOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { parsePatch, patchOne } from "../items/patch.ts";
import { sweepContainer } from "./sweep.ts";

const key = (pk: string) => ({ ...plain, key: [pk] });
const increment: BatchOperation["body"] = [{ op: "incr", path: "/n", value: 1 }];

/** Each step is one or more commits. */
const history: readonly ((container: Container, clock: TestClock) => Promise<unknown>)[] = [
  (container) => createOne(container, { id: "n", pk: "x", n: 0 }, plain),
  (container) => createOne(container, { id: "m", pk: "x", n: 0 }, plain),
  (container) =>
    runBatch(
      container,
      [
        { kind: "patch", id: "n", body: increment },
        { kind: "patch", id: "m", body: increment },
        { kind: "create", body: { id: "short", pk: "x", ttl: 1 } },
      ],
      key("x"),
    ),
  async (container) => patchOne(container, "n", await parsePatch(container.definition, increment), key("x")),
  async (container) => patchOne(container, "m", await parsePatch(container.definition, increment), key("x")),
  (container) =>
    runBulk(
      container,
      [1, 2, 3].map((id): BatchOperation => ({ kind: "create", body: { id: `${id}`, pk: "y" } })),
      { ...plain, continueOnError: false },
    ),
  (container) => deleteLogicalPartition(container, key("y")),
  (container) => createOne(container, { id: "2", pk: "y" }, plain),
  async (container, clock) => {
    clock.advanceSeconds(2);
    await sweepContainer(container);
  },
  async (container, clock) => {
    clock.advanceSeconds(400);
    await sweepContainer(container);
  },
];

const COMMITS_MAX = 60;

async function counters(container: Container): Promise<unknown[]> {
  return queryAll(container, "SELECT VALUE c.n FROM c WHERE IS_DEFINED(c.n)", key("x"));
}

async function begin(kv: FaultStore, clock: TestClock): Promise<Container> {
  return newContainer(await openEngine(kv, clock), {
    defaultTtl: -1,
    changeFeedPolicy: { retentionDuration: 5 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/id"] }] },
  });
}

test.each(["part", "all"] as const)("a crash in any commit, of which %s is written", async (written) => {
  let crashes = 0;
  for (let crashAt = 0; ; crashAt++) {
    expect(crashAt).toBeLessThan(COMMITS_MAX);
    const clock = new TestClock();
    const kv = new CountdownStore();
    let container = await begin(kv, clock);
    let isCrashed = false;
    kv.commitsLeft = crashAt;
    kv.written = written;
    for (const step of history) {
      try {
        await step(container, clock);
      } catch (error) {
        expect((error as Error).cause).toBeInstanceOf(KeyValueError);
        isCrashed = true;
        kv.reopen();
        const engine = await openEngine(kv, clock);
        container = await engine.openContainer("db", "c");
        expect(await findings(engine)).toEqual([]);
        // The batch counted both or none; the patches after it came one by one.
        const [n = 0, m = 0] = (await counters(container)) as number[];
        expect([0, 1]).toContain(n - m);
        await step(container, clock).catch((again: unknown) =>
          expect(again).toMatchObject({ code: "conflict" }),
        );
      }
    }
    const engine = await openEngine(kv, clock);
    const last = await engine.openContainer("db", "c");
    expect(await findings(engine)).toEqual([]);
    expect(await queryAll(last, "SELECT VALUE c.id FROM c", key("y"))).toEqual(["2"]);
    expect(last.partitions.all[0]!.store.summary.items).toBe(3);
    const { lsn } = last.partitions.all[0]!.store.summary;
    expect((await readAllVersions(last, { ...plain, rangeId: "0", afterLsn: lsn })).versions).toEqual([]);
    if (!isCrashed) break;
    crashes++;
  }
  expect(crashes).toBeGreaterThan(12);
});
