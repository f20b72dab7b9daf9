import { PartitionKeyKind } from "@azure/cosmos";
import { concat, day, hashSuffix, hierarchical, type Path, randomSuffix } from "@orrerydb/keys";
import { withSyntheticKey } from "@orrerydb/keys/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../harness/seeded-random.ts";
import { TestServer } from "../harness/test-server.ts";

describe("synthetic keys on a server with five physical partitions", () => {
  let server: TestServer;
  let containers = 0;

  beforeAll(async () => {
    server = await TestServer.start({ isClientInProcess: true });
  });

  afterAll(() => server.stop());

  async function create(paths: readonly Path[] = ["/partitionKey"], version: 1 | 2 = 2) {
    const kind = paths.length > 1 ? PartitionKeyKind.MultiHash : PartitionKeyKind.Hash;
    const definition = {
      id: `c${containers++}`,
      partitionKey: { paths: [...paths], kind, version },
      throughput: 30_000,
    };
    return (await server.database.containers.create(definition)).container;
  }

  const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 40 });
  const carsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      date: "2018-08-09",
      vin: `1FTFW1ET5DFC${10_000 + n}`,
      n,
    }));

  it("writes, reads, changes and deletes single items", async () => {
    const cars = withSyntheticKey(await create(), byVin);
    const [car] = carsOf(1);
    const created = await cars.create(car!);
    expect(created).toMatchObject({ statusCode: 201, keysVisited: 1, key: byVin.keyOf(car!) });
    await expect(cars.create(car!)).rejects.toMatchObject({ code: 409 });
    expect((await cars.read<typeof car>(car!)).resource).toMatchObject(car!);
    expect((await cars.replace({ ...car!, n: 5 })).resource?.n).toBe(5);
    expect((await cars.patch<{ n: number }>(car!, [{ op: "incr", path: "/n", value: 2 }])).resource?.n).toBe(
      7,
    );
    expect((await cars.upsert({ ...car!, n: 9 })).statusCode).toBe(200);
    const moved = await cars.move(car!, { ...car!, date: "2018-08-10" });
    expect(moved.key).toBe(byVin.keyOf({ ...car!, date: "2018-08-10" }));
    expect((await cars.read(car!)).statusCode).toBe(404);
    expect((await cars.delete({ ...car!, date: "2018-08-10" })).statusCode).toBe(204);
    await expect(cars.delete(car!)).rejects.toMatchObject({ code: 404 });
    const replaced = cars.replace(
      { ...car!, n: 1 },
      { accessCondition: { type: "IfMatch", condition: "x" } },
    );
    await expect(replaced).rejects.toMatchObject({ code: 404 });
  });

  it("finds every item after the suffixes have grown from 100 to 400", async () => {
    const container = await create();
    const parts = { from: ["/date"], of: ["/vin"] } as const;
    const before = withSyntheticKey(container, hashSuffix({ ...parts, suffixes: 100 }));
    const after = withSyntheticKey(
      container,
      hashSuffix({ ...parts, suffixes: 400, earlierSuffixes: [100] }),
    );
    const [old, young] = [carsOf(400).slice(0, 200), carsOf(400).slice(200)];
    await Promise.all(old.map((car) => before.create(car)));
    await Promise.all(young.map((car) => after.create(car)));
    for (const car of [...old, ...young]) expect((await after.read(car)).resource).toMatchObject(car);
    const query = "SELECT VALUE c.n FROM c ORDER BY c.n";
    for (const mode of ["fan-out", "cross-partition"] as const) {
      const { resources } = await after.query({ date: "2018-08-09" }, query, { mode }).fetchAll();
      expect(resources).toEqual(Array.from({ length: 400 }, (_, n) => n));
    }
    const check = await after.checkKeys();
    expect(check).toMatchObject({ checked: 400, missing: 0, different: 0, notComputable: 0 });
    expect(check.right + check.earlier).toBe(400);
    expect(check.right).toBeGreaterThanOrEqual(200);
    await Promise.all(old.map((car) => after.upsert({ ...car, n: -1 })));
    const count = await after
      .query<number>({ date: "2018-08-09" }, "SELECT VALUE COUNT(1) FROM c")
      .fetchAll();
    expect(count.resources).toEqual([400]);
  });

  it("finds by id what a random suffix has spread", async () => {
    const container = await create();
    const chance = { random: seededRandom(7) };
    const clicks = withSyntheticKey(container, randomSuffix({ from: ["/date"], suffixes: 40 }, chance));
    await Promise.all(carsOf(100).map((click) => clicks.create(click)));
    const byKeys = await clicks.find<{ n: number }>({ id: "42", date: "2018-08-09" }, { mode: "fan-out" });
    expect(byKeys.resources).toMatchObject([{ n: 42 }]);
    expect(byKeys.keysVisited).toBe(40);
    const everywhere = await clicks.find<{ n: number }>({ id: "42" });
    expect(everywhere.resources).toMatchObject([{ n: 42 }]);
    const [found] = (await clicks.find<ReturnType<typeof carsOf>[number]>({ id: "42", date: "2018-08-09" }))
      .resources;
    expect((await clicks.replace({ ...found!, n: 43 })).resource?.n).toBe(43);
  });

  it("writes in bulk, and in a batch when the key is shared", async () => {
    const cars = withSyntheticKey(await create(), byVin);
    const { results, requestCharge, keysVisited } = await cars.bulk(
      carsOf(100).map((resourceBody) => ({ operationType: "Create", resourceBody })),
    );
    expect(results.map(({ response }) => response?.statusCode)).toEqual(new Array(100).fill(201));
    expect(requestCharge).toBeGreaterThan(100);
    expect(keysVisited).toBeGreaterThan(30);
    const [car] = carsOf(1);
    const batch = await cars.batch([
      { operationType: "Patch", id: "0", of: car!, resourceBody: [{ op: "set", path: "/n", value: 70 }] },
      { operationType: "Upsert", resourceBody: { ...car!, id: "beside" } },
    ]);
    expect(batch.results.map(({ statusCode }) => statusCode)).toEqual([200, 201]);
    const other = carsOf(100).find((one) => byVin.keyOf(one) !== byVin.keyOf(car!))!;
    const refused = cars.batch(
      [car!, other].map((resourceBody) => ({ operationType: "Upsert", resourceBody })),
    );
    await expect(refused).rejects.toMatchObject({ code: "KeysDiffer" });
  });

  it("reads the change feed of all keys, and goes on from a token", async () => {
    const cars = withSyntheticKey(await create(), byVin);
    await Promise.all(carsOf(60).map((car) => cars.create(car)));
    await cars.create({ ...carsOf(1)[0]!, id: "other day", date: "2018-08-10" });
    const ids = new Set<string>();
    let continuationToken: string | undefined;
    for await (const round of cars.changeFeed<{ id: string }>({ date: "2018-08-09" }, { maxItemCount: 1 })) {
      for (const { id } of round.changes) ids.add(id);
      expect(round.keysVisited).toBe(40);
      continuationToken = round.continuationToken;
    }
    expect(ids.size).toBe(60);
    const [car] = carsOf(1);
    await cars.upsert({ ...car!, n: 1000 });
    const later = cars.changeFeed<{ n: number }>(
      { date: "2018-08-09" },
      { continuationToken: continuationToken! },
    );
    expect((await later.readNext()).changes).toMatchObject([{ n: 1000 }]);
  });

  it("fills hierarchical keys, and queries them by prefix", async () => {
    const strategy = hierarchical({
      levels: ["/tenant", hashSuffix({ from: [day("/at")], of: ["/user"], suffixes: 5, into: "/spread" })],
    });
    const events = withSyntheticKey(await create(strategy.into), strategy);
    const all = Array.from({ length: 90 }, (_, n) => ({
      id: `${n}`,
      tenant: n % 3,
      user: `u${n}`,
      at: `2018-08-0${1 + (n % 2)}T10:00:00Z`,
    }));
    for (const event of all) await events.create(event);
    expect((await events.read(all[7]!)).resource).toMatchObject(all[7]!);
    const count = async (natural: object, mode: "auto" | "fan-out" | "cross-partition" = "auto") =>
      events.query<number>(natural, "SELECT VALUE COUNT(1) FROM c", { mode }).fetchAll();
    expect(await count({ tenant: 1 })).toMatchObject({ resources: [30], mode: "single" });
    const ofDay = { tenant: 1, at: "2018-08-01" };
    expect(await count(ofDay, "fan-out")).toMatchObject({ resources: [15], keysVisited: 5 });
    expect(await count(ofDay, "cross-partition")).toMatchObject({ resources: [15] });
  });

  it("refuses a container whose key is another, or of version 1", async () => {
    const wrong = withSyntheticKey(await create(["/pk"]), byVin);
    await expect(wrong.create(carsOf(1)[0]!)).rejects.toMatchObject({ code: "WrongContainer" });
    const container = await create(["/partitionKey"], 1);
    await expect(
      withSyntheticKey(container, concat({ from: ["/a"] })).create({ a: 1 }),
    ).rejects.toMatchObject({
      code: "WrongContainer",
    });
    const short = withSyntheticKey(container, concat({ from: ["/a"], partitionKeyVersion: 1 }));
    await expect(short.create({ id: "1", a: "x".repeat(101) })).rejects.toMatchObject({ code: "KeyTooLong" });
    expect((await short.create({ id: "1", a: "x".repeat(100) })).statusCode).toBe(201);
    expect((await short.read({ id: "1", a: "x".repeat(100) })).statusCode).toBe(200);
  });

  it("takes the cheaper way by measured charge", async () => {
    const cars = withSyntheticKey(await create(), byVin);
    await Promise.all(carsOf(100).map((car) => cars.create(car)));
    const query = "SELECT VALUE c.n FROM c WHERE c.n < 5";
    const modes: string[] = [];
    for (let run = 0; run < 5; run++)
      modes.push((await cars.query({ date: "2018-08-09" }, query).fetchAll()).mode);
    const measured = cars.measured(query);
    console.log(`40 keys on 5 partitions: ${JSON.stringify(measured)}, ${modes.join(", ")}`);
    expect(new Set(modes)).toEqual(new Set(["cross-partition"]));
    await cars.query({ date: "2018-08-09" }, query, { mode: "fan-out" }).fetchAll();
    expect(cars.measured(query)["fan-out"]).toBeGreaterThan(measured["cross-partition"]!);
  });
});
