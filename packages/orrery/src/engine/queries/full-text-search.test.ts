/** Searches of a container with a full-text index, on its store: the same as without one, whatever happened to the items. */
import type { JsonObject } from "@orrerydb/exact-json";
import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { TERMS_MAX } from "../../value/full-text/text-terms.ts";
import type { Container } from "../container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { createOne, deleteOne, upsertOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { queryContainer } from "./query-container.ts";

const TEXTS = { fullTextIndexes: [{ path: "/text" }] };
const WORDS = ["red", "rad", "bicycle", "mountain", "the", "blue", "running", "run"];

function textOf(n: number): string {
  return Array.from({ length: n % 9 }, (_, i) => WORDS[(n * (i + 3) + i * i) % WORDS.length]).join(" ");
}

const SEARCHES = [
  "SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'red')",
  "SELECT VALUE c.id FROM c WHERE FullTextContainsAll(c.text, 'red', 'run') OR c.n < 3",
  "SELECT VALUE c.id FROM c WHERE FullTextContainsAny(c.text, 'red bicycle', 'blue mountain')",
  'SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, {"term": "rid", "distance": 1})',
  'SELECT VALUE c.id FROM c WHERE FullTextContainsAll(c.text, {"term": "mauntin", "distance": 2}, "red")',
  "SELECT TOP 7 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'red', 'bicycle')",
  "SELECT VALUE c.id FROM c WHERE c.n > 20 ORDER BY RANK FullTextScore(c.text, 'blue')",
  "SELECT TOP 9 VALUE c.id FROM c ORDER BY RANK RRF(FullTextScore(c.text, 'red'), FullTextScore(c.text, 'run'))",
  "SELECT COUNT(1) AS n, SUM(_FullTextWordCount(c.text)) AS w, COUNTIF(FullTextContains(c.text, 'red')) AS h FROM c",
];

/** The answers of two containers with the same items, one of which has the index. */
async function expectSame(
  plainOne: Container,
  indexed: Container,
  key?: string,
  searches: readonly string[] = SEARCHES,
): Promise<void> {
  const scope = key === undefined ? {} : { key: [key] };
  for (const text of searches) {
    const [without, with_] = await Promise.all([
      queryAll(plainOne, text, scope),
      queryAll(indexed, text, scope),
    ]);
    expect(with_, text).toEqual(without);
  }
}

async function twins(body: JsonObject = {}, clock = new TestClock()) {
  const engine = await openEngine(new MemoryStore(), clock);
  const without = await newContainer(engine, { ...body, indexingPolicy: {} });
  const { resource } = await engine.containers.create(
    "db",
    {
      ...body,
      id: "indexed",
      partitionKey: without.definition.resource.body.partitionKey!,
      indexingPolicy: TEXTS,
    },
    { ruPerSecond: 400, knowsPartitionKeys: true },
  );
  const indexed = await engine.containerOf(resource);
  const both = async (work: (container: Container) => Promise<unknown>) => {
    for (const container of [without, indexed]) await work(container);
  };
  return { engine, without, indexed, both };
}

async function fill(container: Container, items = 120): Promise<void> {
  for (let n = 0; n < items; n++) {
    const text = n % 11 === 0 ? {} : { text: textOf(n) };
    await createOne(container, { id: `${n}`, pk: `key${n % 6}`, n, ...text }, plain);
  }
}

describe("a container with a full-text index answers as one without", () => {
  test("after writes, deletions, and the deletion of a key", async () => {
    const { engine, without, indexed, both } = await twins();
    await both(fill);
    await expectSame(without, indexed);
    await both(async (container) => {
      for (let n = 0; n < 120; n += 7) {
        await upsertOne(container, { id: `${n}`, pk: `key${n % 6}`, n, text: textOf(n + 5) }, plain);
      }
      for (let n = 1; n < 120; n += 9) await deleteOne(container, `${n}`, { ...plain, key: [`key${n % 6}`] });
    });
    await expectSame(without, indexed);
    await expectSame(without, indexed, "key2");
    await both((container) => deleteLogicalPartition(container, { ...plain, key: ["key3"] }));
    await expectSame(without, indexed);
    expect(await findings(engine)).toEqual([]);
  });

  test("after splits and a merge", async () => {
    const { engine, without, indexed, both } = await twins();
    await both(fill);
    await both((container) => engine.topology.split(container, "0", "midpoint"));
    await expectSame(without, indexed);
    await expectSame(without, indexed, "key4");
    await both((container) => engine.topology.merge(container, ["1", "2"]));
    await expectSame(without, indexed);
    expect(await findings(engine)).toEqual([]);
  });

  test("while items expire", async () => {
    const clock = new TestClock();
    const { without, indexed, both } = await twins({ defaultTtl: 60 }, clock);
    await both((container) => fill(container, 40));
    clock.advanceSeconds(40);
    await both(async (container) => {
      for (let n = 0; n < 20; n++) {
        await upsertOne(container, { id: `${n}`, pk: `key${n % 6}`, n, text: textOf(n) }, plain);
      }
    });
    clock.advanceSeconds(30);
    await expectSame(without, indexed);
    await expectSame(without, indexed, "key1");
  });

  test("when the policy asks for it later, and while it is made", async () => {
    const { engine, without, indexed, both } = await twins();
    await engine.containers.replace(indexed.definition.names, {
      ...indexed.definition.resource.body,
      indexingPolicy: {},
    });
    await engine.settled();
    await both(fill);
    await engine.containers.replace(indexed.definition.names, {
      ...indexed.definition.resource.body,
      indexingPolicy: TEXTS,
    });
    await expectSame(without, indexed);
    await engine.settled();
    await expectSame(without, indexed);
    expect(await findings(engine)).toEqual([]);
    expect(indexed.definition.indexes.indexAt("fullText", "/text")).toBeDefined();
  });
});

