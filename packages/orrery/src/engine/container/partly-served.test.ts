/** A container whose partitions are served by two processes, each with its own engine on the same rows. */
import { beforeEach, expect, test } from "vitest";
import { MemorySpaces } from "../../kv/memory/memory-spaces.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { Storage } from "../../store/storage.ts";
import { Failure } from "../../value/failure.ts";
import { failureOf, plain, queryAll } from "../engine.fixture.ts";
import { Engine } from "../engine.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { ALONE, type Ownership, ServedElsewhere, type Spent } from "../ground/ownership.ts";
import { runBulk } from "../items/bulk.ts";
import { createOne, readItemById } from "../items/items.ts";
import { sweepContainer } from "../upkeep/sweep.ts";
import type { Container } from "./container.ts";
import { stateOf } from "./container-state.ts";

class Process implements Ownership {
  readonly mark: string;
  /** What happens after the next turn to change the catalogue. */
  afterTurn: (() => Promise<unknown>) | undefined;
  readonly claim = ALONE.claim;
  generation = 0;
  readonly spaces = new Set<number>();
  readonly spent: (Spent & { readonly space: number })[] = [];
  refusal: Failure | undefined;
  engine!: Engine;

  constructor(mark: string) {
    this.mark = mark;
  }

  serves(_: unknown, space: number): boolean {
    return this.spaces.has(space);
  }
  servesWhole({ rid }: { readonly rid: string }): boolean {
    const container = this.engine.tree.catalog.byRid("container", rid)!;
    return stateOf(container).partitions.every(({ space }) => this.spaces.has(space));
  }
  async whileChanging<T>(work: () => Promise<T>): Promise<T> {
    const result = await work();
    const { afterTurn } = this;
    this.afterTurn = undefined;
    await afterTurn?.();
    return result;
  }
  async gather(): Promise<void> {
    throw new ServedElsewhere("same");
  }
  async admit(): Promise<boolean> {
    if (this.refusal !== undefined) throw this.refusal;
    return true;
  }
  settle(_: unknown, space: number, __: unknown, spent: Spent): void {
    this.spent.push({ space, ...spent });
  }

  take(space: number): void {
    this.spaces.add(space);
    this.generation++;
  }
  async leave(space: number): Promise<void> {
    const container = this.engine.tree.catalog.list("container", databaseRid)[0]!;
    await this.engine.leave([{ container, spaces: [space] }], () => {
      this.spaces.delete(space);
      this.generation++;
    });
  }
  async container(): Promise<Container> {
    return this.engine.openContainer("db", "c");
  }
}

let a: Process;
let b: Process;
let databaseRid: string;
/** Of the partitions, in order of their ranges. */
let spaces: readonly number[];
/** Keys by the partition that holds them. */
let keys: readonly (readonly string[])[];

async function openProcess(mark: string, rows: MemorySpaces): Promise<Process> {
  const process = new Process(mark);
  process.engine = await Engine.open({
    storage: new Storage(new MemoryStore(rows)),
    environment: {
      now: () => 1_700_000_000_000,
      random: Math.random,
      log: () => {},
      scheduler: PROCESS_SCHEDULER,
    },
    cacheBytes: 1_000_000,
    throttle: "observe",
    ownership: process,
  });
  return process;
}

