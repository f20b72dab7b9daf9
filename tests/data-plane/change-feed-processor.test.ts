/**
 * The pattern of change feed processors: workers share the ranges of a container by leases, which are items guarded by
 * ETags. Every change must be handled at least once, in order for its item, whoever dies and however the container is
 * split. Turns stand for time, so that nothing waits.
 */
import {
  BulkOperationType,
  ChangeFeedStartFrom,
  type Container,
  type FeedRange,
  StatusCodes,
} from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ControlClient } from "../harness/control-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const PAGE_ITEMS = 4;
/** A lease that was not renewed for so many turns is anybody's. */
const LEASE_TURNS = 3;
const TURNS_MAX = 400;

interface Lease {
  /** The place of its range among the ranges that the container had at first. */
  readonly id: string;
  readonly owner: string;
  readonly renewedAt: number;
  readonly token: string;
  readonly _etag: string;
}

interface Change {
  readonly id: string;
  readonly pk: string;
  readonly version: number;
  readonly _lsn: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

class Worker {
  readonly #name: string;
  readonly #monitored: Container;
  readonly #leases: Container;
  readonly #ranges: readonly FeedRange[];
  readonly #handle: (change: Change) => void;

  constructor(
    name: string,
    monitored: Container,
    leases: Container,
    ranges: readonly FeedRange[],
    handle: (change: Change) => void,
  ) {
    this.#ranges = ranges;
    this.#name = name;
    this.#monitored = monitored;
    this.#leases = leases;
    this.#handle = handle;
  }

  /** Takes or keeps one lease after the other, handles a page of each, and says whether there was anything. */
  async turn(now: number, mayDie = false): Promise<boolean> {
    let wasBusy = false;
    const { resources } = await this.#leases.items.readAll<Lease>().fetchAll();
    for (const lease of resources) {
      const isFree = lease.owner === this.#name || now - lease.renewedAt > LEASE_TURNS;
      const own = isFree ? await this.#save({ ...lease, owner: this.#name, renewedAt: now }) : undefined;
      if (own === undefined) continue;
      const iterator = this.#monitored.items.getChangeFeedIterator<Change>({
        maxItemCount: PAGE_ITEMS,
        changeFeedStartFrom:
          own.token === ""
            ? ChangeFeedStartFrom.Beginning(this.#ranges[Number(own.id)]!)
            : ChangeFeedStartFrom.Continuation(own.token),
      });
      const page = await iterator.readNext();
      if (page.statusCode !== StatusCodes.NotModified) {
        wasBusy = true;
        for (const change of page.result) this.#handle(change);
        // Handled and not noted: whoever comes next handles it again.
        if (mayDie) return true;
      }
      await this.#save({ ...own, token: page.continuationToken });
    }
    return wasBusy;
  }

  /** Undefined when another worker was faster. */
  async #save({ _etag, ...lease }: Lease): Promise<Lease | undefined> {
    try {
      const accessCondition = { type: "IfMatch", condition: _etag };
      const { resource } = await this.#leases
        .item(lease.id, lease.id)
        .replace<Lease>(lease as Lease, { accessCondition });
      return resource;
    } catch (error) {
      if ((error as { code: number }).code === 412) return undefined;
      throw error;
    }
  }
}

