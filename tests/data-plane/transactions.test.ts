/** Patches, batches, bulk requests and deletions by key as programs use them, through the published SDK. */
import { BulkOperationType, type Container, type OperationInput, PatchOperationType } from "@azure/cosmos";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

let server: TestServer;
let container: Container;
let count = 0;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  container = await server.createContainer(`transactions-${++count}`);
});

const increment = { op: PatchOperationType.incr, path: "/n", value: 1 } as const;

describe("patch", () => {
  test("operations, conditions and ETags", async () => {
    await container.items.create({ id: "a", pk: "x", n: 1, list: [1, 2] });
    const item = container.item("a", "x");
    const { resource, statusCode } = await item.patch([
      increment,
      { op: PatchOperationType.add, path: "/list/-", value: 3 },
      { op: PatchOperationType.set, path: "/list/0", value: 0 },
      { op: "move", from: "/list/1", path: "/moved" } as never,
      { op: PatchOperationType.add, path: "/o", value: {} },
      { op: PatchOperationType.add, path: "/o/deep", value: null },
    ]);
    expect(statusCode).toBe(200);
    expect(resource).toMatchObject({ n: 2, list: [0, 3], moved: 2, o: { deep: null } });
    await item.patch({ operations: [increment], condition: "from c where c.n = 2" });
    expect(
      await refusal(item.patch({ operations: [increment], condition: "from c where c.n = 2" })),
    ).toMatchObject({
      code: 412,
    });
    const etag = resource._etag as string;
    const stale = item.patch([increment], { accessCondition: { type: "IfMatch", condition: etag } });
    expect(await refusal(stale)).toMatchObject({ code: 412 });
    const wrong = await refusal(item.patch([increment, { op: PatchOperationType.remove, path: "/nothing" }]));
    expect(wrong).toMatchObject({ code: 400 });
    expect(wrong.message).toContain("For Operation(2)");
    expect((await item.read()).resource).toMatchObject({ n: 3 });
  });

  test("ids, keys and more than ten operations are refused", async () => {
    await container.items.create({ id: "a", pk: "x" });
    const item = container.item("a", "x");
    for (const path of ["/id", "/pk", "/_ts"]) {
      expect(await refusal(item.patch([{ op: PatchOperationType.set, path, value: 1 }]))).toMatchObject({
        code: 400,
      });
    }
    expect(await refusal(item.patch(Array(11).fill(increment)))).toMatchObject({ code: 400 });
    expect(await refusal(container.item("b", "x").patch([increment]))).toMatchObject({ code: 404 });
  });
});

describe("transactional batch", () => {
  const operations: OperationInput[] = [
    { operationType: BulkOperationType.Create, resourceBody: { id: "a", pk: "x", n: 1 } },
    { operationType: BulkOperationType.Upsert, resourceBody: { id: "b", pk: "x", n: 1 } },
    { operationType: BulkOperationType.Patch, id: "a", resourceBody: { operations: [increment] } },
    { operationType: BulkOperationType.Replace, id: "b", resourceBody: { id: "b", pk: "x", n: 5 } },
    { operationType: BulkOperationType.Read, id: "a" },
    { operationType: BulkOperationType.Delete, id: "b" },
  ];

  test("all happen", async () => {
    const { result, code } = await container.items.batch(operations, "x");
    expect(code).toBe(200);
    expect(result!.map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 200, 200, 204]);
    expect(result![4]!.resourceBody).toMatchObject({ id: "a", n: 2 });
    expect(result![4]!.eTag).toBe(result![4]!.resourceBody!._etag);
    expect(result!.every(({ requestCharge }) => requestCharge > 0)).toBe(true);
    const { resources } = await container.items.readAll().fetchAll();
    expect(resources).toEqual([result![4]!.resourceBody]);
  });

  test("or none does", async () => {
    const failing = [...operations, { operationType: BulkOperationType.Delete, id: "missing" } as const];
    const { result, code } = await container.items.batch(failing, "x");
    expect(code).toBe(207);
    expect(result!.map(({ statusCode }) => statusCode)).toEqual([...Array(6).fill(424), 404]);
    expect((await container.items.readAll().fetchAll()).resources).toEqual([]);
  });

  test("an operation with another key fails the whole request", async () => {
    const elsewhere = [{ ...operations[0]!, partitionKey: '["y"]' }] as OperationInput[];
    const refused = await refusal(container.items.batch(elsewhere, "x"));
    expect(refused.message).toContain("have a different partition key value than the request.");
  });
});

describe("bulk", () => {
  test("each operation for itself, over all partitions", async () => {
    const creates = Array.from({ length: 40 }, (_, i) => ({
      operationType: BulkOperationType.Create,
      partitionKey: `key${i % 10}`,
      resourceBody: { id: `${i}`, pk: `key${i % 10}` },
    }));
    const results = await container.items.executeBulkOperations([
      ...creates,
      {
        operationType: BulkOperationType.Create,
        partitionKey: "key3",
        resourceBody: { id: "3", pk: "key3" },
      },
      {
        operationType: BulkOperationType.Create,
        partitionKey: "key3",
        resourceBody: { id: "z", pk: "other" },
      },
      { operationType: BulkOperationType.Delete, partitionKey: "key1", id: "1" },
      { operationType: BulkOperationType.Read, partitionKey: "nobody", id: "1" },
      {
        operationType: BulkOperationType.Patch,
        partitionKey: "key2",
        id: "2",
        resourceBody: { operations: [increment] },
      },
    ] as Parameters<typeof container.items.executeBulkOperations>[0]);
    const codes = results.map(
      ({ response, error }) => response?.statusCode ?? (error as { code?: number }).code,
    );
    expect(codes).toEqual([...Array(40).fill(201), 409, 400, 204, 404, 200]);
    const { resources } = await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll();
    expect(resources).toEqual([39]);
  });

  test("a request for a range that is gone says so", async () => {
    const body = JSON.stringify([{ operationType: "Read", id: "a", partitionKey: '["x"]' }]);
    const response = await server.raw.send("POST", `/dbs/${DATABASE}/colls/${container.id}/docs`, {
      headers: {
        "x-ms-cosmos-is-batch-request": "true",
        "x-ms-cosmos-batch-atomic": "false",
        "x-ms-cosmos-batch-continue-on-error": "true",
        "x-ms-documentdb-partitionkeyrangeid": "99",
      },
      body,
    });
    expect([response.status, response.headers["x-ms-substatus"]]).toEqual([410, "1002"]);
  });
});

test("deletion by partition key", async () => {
  for (const pk of ["x", "y"]) {
    for (let i = 0; i < 5; i++) await container.items.create({ id: `${i}`, pk });
  }
  const { statusCode } = await container.deleteAllItemsForPartitionKey("x");
  expect(statusCode).toBe(200);
  expect((await container.item("1", "x").read()).statusCode).toBe(404);
  expect((await container.item("1", "y").read()).statusCode).toBe(200);
  await container.items.create({ id: "1", pk: "x", anew: true });
  const { resources } = await container.items.query("SELECT c.id FROM c WHERE c.pk = 'x'").fetchAll();
  expect(resources).toEqual([{ id: "1" }]);
});