beforeEach(async () => {
  const rows = new MemorySpaces();
  [a, b] = [await openProcess("a", rows), await openProcess("b", rows)];
  databaseRid = (await a.engine.databases.create({ id: "db" })).resource.rid;
  const definition = { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  const made = await a.engine.containers.create("db", definition, {
    knowsPartitionKeys: true,
    partitions: 3,
  });
  spaces = stateOf(made.resource).partitions.map(({ space }) => space);
  await b.engine.tree.catalog.refresh();
  a.take(spaces[0]!);
  b.take(spaces[1]!);
  b.take(spaces[2]!);
  const opened = await a.container();
  const { partitionKey } = opened.definition;
  const all = Array.from({ length: 30 }, (_, i) => `k${i}`);
  keys = opened.partitions.all.map((partition) =>
    all.filter((key) => opened.partitions.map.at(partitionKey.epk([key])) === partition),
  );
});

const put = async (process: Process, pk: string, id = "1") =>
  createOne(await process.container(), { id, pk, of: process.mark }, { ...plain, key: [pk] });
const ids = async (process: Process) =>
  (await queryAll(await process.container(), "SELECT VALUE c.pk FROM c ORDER BY c.pk")) as string[];

test("what another process serves is refused, by the partition's space, and nothing is done", async () => {
  const [[own], [other]] = keys as [string[], string[]];
  await put(a, own!);
  for (const work of [put(a, other!), readItemById(await a.container(), "1", { ...plain, key: [other!] })])
    expect(await failureOf(work)).toMatchObject({ needed: spaces[1] });
  const bulk = [own!, other!].map((pk) => ({ kind: "create" as const, body: { id: "2", pk } }));
  const failure = await failureOf(runBulk(await a.container(), bulk, { ...plain, continueOnError: true }));
  expect(failure).toMatchObject({ needed: "all" });
  expect(await ids(a)).toEqual([own]);
});

test("a query over several reads them all at one moment, and who serves them is asked and told", async () => {
  const written = [...keys[0]!, ...keys[1]!, ...keys[2]!].sort();
  for (const [i, each] of keys.entries()) for (const pk of each) await put(i === 0 ? a : b, pk);
  for (const process of [a, b]) expect(await ids(process)).toEqual(written);
  expect(new Set(a.spent.map(({ space }) => space))).toEqual(new Set([spaces[1], spaces[2]]));
  expect(new Set(b.spent.map(({ space }) => space))).toEqual(new Set([spaces[0]]));
  a.refusal = new Failure("tooManyRequests", "Request rate is large.", { retryAfterMs: 5 });
  expect(await failureOf(ids(a))).toMatchObject({ code: "tooManyRequests" });
});

test("a copy of the catalogue that is old is made new before a query over several answers", async () => {
  await put(b, keys[1]![0]!);
  await a.container();
  // It concerns nobody here, and makes the copy old all the same.
  await b.engine.databases.create({ id: "another" });
  expect(await ids(a)).toEqual([keys[1]![0]]);
  expect(a.engine.tree.catalog.find("database", "", "another")).toBeDefined();
});

test("rows that may have been taken away while they were read are not missed: nothing is answered", async () => {
  for (const pk of keys[1]!) await put(b, pk);
  const container = await b.container();
  const reading = readLatestChanges(container, { ...plain, rangeId: "1" });
  await b.leave(spaces[1]!);
  expect(await failureOf(reading)).toMatchObject({ needed: spaces[1] });
});

test("what a process served last is looked for again elsewhere", async () => {
  const container = await a.container();
  await a.leave(spaces[0]!);
  const [pk] = keys[0]!;
  const creating = createOne(container, { id: "1", pk: pk! }, { ...plain, key: [pk!] });
  expect(await failureOf(creating)).toMatchObject({ needed: "same" });
  await expect(a.container()).rejects.toMatchObject({ needed: "same" });
});

test("a definition is changed by who serves all partitions, and by nobody else", async () => {
  const change = (process: Process) =>
    process.engine.containers.replace(
      { database: "db", container: "c" },
      { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 }, defaultTtl: 10 },
    );
  for (const process of [a, b]) expect(await failureOf(change(process))).toMatchObject({ needed: "all" });
  const split = async (process: Process) =>
    process.engine.topology.split(await process.container(), "0", "midpoint");
  for (const process of [a, b]) expect(await failureOf(split(process))).toMatchObject({ needed: "all" });
  await a.leave(spaces[0]!);
  b.take(spaces[0]!);
  await change(b);
  expect((await b.container()).definition.resource.body.defaultTtl).toBe(10);
});

test("a partition that comes is opened with all that was written elsewhere, and goes on from there", async () => {
  const [pk] = keys[1]!;
  const { lsn } = await put(b, pk!);
  await b.leave(spaces[1]!);
  a.take(spaces[1]!);
  const next = await put(a, pk!, "2");
  expect(next.lsn).toBe(lsn + 1);
  expect((await readItemById(await a.container(), "1", { ...plain, key: [pk!] })).item.document.of).toBe("b");
  expect(await failureOf(put(b, pk!, "3"))).toMatchObject({ needed: spaces[1] });
  // And back: nothing that was kept in memory before is believed.
  await a.leave(spaces[1]!);
  b.take(spaces[1]!);
  expect((await put(b, pk!, "3")).lsn).toBe(lsn + 2);
});

