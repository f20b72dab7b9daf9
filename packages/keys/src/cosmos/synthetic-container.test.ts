import type { PatchOperation } from "@azure/cosmos";
import { describe, expect, it } from "vitest";
import { concat } from "../synthetic/concat.ts";
import { hashSuffix } from "../synthetic/hash-suffix.ts";
import { hierarchical } from "../synthetic/hierarchical.ts";
import { randomSuffix } from "../synthetic/random-suffix.ts";
import { day } from "../synthetic/time-bucket.ts";
import { FakeContainer } from "./fake-container.fixture.ts";
import { withSyntheticKey } from "./synthetic-container.ts";

const withCode = (code: string) => expect.objectContaining({ code });
const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400 });
const car = { id: "1", date: "2018-08-09", vin: "1FTFW1ET5DFC10312" };

describe("withSyntheticKey, on single items", () => {
  it("computes the key of every operation", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    const created = await cars.create({ ...car, speed: 80 });
    expect(created).toMatchObject({
      key: "2018-08-09.248",
      statusCode: 201,
      requestCharge: 1,
      keysVisited: 1,
    });
    expect(fake.all()).toEqual([{ ...car, speed: 80, partitionKey: "2018-08-09.248" }]);
    expect((await cars.read(car)).resource).toMatchObject({ speed: 80 });
    await cars.replace({ ...car, speed: 90 });
    await cars.patch(car, [{ op: "incr", path: "/speed", value: 1 }]);
    await cars.upsert({ ...car, speed: 91 });
    expect((await cars.read<{ speed: number }>(car)).resource?.speed).toBe(91);
    expect((await cars.delete(car)).statusCode).toBe(204);
    expect((await cars.read(car)).resource).toBeUndefined();
  });

  it("refuses a replace, upsert or patch that would change the key, and moves instead", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    const { resource } = await cars.create(car);
    const changed = { ...resource!, date: "2018-08-10" };
    await expect(cars.replace(changed)).rejects.toThrow(withCode("KeyWouldChange"));
    await expect(cars.upsert(changed)).rejects.toThrow(/move\(\)/);
    for (const operation of [
      { op: "set", path: "/date", value: "2018-08-10" },
      { op: "remove", path: "/vin" },
      { op: "set", path: "/partitionKey", value: "other" },
      { op: "move", from: "/vin", path: "/old" } as unknown as PatchOperation,
    ] satisfies PatchOperation[]) {
      await expect(cars.patch(car, [operation])).rejects.toThrow(withCode("KeyWouldChange"));
    }
    await cars.patch(car, { operations: [{ op: "set", path: "/date", value: "2018-08-09" }] });
    const moved = await cars.move(car, changed);
    expect(moved.key).toBe("2018-08-10.248");
    expect(fake.all()).toEqual([{ ...changed, partitionKey: "2018-08-10.248" }]);
    expect(moved.requestCharge).toBe(3);
    expect((await cars.move(changed, { ...changed, speed: 1 } as typeof changed)).key).toBe("2018-08-10.248");
  });

  it("lets a patch pass that stays in the same bucket", async () => {
    const fake = new FakeContainer();
    const events = withSyntheticKey(fake.container, concat({ from: [day("/at")] }));
    const event = { id: "1", at: "2018-08-09T10:00:00Z" };
    await events.create(event);
    await events.patch(event, [{ op: "set", path: "/at", value: "2018-08-09T23:00:00Z" }]);
    await expect(events.patch(event, [{ op: "set", path: "/at", value: "2018-08-10" }])).rejects.toThrow(
      withCode("KeyWouldChange"),
    );
  });

  it("refuses to move an item with an integer that a double may have rounded", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    await cars.create(car);
    const rounded = { ...car, date: "2018-08-10", trips: [{ ns: Number.MAX_SAFE_INTEGER }, { ns: 2 ** 53 }] };
    await expect(cars.move(car, rounded)).rejects.toThrow(withCode("InexactInteger"));
    await expect(cars.move(car, rounded)).rejects.toThrow('"1" has an integer beyond 2^53 at /trips/1/ns');
    expect(fake.all()).toMatchObject([{ date: "2018-08-09" }]);
    const exact = { ...rounded, trips: [rounded.trips[0], { ns: 0.5 }] };
    await cars.move(car, exact);
    expect(fake.all()).toMatchObject([{ date: "2018-08-10" }]);
  });

  it("says which copies exist when a move stops halfway", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    await cars.create(car);
    const failure = new Error("lost connection");
    fake.failOn = () => failure;
    await expect(cars.move(car, { ...car, date: "2018-08-10" })).rejects.toThrow(
      expect.objectContaining({ code: "MoveIncomplete", cause: failure }),
    );
    expect(fake.all()).toHaveLength(2);
    await expect(cars.move({ ...car, id: "none" }, car)).rejects.toThrow(/no item "none"/);
  });

  it("finds every item when the number of suffixes has grown", async () => {
    const fake = new FakeContainer();
    const before = withSyntheticKey(
      fake.container,
      hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 100 }),
    );
    const after = withSyntheticKey(
      fake.container,
      hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400, earlierSuffixes: [100] }),
    );
    const cars = Array.from({ length: 50 }, (_, n) => ({ id: String(n), date: "d", vin: `V${n}` }));
    for (const one of cars) await before.create(one);
    for (const one of cars) expect((await after.read(one)).resource).toMatchObject(one);
    for (const one of cars) await after.upsert({ ...one, seen: true });
    expect(fake.all()).toHaveLength(50);
    for (const one of cars)
      await expect(after.create(one)).rejects.toThrow(expect.objectContaining({ code: 409 }));
    for (const one of cars) await after.replace({ ...one, seen: false });
    expect(await after.checkKeys().catch((error: Error) => error.message)).toContain("no query");
    for (const one of cars) await after.delete(one);
    expect(fake.all()).toEqual([]);
  });

  it("refuses to read by id where chance chose the key, and names the two ways", async () => {
    const fake = new FakeContainer();
    const spread = withSyntheticKey(
      fake.container,
      randomSuffix({ from: ["/date"], suffixes: 4 }, { random: () => 0.5 }),
    );
    const { resource } = await spread.create({ id: "1", date: "d" });
    await expect(spread.read({ id: "1", date: "d" })).rejects.toThrow(/carries.*find\(\)/);
    expect((await spread.read(resource!)).resource).toEqual(resource);
    fake.queries.set("SELECT * FROM c WHERE c.id = @id", (items, spec) =>
      items.filter((item) => item.id === spec.parameters?.[0]?.value),
    );
    const found = await spread.find({ id: "1", date: "d" }, { mode: "fan-out" });
    expect(found).toMatchObject({ keysVisited: 4, resources: [resource] });
    expect(await spread.find({ id: "1" })).toMatchObject({
      mode: "cross-partition",
      resources: [resource],
      partitionsVisited: fake.physicalPartitions,
    });
  });
});