test("leases share a container out, survive a worker and a split, and lose nothing", async () => {
  const monitored = await server.createContainer("monitored");
  const leases = await server.createContainer("leases", { partitionKey: "/id" });
  const ranges = await monitored.getFeedRanges();
  for (const id of ranges.keys())
    await leases.items.create({ id: `${id}`, owner: "", renewedAt: -LEASE_TURNS - 1, token: "" });
  const seen = new Map<string, number>();
  const handled: string[] = [];
  const handle =
    (name: string) =>
    ({ id, version }: Change) => {
      // At least once, and never an older version after a newer one.
      expect(version).toBeGreaterThanOrEqual(seen.get(id) ?? 0);
      seen.set(id, version);
      handled.push(name);
    };
  const [ada, bob] = ["ada", "bob"].map((name) => new Worker(name, monitored, leases, ranges, handle(name)));
  const write = async (version: number) => {
    for (let i = 0; i < 30; i++) await monitored.items.upsert({ id: `${i}`, pk: `key-${i % 9}`, version });
  };

  await write(1);
  let now = 0;
  await Promise.all([ada!.turn(now), bob!.turn(now)]);
  await write(2);
  await ada!.turn(++now, true);
  const path = `dbs/${DATABASE}/colls/monitored`;
  const control = new ControlClient(server.orrery);
  expect((await control.post(`${path}/partitions/0/split`)).status).toBe(200);
  await write(3);
  // Ada is never seen again; Bob waits until her leases are free.
  for (let idle = 0; idle <= 2 * LEASE_TURNS && now < TURNS_MAX; )
    idle = (await bob!.turn(++now)) ? 0 : idle + 1;

  expect([...seen.values()]).toEqual(Array.from({ length: 30 }, () => 3));
  expect(new Set(handled)).toEqual(new Set(["ada", "bob"]));
  const { resources } = await leases.items.readAll<Lease>().fetchAll();
  expect(new Set(resources.map(({ owner }) => owner))).toEqual(new Set(["bob"]));
});

test("what one transaction wrote comes in one page, however small the pages are", async () => {
  const container = await server.createContainer("together");
  for (const group of ["a", "b", "c"]) {
    await container.items.batch(
      Array.from({ length: 5 }, (_, i) => ({
        operationType: BulkOperationType.Create,
        resourceBody: { id: `${group}${i}`, pk: "one", group },
      })),
      "one",
    );
  }
  const iterator = container.items.getChangeFeedIterator<{ group: string; _lsn: number }>({
    maxItemCount: 1,
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning("one"),
  });
  const pages: string[] = [];
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const page = await iterator.readNext();
    if (page.statusCode === StatusCodes.NotModified) break;
    expect(new Set(page.result.map(({ _lsn }) => _lsn)).size).toBe(1);
    pages.push(page.result.map(({ group }) => group).join(""));
  }
  expect(pages).toEqual(["aaaaa", "bbbbb", "ccccc"]);
});

test("the latest versions of a key, a prefix of one, a range, and since a moment", async () => {
  const container = await server.createContainer("scopes", {
    partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
  });
  for (const tenant of ["t", "u", "v"])
    for (const user of ["x", "y"]) await container.items.create({ id: `${tenant}${user}`, tenant, user });
  const ids = async (changeFeedStartFrom: ChangeFeedStartFrom) => {
    const found: string[] = [];
    const iterator = container.items.getChangeFeedIterator<{ id: string }>({ changeFeedStartFrom });
    // Each range in turn says when it has nothing more.
    for (let quiet = 0; quiet < 8; ) {
      const page = await iterator.readNext();
      quiet = page.statusCode === StatusCodes.NotModified ? quiet + 1 : 0;
      if (quiet === 0) found.push(...page.result.map(({ id }) => id));
    }
    return found.sort();
  };
  const all = ["tx", "ty", "ux", "uy", "vx", "vy"];
  expect(await ids(ChangeFeedStartFrom.Beginning())).toEqual(all);
  expect(await ids(ChangeFeedStartFrom.Beginning(["t", "x"]))).toEqual(["tx"]);
  expect(await ids(ChangeFeedStartFrom.Beginning(["u"]))).toEqual(["ux", "uy"]);
  expect(await ids(ChangeFeedStartFrom.Now())).toEqual([]);
  expect(await ids(ChangeFeedStartFrom.Time(new Date(Date.now() + 3_600_000)))).toEqual([]);
  expect(await ids(ChangeFeedStartFrom.Time(new Date(Date.now() - 3_600_000)))).toEqual(all);
  const ranges = await container.getFeedRanges();
  const parts = await Promise.all(ranges.map((range) => ids(ChangeFeedStartFrom.Beginning(range))));
  expect(parts.flat().sort()).toEqual(all);
});
