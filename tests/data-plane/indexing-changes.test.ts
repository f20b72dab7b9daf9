/** A changed indexing policy is applied while the container serves: queries stay right, and the header tells how far. */
import type { Container, IndexingPolicy } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { TestServer } from "../harness/test-server.ts";

const ITEMS = 1_500;
const POLLS_MAX = 10_000;

let server: TestServer;
let container: Container;
beforeAll(async () => {
  server = await TestServer.start();
  container = await server.createContainer("indexed");
  for (let from = 0; from < ITEMS; from += 100) {
    const operations = Array.from({ length: 100 }, (_, i) => ({
      operationType: "Create" as const,
      resourceBody: { id: `${from + i}`, pk: `key-${from / 100}`, n: (from + i) % 10, s: `s${from + i}` },
    }));
    const { result } = await container.items.batch(operations, `key-${from / 100}`);
    expect(result?.every(({ statusCode }) => statusCode === 201)).toBe(true);
  }
});
afterAll(() => server.stop());

async function progress(): Promise<number> {
  const { headers } = await container.read({ populateQuotaInfo: true });
  return Number(headers["x-ms-documentdb-collection-index-transformation-progress"]);
}

async function change(indexingPolicy: IndexingPolicy): Promise<void> {
  const { resource } = await container.read();
  const { resource: replaced } = await container.replace({ ...resource!, indexingPolicy });
  expect(replaced?.indexingPolicy?.includedPaths).toEqual(indexingPolicy.includedPaths);
}

/** What every query must say, whatever is indexed at the moment. */
async function expectRightAnswers(written: number): Promise<void> {
  const one = async (text: string) => (await container.items.query(text).fetchAll()).resources;
  expect(await one("SELECT VALUE COUNT(1) FROM c WHERE c.n = 3")).toEqual([ITEMS / 10]);
  expect(await one("SELECT VALUE c.n FROM c WHERE c.s = 's77'")).toEqual([7]);
  expect(await one("SELECT VALUE COUNT(1) FROM c WHERE c.late = true")).toEqual([written]);
}

async function whileItChanges(): Promise<void> {
  let polls = 0;
  for (let isDone = false; !isDone; ) {
    await container.items.create({ id: `late-${++late}`, pk: "late", late: true });
    await expectRightAnswers(late);
    isDone = (await progress()) === 100;
    expect(++polls).toBeLessThan(POLLS_MAX);
  }
}
let late = 0;

test("less is indexed, then more, then other things, and every answer is right", async () => {
  expect(await progress()).toBe(100);
  await change({ includedPaths: [{ path: "/n/?" }], excludedPaths: [{ path: "/*" }] });
  await whileItChanges();
  expect(await refusal(container.items.query("SELECT * FROM c ORDER BY c.s").fetchAll())).toMatchObject({
    code: 400,
  });
  await change({
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/n/?" }],
    compositeIndexes: [
      [
        { path: "/pk", order: "ascending" },
        { path: "/s", order: "descending" },
      ],
    ],
  });
  await whileItChanges();
  const text = "SELECT VALUE c.s FROM c WHERE c.pk = 'key-3' ORDER BY c.pk ASC, c.s DESC";
  const { resources } = await container.items.query<string>(text).fetchAll();
  expect(resources).toHaveLength(100);
  expect(resources).toEqual(resources.toSorted().toReversed());
  await change({ includedPaths: [{ path: "/*" }], excludedPaths: [] });
  await whileItChanges();
});