/** Different words, as many as the item may hold of them. */
function hostileText(words: number): string {
  return Array.from({ length: words }, (_, i) => i.toString(36)).join(" ");
}

test("a text of very many words is found by every search, and has two rows in the index", async () => {
  const { engine, without, indexed, both } = await twins();
  await both((container) => fill(container, 40));
  await both(async (container) => {
    await createOne(
      container,
      { id: "long", pk: "key1", text: `${hostileText(TERMS_MAX + 1)} red bicycle` },
      plain,
    );
    await createOne(
      container,
      { id: "other", pk: "key2", text: `${hostileText(TERMS_MAX - 1)} red bicycle` },
      plain,
    );
  });
  const searches = SEARCHES.filter((text) => !/distance|RRF/.test(text));
  await expectSame(without, indexed, undefined, searches);
  await both((container) => upsertOne(container, { id: "long", pk: "key1", text: "red" }, plain));
  await expectSame(without, indexed, undefined, searches.slice(0, 1));
  expect(await findings(engine)).toEqual([]);
});

test("others have their turns while 2 MB of different words are written", async () => {
  const { indexed } = await twins();
  let turns = 0;
  let isWritten = false;
  const takeTurn = (): void => {
    turns++;
    if (!isWritten) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await createOne(indexed, { id: "long", pk: "key1", text: hostileText(400_000) }, plain);
  isWritten = true;
  // One for each piece of the text.
  expect(turns).toBeGreaterThan(40);
});

test("a word of any length is found", async () => {
  const { without, indexed, both } = await twins();
  await both((container) => fill(container, 40));
  const long = "x".repeat(5000);
  await both((container) =>
    createOne(container, { id: "long", pk: "key1", text: `${long}1 ${long}2` }, plain),
  );
  for (const [term, rows] of [
    [`"${long}1"`, ["long"]],
    [`"${long}3"`, []],
    [`{"term": "${long}3", "distance": 1}`, ["long"]],
  ] as const) {
    const text = `SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, ${term})`;
    expect(await queryAll(without, text)).toEqual(rows);
    expect(await queryAll(indexed, text)).toEqual(rows);
  }
});

test("a search reads the postings of its terms and loads what it answers", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { indexingPolicy: TEXTS });
  for (let n = 0; n < 300; n++) {
    const text = `common words ${n % 100 === 7 ? "rare" : "usual"} here`;
    await createOne(container, { id: `${n}`, pk: `key${n % 6}`, n, text }, plain);
  }
  const work = async (text: string) => {
    const { work } = await queryContainer(container, { text, parameters: [] }, plain);
    return [work.indexLookups, work.indexEntries, work.itemsLoaded];
  };
  expect(await work("SELECT * FROM c WHERE FullTextContains(c.text, 'rare')")).toEqual([1, 3, 3]);
  expect(await work("SELECT * FROM c WHERE FullTextContainsAll(c.text, 'rare', 'common')")).toEqual([
    2, 303, 3,
  ]);
  // Nothing is read of the items but their number, the number of words, and the postings of the term.
  expect(
    await work(
      "SELECT COUNT(1) AS n, SUM(_FullTextWordCount(c.text)) AS w, COUNTIF(FullTextContains(c.text, 'rare')) AS h FROM c",
    ),
  ).toEqual([3, 3, 0]);
  const score = "_FullTextScore(c.text, ['rare'], 300, 1200, [3]) DESC";
  expect(await work(`SELECT TOP 2 * FROM c ORDER BY ${score}`)).toEqual([1, 3, 2]);
  // Items that score nothing are loaded as far as they are asked for.
  expect(await work(`SELECT TOP 10 * FROM c ORDER BY ${score}`)).toEqual([1, 10, 10]);
  // 120 candidates of a ranking: the postings for the statistics and for the order, and a row of each that has none.
  expect(await work("SELECT TOP 10 * FROM c ORDER BY RANK FullTextScore(c.text, 'rare')")).toEqual([
    4, 123, 120,
  ]);
});
