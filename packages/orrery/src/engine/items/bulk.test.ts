import { expect, test } from "vitest";
import { failureOf, findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import type { BatchOperation, OperationResult } from "./batch-operation.ts";
import { runBulk } from "./bulk.ts";
import { createOne, readItemById } from "./items.ts";
import { placeOf } from "./logical-place.ts";

function summary(results: readonly OperationResult[]): string[] {
  return results.map((result) => ("failure" in result ? result.failure.code : result.outcome));
}

test("every operation stands alone, and those of one key keep their order", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const body = { id: "a", pk: "x", n: 1 };
  const increment: BatchOperation = {
    kind: "patch",
    id: "a",
    key: ["x"],
    body: [{ op: "incr", path: "/n", value: 1 }],
  };
  const answer = await runBulk(
    container,
    [
      { kind: "create", body },
      { kind: "create", body },
      { kind: "create", body, key: ["y"] },
      increment,
      increment,
      { kind: "read", id: "a", key: ["x"], body: {} },
      { kind: "upsert", body: { id: "b" } },
      { kind: "read", id: "b", key: [undefined] },
      { kind: "delete", id: "a", key: ["x"] },
      { kind: "read", id: "a", key: ["x"] },
      { kind: "upsert", body: { id: "c", pk: "x", ttl: -10 } },
      { kind: "read", id: "b" },
      { kind: "read", id: "b", key: ["one", "too many"] },
    ],
    { ...plain, rangeId: "0", continueOnError: true },
  );
  expect(summary(answer.results)).toEqual([
    "created",
    "conflict",
    "partitionKeyMismatch",
    "replaced",
    "replaced",
    "read",
    "created",
    "read",
    "deleted",
    "notFound",
    "badRequest",
    "badRequest",
    "badRequest",
  ]);
  expect(answer.results[5]).toMatchObject({ item: { document: { n: 3 } } });
  expect(answer.results.every(({ charge }) => charge > 0)).toBe(true);
  expect(await findings(engine)).toEqual([]);
});

test("without continuing on errors, what follows the first failure is not done", async () => {
  const container = await newContainer(await openEngine());
  const create = (id: string, pk: string): BatchOperation => ({ kind: "create", body: { id, pk } });
  const { results } = await runBulk(
    container,
    [create("a", "x"), create("b", "y"), create("a", "x"), create("c", "z")],
    { ...plain, continueOnError: false },
  );
  expect(summary(results)).toEqual(["created", "created", "conflict", "dependencyFailed"]);
  expect((await failureOf(readItemById(container, "c", { ...plain, key: ["z"] }))).code).toBe("notFound");
});

test("a key that is not in the named range, or a range that is not there, fails the whole request", async () => {
  const container = await newContainer(await openEngine(), {}, 12_000);
  const pks = Array.from({ length: 20 }, (_, i) => `key${i}`);
  const operations = pks.map((pk): BatchOperation => ({ kind: "create", body: { id: "a", pk } }));
  const bulk = (list: BatchOperation[], rangeId: string) =>
    runBulk(container, list, { ...plain, rangeId, continueOnError: true });
  for (const rangeId of ["0", "1", "2"]) {
    expect((await failureOf(bulk(operations, rangeId))).code).toBe("rangeGone");
  }
  for (const rangeId of ["0", "1"]) {
    const own = operations.filter((_, i) => placeOf(container, [pks[i]!]).partition.id === rangeId);
    expect(own.length).toBeGreaterThan(0);
    const { results, rangeId: answered, lsn } = await bulk(own, rangeId);
    expect(new Set(summary(results))).toEqual(new Set(["created"]));
    expect(answered).toBe(rangeId);
    expect(lsn).toBe(1 + own.length);
  }
});

test("a request with a key of its own reaches no other", async () => {
  const container = await newContainer(await openEngine());
  const bulk = (key: string) =>
    runBulk(container, [{ kind: "create", body: { id: "a", pk: key }, key: [key] }], {
      ...plain,
      key: ["x"],
      continueOnError: true,
    });
  expect(summary((await bulk("x")).results)).toEqual(["created"]);
  expect((await failureOf(bulk("y"))).code).toBe("badRequest");
});

test("what no longer fits into the answer is refused before it is done", async () => {
  const container = await newContainer(await openEngine());
  await createOne(container, { id: "large", pk: "x", text: "x".repeat(1_500_000) }, plain);
  const touch: BatchOperation = {
    kind: "patch",
    id: "large",
    key: ["x"],
    body: [{ op: "incr", path: "/n", value: 1 }],
  };
  const { results } = await runBulk(container, [touch, touch, touch, { ...touch, minimal: true }], {
    ...plain,
    continueOnError: true,
  });
  expect(summary(results)).toEqual(["replaced", "replaced", "batchResponseTooLarge", "replaced"]);
  const { item } = await readItemById(container, "large", { ...plain, key: ["x"] });
  expect(item.document.n).toBe(3);
});

test("a throttled operation says when to come back", async () => {
  const container = await newContainer(await openEngine());
  container.meter.throttle = "enforce";
  const text = "x".repeat(500_000);
  const operations = Array.from(
    { length: 20 },
    (_, i): BatchOperation => ({ kind: "create", body: { id: `${i}`, pk: "x", text } }),
  );
  const { results } = await runBulk(container, operations, { ...plain, continueOnError: true });
  const last = results.at(-1)!;
  expect("failure" in last && last.failure.code).toBe("tooManyRequests");
  expect("failure" in last && last.failure.retryAfterMs).toBeGreaterThan(0);
});