describe("withSyntheticKey, on the container", () => {
  it("makes sure that the container's key is the strategy's", async () => {
    const wrong = withSyntheticKey(new FakeContainer(["/pk"]).container, byVin);
    await expect(wrong.create(car)).rejects.toThrow(withCode("WrongContainer"));
    const old = withSyntheticKey(new FakeContainer(["/partitionKey"], 1).container, byVin);
    await expect(old.read(car)).rejects.toThrow(/version 1/);
    const quoted = new FakeContainer(['/"partitionKey"']);
    await withSyntheticKey(quoted.container, byVin).create(car);
    expect(quoted.all()).toHaveLength(1);
  });

  it("fills hierarchical keys", async () => {
    const fake = new FakeContainer(["/tenant", "/day"]);
    const events = withSyntheticKey(
      fake.container,
      hierarchical({ levels: ["/tenant", concat({ from: [day("/at")], into: "/day" })] }),
    );
    const event = { id: "1", tenant: 7, at: "2018-08-09T10:00:00Z" };
    await events.create(event);
    expect(fake.requests).toEqual(['create [7,"2018-08-09"] 1']);
    expect((await events.read(event)).key).toEqual([7, "2018-08-09"]);
    await expect(events.patch(event, [{ op: "set", path: "/tenant", value: 8 }])).rejects.toThrow(
      withCode("KeyWouldChange"),
    );
  });

  it("computes keys in bulk", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    const { results, requestCharge, keysVisited } = await cars.bulk(
      ["A", "B", "C"].map((vin) => ({ operationType: "Create", resourceBody: { id: vin, date: "d", vin } })),
    );
    expect([results.length, requestCharge, keysVisited]).toEqual([3, 18, 3]);
    expect(fake.all().map((item) => item.partitionKey)).toEqual(
      ["A", "B", "C"].map((vin) => byVin.keyOf({ date: "d", vin })),
    );
  });

  it("batches only what shares a key", async () => {
    const fake = new FakeContainer();
    const cars = withSyntheticKey(fake.container, byVin);
    const result = await cars.batch([
      { operationType: "Upsert", resourceBody: car },
      { operationType: "Delete", id: "2", of: car },
      { operationType: "Patch", id: "1", of: car, resourceBody: [{ op: "set", path: "/speed", value: 1 }] },
    ]);
    expect(result).toMatchObject({ statusCode: 200, requestCharge: 12, keysVisited: 1 });
    expect(fake.requests).toEqual(['batch of 3 in "2018-08-09.248"']);
    await expect(
      cars.batch([
        { operationType: "Create", resourceBody: car },
        { operationType: "Replace", id: "2", resourceBody: { ...car, vin: "other" } },
      ]),
    ).rejects.toThrow(withCode("KeysDiffer"));
  });

  it("asks for the carried key where an item may have several", async () => {
    const grown = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400, earlierSuffixes: [7] });
    const cars = withSyntheticKey(new FakeContainer().container, grown);
    await expect(cars.bulk([{ operationType: "Read", id: "1", of: car }])).rejects.toThrow(
      withCode("KeyNotComputable"),
    );
  });

  it("checks the keys of what is there", async () => {
    const fake = new FakeContainer();
    const grown = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400, earlierSuffixes: [100] });
    const older = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 100 });
    fake.queries.set("SELECT * FROM c", (items) => items);
    await fake.items.create(grown.apply({ ...car, id: "right" }));
    await fake.items.create(older.apply({ ...car, id: "earlier", vin: "A" }));
    await fake.items.create({ ...car, id: "missing" });
    await fake.items.create({ ...car, id: "different", partitionKey: "by hand" });
    await fake.items.create({ id: "notComputable", date: "d" });
    const findings: string[] = [];
    const check = await withSyntheticKey(fake.container, grown).checkKeys({
      maxItemCount: 2,
      onFinding: ({ item, problem }) => {
        expect(item.id).toBe(problem);
        findings.push(problem);
      },
    });
    expect(findings).toEqual(["missing", "different", "notComputable"]);
    expect(check).toEqual({
      checked: 5,
      right: 1,
      earlier: 1,
      missing: 1,
      different: 1,
      notComputable: 1,
      requestCharge: 7.5,
    });
  });

  it("does not compile with an item that lacks a part", async () => {
    const cars = withSyntheticKey(new FakeContainer().container, byVin);
    // @ts-expect-error the VIN is missing
    await expect(cars.create({ id: "1", date: "d" })).rejects.toThrow("/vin");
    // @ts-expect-error a point read needs the VIN too
    await expect(cars.read({ id: "1", date: "d" })).rejects.toThrow("/vin");
    // @ts-expect-error a query needs the natural key
    expect(() => cars.query({ day: "d" }, "SELECT * FROM c")).toThrow("/date");
  });
});
