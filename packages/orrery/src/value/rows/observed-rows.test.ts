import { expect, test } from "vitest";
import { ObservedRows, type ReadObserver } from "./observed-rows.ts";
import type { IndexEntry, ItemRow, JudgedEntries, RowSource } from "./row-source.ts";

const row = { ref: "3", size: 10 } as ItemRow;

async function* chunk<T>(...things: T[]): AsyncGenerator<T[]> {
  yield things;
}

async function* judgedChunk(entry: IndexEntry): AsyncGenerator<JudgedEntries> {
  yield { entries: [entry], passedOver: 7 };
}

/** A source that knows and has everything; with `unknown`, as little as a source may. */
function sourceOf(answers: "all" | "unknown"): RowSource {
  const known = <T>(answer: T) => (answers === "all" ? answer : undefined);
  const entry: IndexEntry = {
    ref: "3",
    key: "k",
    value: 1,
    values: undefined,
    exact: true,
    times: 4,
    each: undefined,
  };
  return {
    indexLosesDigits: true,
    itemCount: () => 1,
    itemBytes: () => known(2),
    indexedItemCount: () => 3,
    exactCount: async () => known(4),
    count: async () => known(5),
    estimate: async () => 6,
    items: () => chunk(row),
    refs: async () => known(chunk("3")),
    lacking: () => chunk(row, row),
    load: async () => [row],
    find: async () => ["3"],
    index: () => chunk(entry),
    judged: async () => known(judgedChunk(entry)),
    nearest: async function* () {
      yield { refs: ["3"], vectorsRead: 8, lookups: 1 };
    },
    texts: {
      postings: () => chunk({ ref: "3", length: 1, places: [] }),
      countPostings: async () => known(9),
      estimatePostings: async () => 10,
      nearTerms: async () => ["a", "b"],
      wordCount: async () => known(11),
    },
  };
}

/** Every member of a source, by its name, with what it answered. */
async function askAll(source: RowSource): Promise<Record<string, unknown>> {
  const scan = { index: { kind: "path", path: "/p/?" } } as const;
  const full = { kind: "fullText", path: "/t", language: "en-US" } as const;
  const posts = { index: full, of: { kind: "texts" } } as const;
  const all = async (chunks: AsyncIterable<unknown> | undefined) => {
    const found: unknown[] = [];
    for await (const each of chunks ?? []) found.push(each);
    return chunks && found;
  };
  const { texts } = source;
  return {
    indexLosesDigits: source.indexLosesDigits,
    itemCount: source.itemCount(),
    itemBytes: source.itemBytes(),
    indexedItemCount: source.indexedItemCount(),
    exactCount: await source.exactCount(),
    count: await source.count(scan),
    estimate: await source.estimate([scan], 100),
    items: await all(source.items({})),
    refs: await all(await source.refs({})),
    lacking: await all(source.lacking("/p", {})),
    load: await source.load(["3"]),
    find: await source.find([]),
    index: await all(source.index(scan)),
    runs: await all(source.index({ ...scan, alike: "counted" })),
    judged: await all(await source.judged(scan, { passes: () => true })),
    nearest: await all(source.nearest({} as Parameters<RowSource["nearest"]>[0], () => 1)),
    postings: await all(texts.postings(posts)),
    countPostings: await texts.countPostings(posts),
    estimatePostings: await texts.estimatePostings(posts, 100),
    nearTerms: await texts.nearTerms(full, "a", 1),
    wordCount: await texts.wordCount(full),
  };
}

class Tally implements ReadObserver {
  seen: (string | number)[] = [];
  items(rows: readonly ItemRow[]): void {
    this.seen.push(`${rows.length} items`);
  }
  entries(count: number): void {
    this.seen.push(count);
  }
  async answer<T>(_: unknown, read: () => Promise<T>, note: (answer: T) => void): Promise<T> {
    const answer = await read();
    note(answer);
    return answer;
  }
  async *chunks<T>(_: unknown, read: () => AsyncIterable<T>, note: (chunk: T) => void): AsyncGenerator<T> {
    for await (const each of read()) {
      note(each);
      yield each;
    }
  }
}

test.each(["all", "unknown"] as const)(
  "every answer passes through, also of rows that are still looked up: %s",
  async (answers) => {
    const expected = await askAll(sourceOf(answers));
    const source = sourceOf(answers);
    expect(await askAll(new ObservedRows(source, new Tally()))).toEqual(expected);
    expect(await askAll(new ObservedRows(source, new Tally(), Promise.resolve(sourceOf(answers))))).toEqual(
      expected,
    );
  },
);

test("the observer is told of all that was read", async () => {
  const tally = new Tally();
  await askAll(new ObservedRows(sourceOf("all"), tally));
  expect(tally.seen).toEqual([
    ...[4, 5, 6, "1 items", 1, "2 items", "1 items", 1],
    // One entry, and the four that it stands for; those judged and passed over; vectors.
    ...[1, 4, 8, 8],
    ...[1, 9, 10, 2],
  ]);
});

test("a lookup that fails fails what reads, and nothing that is only known", async () => {
  const rows = new ObservedRows(sourceOf("all"), new Tally(), Promise.reject(new Error("gone")));
  expect(rows.indexedItemCount()).toBe(3);
  await expect(rows.refs({})).rejects.toThrow("gone");
  await expect(rows.items({})[Symbol.asyncIterator]().next()).rejects.toThrow("gone");
});