test("upkeep goes over what is served here", async () => {
  await put(a, keys[0]![0]!);
  await expect(sweepContainer(await a.container())).resolves.toMatchObject({ expired: 0 });
  expect(a.engine.containersToSweep().map(({ id }) => id)).toEqual(["c"]);
});

test("what a container holds is told of all partitions, wherever they are served", async () => {
  for (const [i, each] of keys.entries()) await put(i === 0 ? a : b, each[0]!);
  const address = { database: "db", container: "c" };
  for (const { engine } of [a, b]) {
    expect((await engine.containers.read(address, { quota: true })).quota).toMatchObject({ items: 3 });
    expect((await engine.partitions.figures(address)).map(({ items }) => items)).toEqual([1, 1, 1]);
  }
  expect(await a.engine.partitions.servedHere(address)).toEqual(["0"]);
  expect(await a.engine.partitions.keys(address, { limit: 9, withLargest: true })).toMatchObject({
    largest: [{ partition: "0" }],
  });
});

test("a partition that went away and came back while it was split is not split: what was written elsewhere is kept", async () => {
  await a.leave(spaces[0]!);
  b.take(spaces[0]!);
  const [pk] = keys[0]!;
  await put(b, pk!);
  // When the key spaces of the new ones have been taken, and the old one is about to be copied.
  b.afterTurn = async () => {
    await b.leave(spaces[0]!);
    a.take(spaces[0]!);
    await put(a, pk!, "2");
    await a.leave(spaces[0]!);
    b.take(spaces[0]!);
  };
  const container = await b.container();
  const splitting = b.engine.topology.split(container, "0", "midpoint");
  expect(await failureOf(splitting)).toMatchObject({ needed: "all" });
  for (const id of ["1", "2"])
    expect((await readItemById(await b.container(), id, { ...plain, key: [pk!] })).item.id).toBe(id);
  expect((await b.container()).partitions.all).toHaveLength(3);
});

test("a container stays with who works on all of its partitions", async () => {
  await a.leave(spaces[0]!);
  b.take(spaces[0]!);
  const container = await b.container();
  const stays = () => b.engine.staysWhole(container.definition.resource);
  expect(stays()).toBe(false);
  const splitting = b.engine.topology.split(container, "0", "midpoint");
  expect(stays()).toBe(true);
  await splitting;
  expect(stays()).toBe(false);
  const release = await container.partitions.hold();
  expect(stays()).toBe(true);
  release();
  await expect.poll(stays).toBe(false);
  container.meter.throttle = "enforce";
  expect(stays()).toBe(true);
});

test("shares that change while a partition is away leave it to who serves it", async () => {
  await a.leave(spaces[0]!);
  b.take(spaces[0]!);
  await b.container();
  await b.engine.topology.redistribute(await b.container(), undefined);
  await b.leave(spaces[0]!);
  a.take(spaces[0]!);
  await a.engine.tree.catalog.refresh();
  const [pk] = keys[0]!;
  expect((await put(a, pk!)).lsn).toBeGreaterThan(0);
  expect(await failureOf(put(b, pk!, "2"))).toMatchObject({ needed: spaces[0] });
});

test("a process that reads a partition elsewhere is told whether it may spend, and what it spent counts there", async () => {
  const { rid } = (await b.container()).definition;
  const asked = { rid, space: spaces[1]!, spender: { priority: "High", bucket: 0, key: '["k"]' } } as const;
  expect(await b.engine.partitions.spend(asked)).toBe(true);
  await b.engine.partitions.spend({ ...asked, spent: { admitted: true, charge: 7.5 } });
  const address = { database: "db", container: "c" };
  const { consumers } = await b.engine.partitions.keys(address, { limit: 5, withLargest: false });
  expect(consumers).toMatchObject([{ key: '["k"]', count: 7.5, partition: "1" }]);
  const [history] = (await b.engine.partitions.histories(address, "minutes", 1)).filter(
    ({ id }) => id === "1",
  );
  expect(history!.points).toMatchObject([{ ru: 7.5, requests: 1 }]);
  // Where it has gone, nothing is kept.
  expect(await a.engine.partitions.spend({ ...asked, spent: { admitted: true, charge: 1 } })).toBe(true);
});
