import { expect, test } from "vitest";
import type { RecordedOperation } from "../../value/operations/recorded-operation.ts";
import { seededRandom } from "../ground/random.ts";
import { RECORDED_SAMPLE_MAX, RECORDED_SHAPES_MAX, recordedTraffic } from "./recorded-traffic.ts";

const COMMON = { at: 0, container: "shop/carts", status: 200, charge: 1 } as const;

async function trafficOf(operations: readonly RecordedOperation[], container?: string) {
  const lines = operations.map((operation) => ({ item: operation as never, bytes: 0 }));
  return recordedTraffic(lines, container, seededRandom(1));
}

test("what is alike is one operation with a rate, and is drawn from what was recorded", async () => {
  const text = "SELECT * FROM c WHERE c.a = @a";
  const { source, specs } = await trafficOf([
    { ...COMMON, do: "create", item: { id: "1", a: "x" }, bytes: 100 },
    { ...COMMON, at: 10_000, do: "create", item: { id: "2", a: "x" }, bytes: 100 },
    { ...COMMON, do: "read", item: { id: "1", a: "x" }, by: ["/id", "/a"] },
    ...["0", "1"].map((range) => ({
      ...COMMON,
      do: "query" as const,
      text,
      parameters: { "@a": "x" },
      range,
    })),
    { ...COMMON, do: "create", item: { id: "3" }, status: 429 },
  ]);
  expect(source).toBe("recorded");
  expect(specs.map(({ name, kind, perSecond }) => [name, kind, perSecond])).toEqual([
    ["create", "create", 0.2],
    ["read", "read", 0.1],
    // Sent to two ranges by the client.
    [text, "query", 0.1],
  ]);
  const random = seededRandom(1);
  const created = specs[0]!.draw(random);
  expect(created).toMatchObject({ item: { a: "x", id: "orrery-advice-1" }, bytes: 100, terms: 2 });
  expect(specs[1]!.knows).toEqual(new Set(["/id", "/a"]));
  expect(specs[2]!.draw(random).parameters).toEqual(new Map([["@a", "x"]]));
});

test("a recording of several containers needs to know which is meant", async () => {
  const operations: RecordedOperation[] = [
    { ...COMMON, do: "create", item: { id: "1" } },
    { ...COMMON, container: "shop/orders", do: "create", item: { id: "1" } },
  ];
  await expect(trafficOf(operations)).rejects.toThrow(/several containers: shop\/carts, shop\/orders/);
  expect((await trafficOf(operations, "orders")).specs).toHaveLength(1);
  await expect(trafficOf(operations, "other")).rejects.toThrow(/no operation/);
  await expect(trafficOf([{ ...COMMON, do: "dance" as never }])).rejects.toThrow(/Line 1/);
});

test("shapes and samples are bounded, and what is left out is said", async () => {
  const shapes = Array.from(
    { length: RECORDED_SHAPES_MAX + 2 },
    (_, i): RecordedOperation => ({
      ...COMMON,
      do: "query",
      text: `SELECT TOP ${i + 1} * FROM c`,
    }),
  );
  const { specs, assumptions } = await trafficOf(shapes);
  expect(specs).toHaveLength(RECORDED_SHAPES_MAX);
  expect(assumptions).toEqual(["2 operations of rare shapes were left out of the recording."]);
  const many = Array.from(
    { length: RECORDED_SAMPLE_MAX + 10 },
    (_, i): RecordedOperation => ({
      ...COMMON,
      do: "upsert",
      item: { id: `${i}` },
    }),
  );
  expect((await trafficOf(many)).specs[0]!.perSecond).toBe(RECORDED_SAMPLE_MAX + 10);
});

test("a query that cannot be read is left out, and said so", async () => {
  const { specs, assumptions } = await trafficOf([
    { ...COMMON, do: "query", text: "SELECT nonsense FROM" },
    { ...COMMON, do: "create", item: { id: "1" } },
  ]);
  expect(specs).toHaveLength(1);
  expect(assumptions).toEqual(["The recorded query 'SELECT nonsense FROM' could not be read."]);
});

test("values that updates change are seen, of items that were seen before", async () => {
  const by = ["/id", "/tenant"];
  const order = { id: "1", tenant: "t1", state: "open", place: { city: "x" } };
  const { changes } = await trafficOf([
    { ...COMMON, do: "create", item: order, by },
    { ...COMMON, do: "replace", item: { ...order, state: "paid" }, by },
    { ...COMMON, do: "patch", item: { ...order, state: "paid", place: { city: "y" } }, by },
    // The same id under another key is another item.
    { ...COMMON, do: "upsert", item: { ...order, tenant: "t2", state: "new" }, by },
    { ...COMMON, do: "replace", item: { id: "2", tenant: "t1" }, by },
  ]);
  expect(changes!.updates).toBe(2);
  expect([...changes!.byPath]).toEqual([
    ["/state", 1],
    ["/place/city", 1],
  ]);
});

test("the run of a procedure is a transaction of its own name, at the price that it had", async () => {
  const { specs } = await trafficOf([
    { ...COMMON, charge: 12, do: "batch", procedure: "move", item: { id: "1" }, others: [{ id: "2" }] },
    { ...COMMON, do: "batch", item: { id: "1" }, others: [{ id: "2" }] },
  ]);
  expect(specs.map(({ name }) => name)).toEqual(["procedure move", "batch"]);
  expect(specs[0]!.draw(seededRandom(1))).toMatchObject({ charge: 12, others: [{ id: "2" }] });
});
