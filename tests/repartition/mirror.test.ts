/** A share of the reads goes to the target too, before the switch: what they find and what they cost is compared. */
import type { Container } from "@azure/cosmos";
import { type Repartition, type RepartitionOptions, repartition } from "orrerydb/repartition";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

let server: TestServer;
let container: Container;
let move: Repartition;
const moves: Repartition[] = [];

async function openMove(onProgress: RepartitionOptions["onProgress"] = () => {}): Promise<Repartition> {
  const { endpoint, key } = server.orrery;
  const place = (name: string) => ({ endpoint, key, database: "test", container: name });
  const [from, to] = [place("live"), place("by-region")];
  const opened = await repartition({ from, to, key: ["/region"], onProgress });
  moves.push(opened);
  return opened;
}

beforeAll(async () => {
  server = await TestServer.start();
  container = await server.createContainer("live", {
    partitionKey: "/customer",
    partitions: 2,
    changeFeedPolicy: { retentionDuration: 60 },
  });
  for (let i = 0; i < 40; i++)
    await container.items.create({ id: `${i}`, customer: `c${i % 8}`, region: `r${i % 4}` });
  move = await openMove();
  await move.copy();
  await move.follow({ untilCaughtUp: true });
});
afterAll(async () => {
  for (const each of moves) each.dispose();
  await server.stop();
});

const BY_REGION = "SELECT * FROM c WHERE c.region = @region";

async function readAll(of: Container): Promise<void> {
  await of.item("1", "c1").read();
  await of.item("2", "c2").read();
  await of.items.query({ query: BY_REGION, parameters: [{ name: "@region", value: "r1" }] }).fetchAll();
  await of.items.query("SELECT * FROM c", { partitionKey: "c3" }).fetchAll();
  await of.items.query("SELECT VALUE COUNT(1) FROM c WHERE c.customer = 'c3'").fetchAll();
}

test("what the server answers is asked of the target too, and compared", async () => {
  const stop = new AbortController();
  let compared = 0;
  const watcher = await openMove(({ items }) => {
    compared = items;
  });
  const mirroring = watcher.mirror({ share: 1, signal: stop.signal });
  await expect.poll(async () => (await server.control.get("recording?from=0")).body.recording).toBe(true);
  await container.items.create({ id: "new", customer: "c3", region: "r1" });
  await readAll(container);
  await expect.poll(() => compared).toBeGreaterThanOrEqual(5);
  stop.abort();
  const report = await mirroring;
  expect(report).toMatchObject({ differing: 0, failed: 0, examples: [] });
  const kinds = new Map(report.kinds.map((kind) => [kind.name, kind]));
  expect(kinds.get("read")).toMatchObject({ reads: 2, liveRu: 1, otherRu: 1 });
  // The new key saves this one a partition, and costs the other one more.
  const byRegion = kinds.get(BY_REGION)!;
  expect(byRegion.otherRu).toBeLessThan(byRegion.liveRu - 2);
  expect(kinds.get("SELECT VALUE COUNT(1) FROM c WHERE c.customer = @text1")).toMatchObject({ reads: 1 });
  const ofCustomer = kinds.get("SELECT * FROM c WHERE c.customer = @key1")!;
  expect(ofCustomer.otherRu).toBeGreaterThan(ofCustomer.liveRu + 2);
  expect((await server.control.get("recording")).body.recording).toBe(false);
});

test("an application mirrors by itself, and a target that differs is found out", async () => {
  const target = server.connect().database("test").container("by-region");
  await target.item("6", "r2").patch([{ op: "set", path: "/wrong", value: true }]);
  const { container: wrapped, report } = await move.mirrored(container, { share: 1 });
  expect((await wrapped.item("6", "c6").read()).resource).toMatchObject({ id: "6", region: "r2" });
  expect((await wrapped.items.query("SELECT * FROM c WHERE c.id = '5'").fetchAll()).resources).toHaveLength(
    1,
  );
  expect(await report()).toMatchObject({
    reads: 2,
    differing: 1,
    failed: 0,
    examples: ['6 under ["c6"]'],
  });
  await wrapped.item("7", "c7").replace({ id: "7", customer: "c7", region: "r3", changed: true });
  const following = move.follow({ untilCaughtUp: true });
  await wrapped.item("7", "c7").read();
  await following;
  // What is only late is no difference.
  expect(await report()).toMatchObject({ reads: 3, differing: 1 });
});

test("it ends when the move is paused", async () => {
  await move.pause();
  await expect(move.mirror({ share: 1 })).rejects.toThrow(/paused/);
  expect((await server.control.get("recording")).body.recording).toBe(false);
  await move.resume();
});
