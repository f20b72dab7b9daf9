import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { runBatch } from "./batch.ts";
import type { BatchOperation, OperationResult } from "./batch-operation.ts";
import { createOne, readItemById } from "./items.ts";

const request = { ...plain, key: ["x"] };

function summary(results: readonly OperationResult[]): string[] {
  return results.map((result) => ("failure" in result ? result.failure.code : result.outcome));
}

function create(id: string, more: object = {}): BatchOperation {
  return { kind: "create", body: { id, pk: "x", ...more } };
}

test("operations of all kinds see what those before them did, and commit at one LSN", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await createOne(container, { id: "old", pk: "x", n: 1 }, plain);
  const before = container.partitions.all[0]!.store.summary.lsn;
  const answer = await runBatch(
    container,
    [
      create("a", { n: 1 }),
      { kind: "upsert", body: { id: "b", pk: "x" }, key: ["x"] },
      { kind: "upsert", body: { id: "b", pk: "x", again: true } },
      { kind: "replace", id: "a", body: { id: "a", pk: "x", n: 2 } },
      {
        kind: "patch",
        id: "a",
        body: { operations: [{ op: "incr", path: "/n", value: 5 }], condition: "from c where c.n = 2" },
      },
      { kind: "read", id: "a" },
      create("gone"),
      { kind: "delete", id: "gone" },
      { kind: "delete", id: "old" },
      create("old", { n: 9 }),
    ],
    request,
  );
  expect(summary(answer.results)).toEqual([
    "created",
    "created",
    "replaced",
    "replaced",
    "replaced",
    "read",
    "created",
    "deleted",
    "deleted",
    "created",
  ]);
  expect(answer.results[5]).toMatchObject({ item: { document: { n: 7 } } });
  expect(answer.lsn).toBe(before + 1);
  expect(answer.charge).toBeGreaterThan(40);
  expect(await queryAll(container, "SELECT VALUE c.id FROM c", request)).toEqual(["a", "b", "old"]);
  for (const id of ["a", "b", "old"]) {
    expect((await readItemById(container, id, request)).item.lsn).toBe(before + 1);
  }
  expect(await findings(engine)).toEqual([]);
});

test("when one operation fails, nothing is applied and the others say so", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] } });
  await createOne(container, { id: "a", pk: "x", mail: 1 }, plain);
  const { lsn } = container.partitions.all[0]!.store.summary;
  const refused: readonly [BatchOperation, string][] = [
    [create("a"), "conflict"],
    [create("z", { mail: 1 }), "conflict"],
    [{ kind: "create", body: { id: "z", pk: "y" } }, "partitionKeyMismatch"],
    [{ kind: "create", body: { id: "z", pk: "x", ttl: -10 } }, "badRequest"],
    [{ kind: "create", body: { pk: "x" } }, "badRequest"],
    [{ kind: "create" }, "badRequest"],
    [{ kind: "read", id: "missing" }, "notFound"],
    [{ kind: "delete", id: "missing" }, "notFound"],
    [{ kind: "replace", id: "missing", body: { id: "missing", pk: "x" } }, "notFound"],
    [{ kind: "delete", id: "a", ifMatch: '"other"' }, "preconditionFailed"],
    [{ kind: "patch", id: "a", body: [{ op: "remove", path: "/nothing" }] }, "badRequest"],
    [{ kind: "patch", id: "a", body: [{ op: "set", path: "/pk", value: 1 }] }, "badRequest"],
    [{ kind: "delete" }, "badRequest"],
  ];
  for (const [operation, code] of refused) {
    const { results, charge } = await runBatch(
      container,
      [create("first", { mail: 2 }), operation, create("last", { mail: 3 })],
      request,
    );
    expect(summary(results)).toEqual(["dependencyFailed", code, "dependencyFailed"]);
    expect(results.map((result) => result.charge > 0)).toEqual([true, true, false]);
    expect(charge).toBeGreaterThan(5);
  }
  expect(container.partitions.all[0]!.store.summary.lsn).toBe(lsn);
  expect(await queryAll(container, "SELECT VALUE c.id FROM c")).toEqual(["a"]);
  expect(await findings(engine)).toEqual([]);
});

