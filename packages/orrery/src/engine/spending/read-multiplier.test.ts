/** What a stronger consistency level makes dearer: everything that reads, and nothing that writes. */
import { expect, test } from "vitest";
import { type ConsistencyLevel, readMultiplier } from "../../throughput/consistency-level.ts";
import type { Container } from "../container/container.ts";
import { failureOf, newContainer, openEngine, plain } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { readPlainFeed } from "../feeds/plain-feed.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { type BatchAnswer, runBatch } from "../items/batch.ts";
import type { BatchOperation } from "../items/batch-operation.ts";
import { runBulk } from "../items/bulk.ts";
import {
  createOne,
  deleteOne,
  type ItemRequest,
  readItemById,
  replaceOne,
  upsertOne,
} from "../items/items.ts";
import { queryContainer } from "../queries/query-container.ts";

const at = (level: ConsistencyLevel): ItemRequest => ({
  terms: { ...plain.terms, readMultiplier: readMultiplier(level) },
  key: ["a"],
});
const SESSION = at("Session");
const STRONG = at("Strong");

/** Items of up to 1 KB and one of 2 KB, with a change feed of all versions. */
async function filledContainer(): Promise<Container> {
  const container = await newContainer(await openEngine(), { changeFeedPolicy: { retentionDuration: 60 } });
  for (let i = 0; i < 5; i++) await createOne(container, { id: `${i}`, pk: "a", n: i }, SESSION);
  await createOne(container, { id: "large", pk: "a", text: "x".repeat(2_048) }, SESSION);
  return container;
}

/** Of an operation at either level, on the same data. */
async function charges(
  operation: (container: Container, request: ItemRequest) => Promise<{ readonly charge: number }>,
): Promise<number[]> {
  const container = await filledContainer();
  return [(await operation(container, SESSION)).charge, (await operation(container, STRONG)).charge];
}

test("a point read", async () => {
  expect(await charges((container, request) => readItemById(container, "1", request))).toEqual([1, 2]);
});

test("a point read that finds nothing newer, or nothing", async () => {
  const container = await filledContainer();
  const { item } = await readItemById(container, "1", SESSION);
  for (const [request, charge] of [
    [SESSION, 1],
    [STRONG, 2],
  ] as const) {
    const known = await readItemById(container, "1", { ...request, ifNoneMatch: item.etag });
    expect([known.outcome, known.charge]).toEqual(["notModified", charge]);
    expect(await failureOf(readItemById(container, "absent", request))).toMatchObject({
      code: "notFound",
      charge,
    });
  }
});

const ofResults = ({ results }: BatchAnswer) => results.map(({ charge }) => charge);

test.each([
  [
    "bulk",
    (container: Container, operations: BatchOperation[], request: ItemRequest) =>
      runBulk(container, operations, { ...request, continueOnError: true }),
  ],
  ["a batch", runBatch],
] as const)("the reads in %s, and not its writes", async (_, run) => {
  const container = await filledContainer();
  const { item } = await readItemById(container, "1", SESSION);
  const operations: BatchOperation[] = [
    { kind: "read", id: "1" },
    { kind: "read", id: "1", ifNoneMatch: item.etag },
    { kind: "replace", id: "2", body: { id: "2", pk: "a", n: 2 } },
    { kind: "read", id: "absent" },
  ];
  const single = ofResults(await run(container, operations, SESSION));
  const double = ofResults(await run(container, operations, STRONG));
  expect(single).toEqual([1, 1, 10, 1]);
  expect(double).toEqual([2, 2, 10, 2]);
});

test.each([
  "SELECT * FROM c WHERE c.n = 99",
  "SELECT c.n FROM c WHERE c.n > 1",
  "SELECT * FROM c ORDER BY c.id",
])("the query %s", async (text) => {
  const [single, double] = await charges((container, request) =>
    queryContainer(container, { text, parameters: [] }, request),
  );
  expect(single).toBeGreaterThan(2.5);
  // Either is rounded by itself.
  expect(Math.abs(double! - 2 * single!)).toBeLessThanOrEqual(0.010_001);
});

test("each page of a query costs at least what a read does", async () => {
  const container = await filledContainer();
  const text = { text: "SELECT * FROM c ORDER BY c.id", parameters: [] };
  let pages = 0;
  let continuation: string | undefined;
  do {
    const page = await queryContainer(container, text, {
      ...STRONG,
      maxItems: 1,
      ...(continuation === undefined ? {} : { continuation }),
    });
    expect(page.charge).toBeGreaterThanOrEqual(2);
    continuation = page.continuation;
    pages++;
  } while (continuation !== undefined);
  expect(pages).toBeGreaterThan(2);
});

test("the feed of a container", async () => {
  const [single, double] = await charges(readPlainFeed);
  expect(Math.abs(double! - 2 * single!)).toBeLessThanOrEqual(0.010_001);
});

test.each([
  ["latest versions", readLatestChanges],
  ["all versions", readAllVersions],
] as const)("the change feed of %s, also when nothing is new", async (_, read) => {
  const container = await filledContainer();
  for (let i = 0; i < 100; i++) await createOne(container, { id: `more ${i}`, pk: "a" }, SESSION);
  const { charge: single } = await read(container, { ...SESSION, afterLsn: 1 });
  const { charge: double } = await read(container, { ...STRONG, afterLsn: 1 });
  // More than the least that a page costs.
  expect(single).toBeGreaterThan(1);
  expect(Math.abs(double - 2 * single)).toBeLessThanOrEqual(0.010_001);
  expect(await charges((container, request) => read(container, { ...request, afterLsn: "now" }))).toEqual([
    1, 2,
  ]);
});

test.each([
  [
    "query",
    (container: Container, request: ItemRequest) =>
      queryContainer(
        container,
        { text: "SELECT VALUE NO_SUCH_FUNCTION(c.id) FROM c", parameters: [] },
        request,
      ),
  ],
  [
    "page of the change feed",
    (container: Container, request: ItemRequest) =>
      readAllVersions(container, { ...request, sinceSeconds: 1 }),
  ],
] as const)("a %s that fails", async (_, read) => {
  const container = await filledContainer();
  expect((await failureOf(read(container, SESSION))).charge).toBe(1);
  expect((await failureOf(read(container, STRONG))).charge).toBe(2);
});

test("not a write, nor one that is refused", async () => {
  const [first, second] = await Promise.all(
    [SESSION, STRONG].map(async (request) => {
      const container = await filledContainer();
      const document = { id: "new", pk: "a", n: 1 };
      return [
        await createOne(container, document, request),
        await failureOf(createOne(container, document, request)),
        await upsertOne(container, { ...document, n: 2 }, request),
        await replaceOne(container, "new", document, request),
        await deleteOne(container, "new", request),
        await failureOf(deleteOne(container, "new", request)),
      ].map(({ charge }) => charge);
    }),
  );
  expect(first).toEqual(second);
  expect(first![1]).toBe(1.24);
});
