/** Copies of a whole account, in memory and on a disk: independent, complete, and gone when they are stopped. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Orrery, type OrreryOptions, startOrrery } from "orrerydb";
import { afterEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const SEED = {
  shop: {
    carts: {
      partitionKey: "/customer",
      throughput: 12_000,
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/number"] }] },
      items: Array.from({ length: 200 }, (_, i) => ({ id: `${i}`, customer: `c${i % 20}`, number: i })),
    },
  },
};

const started: Orrery[] = [];
const stopAll = async () => {
  for (const orrery of started.splice(0).reverse()) await orrery.stop();
};
afterEach(stopAll);

async function start(options: OrreryOptions): Promise<Orrery> {
  const orrery = await startOrrery(options);
  started.push(orrery);
  return orrery;
}

async function fork(orrery: Orrery): Promise<Orrery> {
  const copy = await orrery.fork();
  started.push(copy);
  return copy;
}

const carts = (orrery: Orrery) => orrery.client().database("shop").container("carts");
const count = async (orrery: Orrery) =>
  (await carts(orrery).items.query<number>("SELECT VALUE COUNT(1) FROM c").fetchAll()).resources[0];
const titleOf = async (orrery: Orrery, id: string) =>
  (await carts(orrery).item(id, "c1").read()).resource?.title;

describe.each(["in memory", "on a disk"])("%s", (where) => {
  const options = (): OrreryOptions =>
    where === "in memory" ? { seed: SEED } : { seed: SEED, data: temporaryFolder("forks") };

  test("a fork has everything, and neither side sees what the other writes", async () => {
    const origin = await start(options());
    const [one, other] = [await fork(origin), await fork(origin)];
    expect(await count(one)).toBe(200);
    await carts(one)
      .item("1", "c1")
      .patch([{ op: "add", path: "/title", value: "one" }]);
    await carts(origin).items.create({ id: "new", customer: "c1", number: 1_000 });
    await carts(other).item("2", "c2").delete();
    expect([await count(origin), await count(one), await count(other)]).toEqual([201, 200, 199]);
    expect([await titleOf(origin, "1"), await titleOf(one, "1")]).toEqual([undefined, "one"]);
    const taken = carts(one).items.create({ id: "again", customer: "c1", number: 21 });
    await expect(taken).rejects.toMatchObject({ code: 409 });
    const itemsOf = async (each: Orrery) =>
      (await each.control.partitions("shop/carts")).reduce((sum, { items }) => sum + items, 0);
    expect([await itemsOf(one), await itemsOf(other)]).toEqual([200, 199]);
  });

  test("a fork of a fork outlives it", async () => {
    const origin = await start(options());
    const child = await origin.fork();
    await carts(child).items.create({ id: "new", customer: "c1", number: 1_000 });
    const grandchild = await fork(child);
    await child.stop();
    expect([await count(origin), await count(grandchild)]).toEqual([200, 201]);
  });

  test("a split in one of them leaves the others as they are, and the clock goes on where it was", async () => {
    const origin = await start(options());
    await origin.control.clock.advance(60_000);
    const copy = await fork(origin);
    await copy.control.split("shop/carts", "0");
    expect((await copy.control.partitions("shop/carts")).length).toBe(3);
    expect((await origin.control.partitions("shop/carts")).length).toBe(2);
    expect((await copy.control.clock.read()).aheadMs).toBe(60_000);
  });

  test("comes back to a snapshot as often as one likes, with the same endpoint and clients", async () => {
    const orrery = await start(options());
    const client = orrery.client();
    const container = client.database("shop").container("carts");
    const before = await orrery.snapshot();
    for (let round = 0; round < 2; round++) {
      await container.items.create({ id: "new", customer: "c1", number: 1_000 });
      await orrery.restore(before);
      expect((await container.item("new", "c1").read()).statusCode).toBe(404);
      expect(await count(orrery)).toBe(200);
    }
    expect((await fetch(`${orrery.endpoint}/`)).status).toBe(401);
    const other = await start({});
    await expect(other.restore(before)).rejects.toThrow("a snapshot of this Orrery");
  });

  test("is as new after a reset", async () => {
    const orrery = await start(options());
    const client = orrery.client();
    await client.databases.create({ id: "more" });
    await orrery.control.faults.add({ condition: { operations: ["create"] }, result: { type: "gone" } });
    await orrery.reset();
    expect((await client.databases.readAll().fetchAll()).resources.map(({ id }) => id)).toEqual(["shop"]);
    expect(await orrery.control.faults.list()).toEqual([]);
    expect(await count(orrery)).toBe(200);
  });
});

test("on a disk, copies go when they are stopped, and what an end without a stop left goes with the next start", async () => {
  const data = temporaryFolder("copies");
  const orrery = await start({ data });
  await (await orrery.fork()).stop();
  await orrery.snapshot();
  await stopAll();
  expect(readdirSync(join(data, "copies"))).toEqual([]);
  mkdirSync(join(data, "copies/left"), { recursive: true });
  await start({ data });
  expect(existsSync(join(data, "copies/left"))).toBe(false);
});

describe("a seed", () => {
  test("is read from a file, and from a folder with lines of items", async () => {
    const folder = temporaryFolder("seed");
    const yaml =
      "shop:\n  carts:\n    partitionKey: /customer\n    items:\n      - { id: a, customer: ada }\n";
    writeFileSync(join(folder, "seed.yaml"), yaml);
    expect(await count(await start({ seed: join(folder, "seed.yaml") }))).toBe(1);
    mkdirSync(join(folder, "shop"));
    writeFileSync(join(folder, "shop/carts.json"), JSON.stringify({ partitionKey: "/customer" }));
    writeFileSync(
      join(folder, "shop/carts.ndjson"),
      '{"id":"a","customer":"b"}\n\n{"id":"b","customer":"b"}\n',
    );
    expect(await count(await start({ seed: folder }))).toBe(2);
  });

  test("leaves what is there, so that a data folder is seeded once", async () => {
    const data = temporaryFolder("once");
    await carts(await start({ data, seed: SEED }))
      .item("1", "c1")
      .delete();
    await stopAll();
    expect(await count(await start({ data, seed: SEED }))).toBe(199);
  });

  test("is not held up by budgets", async () => {
    const items = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, customer: "one" }));
    const orrery = await start({
      throttle: "enforce",
      seed: { shop: { carts: { partitionKey: "/customer", items } } },
    });
    expect(await orrery.control.throttle("shop/carts")).toBe("enforce");
    expect((await orrery.control.hotKeys("shop/carts")).largest[0]).toMatchObject({ items: 300 });
  });

  test.each([
    [{ shop: { carts: {} } }, "container 'shop/carts' needs a 'partitionKey'"],
    [
      { shop: { carts: { partitionKey: "/a", items: [{ id: 7 }] } } },
      "item 1 of container 'shop/carts' is refused",
    ],
    ["/no/such/seed", "There is no seed at /no/such/seed"],
  ])("that is wrong is told: %j", async (seed, message) => {
    await expect(startOrrery({ seed: seed as never })).rejects.toThrow(message);
  });
});

test.each([
  [{ throttle: "hard" }, `'throttle' of startOrrery must be "observe" or "enforce", not "hard"`],
  [{ trottle: "enforce" }, "startOrrery has no option 'trottle'. It has: data,"],
  [{ port: 70_000 }, "'port' of startOrrery must be a whole number from 0 to 65535, not 70000"],
  [{ storageLimits: { partitionBytes: 0 } }, "must be a number of bytes above 0, not 0"],
  [{ environment: { now: 5 } }, "'now' of 'environment' of startOrrery must be a function, not 5"],
])("options are read strictly: %j", async (options, message) => {
  await expect(startOrrery(options as never)).rejects.toThrow(message);
});

test("a busy port is a sentence", async () => {
  const { endpoint } = await start({});
  const port = Number(new URL(endpoint).port);
  await expect(startOrrery({ port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program.`,
  );
});