test("ETags hold inside a batch, also those of its own writes", async () => {
  const container = await newContainer(await openEngine());
  const { item } = await createOne(container, { id: "a", pk: "x", n: 1 }, plain);
  const replace: BatchOperation = {
    kind: "replace",
    id: "a",
    body: { id: "a", pk: "x" },
    ifMatch: item.etag,
  };
  const twice = await runBatch(container, [replace, replace], request);
  expect(summary(twice.results)).toEqual(["dependencyFailed", "preconditionFailed"]);
  const read: BatchOperation = { kind: "read", id: "a", ifNoneMatch: item.etag };
  const once = await runBatch(container, [read, replace, read], request);
  expect(summary(once.results)).toEqual(["notModified", "replaced", "read"]);
  const { etag } = await readItemById(container, "a", request).then((answer) => answer.item);
  const byOtherName = await runBatch(container, [{ kind: "read", id: "a", ifMatch: etag }], request);
  expect(summary(byOtherName.results)).toEqual(["notModified"]);
});

test("only a batch that reads waits for what the client has seen", async () => {
  const container = await newContainer(await openEngine());
  const terms = { ...plain.terms, session: new Map([["0", 1_000]]) };
  const ahead = { ...request, terms };
  expect(summary((await runBatch(container, [create("a")], ahead)).results)).toEqual(["created"]);
  const reading: BatchOperation[] = [create("b"), { kind: "read", id: "a" }];
  expect((await failureOf(runBatch(container, reading, ahead))).code).toBe("sessionNotAvailable");
});

test("a batch has one key, one to a hundred operations, and an answer of bounded size", async () => {
  const container = await newContainer(await openEngine());
  const refused = async (operations: BatchOperation[], key: string | undefined = "x") =>
    failureOf(runBatch(container, operations, { ...plain, ...(key === undefined ? {} : { key: [key] }) }));
  const elsewhere = await refused([create("a"), { ...create("b"), key: ["y"] }]);
  expect(elsewhere.message).toContain("have a different partition key value than the request.");
  expect((await refused([])).code).toBe("badRequest");
  const many = Array.from({ length: 101 }, (_, i) => create(`${i}`));
  expect((await refused(many)).code).toBe("badRequest");
  expect((await failureOf(runBatch(container, [create("a")], plain))).code).toBe("badRequest");
  expect(summary((await runBatch(container, many.slice(1), request)).results)).toEqual(
    Array(100).fill("created"),
  );

  await createOne(container, { id: "large", pk: "x", text: "x".repeat(1_500_000) as Json }, plain);
  const read: BatchOperation = { kind: "read", id: "large" };
  const tooLarge = await runBatch(container, [create("new"), read, read, read], request);
  expect(summary(tooLarge.results)).toEqual([...Array(3).fill("dependencyFailed"), "batchResponseTooLarge"]);
  expect((await failureOf(readItemById(container, "new", request))).code).toBe("notFound");
  const touch: BatchOperation = {
    kind: "patch",
    id: "large",
    body: [{ op: "incr", path: "/n", value: 1 }],
    minimal: true,
  };
  const { results } = await runBatch(container, [touch, touch, touch, read], request);
  expect(results[3]).toMatchObject({ outcome: "read", item: { document: { n: 3 } } });
});

test("an item that the client has already takes no room in the answer", async () => {
  const container = await newContainer(await openEngine());
  const text = "x".repeat(1_500_000);
  const { item } = await createOne(container, { id: "a", pk: "x", text }, plain);
  const reads = Array.from({ length: 4 }, () => ({ kind: "read" as const, id: "a", ifNoneMatch: item.etag }));
  const { results } = await runBatch(container, reads, request);
  expect(summary(results)).toEqual(Array(4).fill("notModified"));
});
