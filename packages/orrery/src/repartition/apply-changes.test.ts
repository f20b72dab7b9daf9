import { beforeEach, expect, test } from "vitest";
import { type ApplyMode, applyChanges } from "./apply-changes.ts";
import type { Change } from "./change-feed.ts";
import { FakeContainer, fakeSides } from "./containers.fixture.ts";
import type { Item } from "./item-identity.ts";
import { KNOWN_PLACES_MAX, KnownPlaces } from "./known-places.ts";

let source: FakeContainer;
let target: FakeContainer;
let known: KnownPlaces;

beforeEach(() => {
  source = new FakeContainer("/customer");
  target = new FakeContainer("/region");
  known = new KnownPlaces();
  known.clear(true);
});

function order(id: string, customer: string, region: string, n = 0): Item {
  return { id, customer, region, n };
}

async function apply(mode: ApplyMode, ...changes: Change[]) {
  return applyChanges({ sides: fakeSides(source, target), known, wait: async () => {} }, changes, mode);
}

function put(item: Item): Change {
  return { kind: "put", item: source.put(item) };
}

function deletion(item: Item): Change {
  source.remove(item);
  return { kind: "delete", id: item.id, key: [item.customer as string] };
}

test("what this process has written is changed, moved and deleted without asking", async () => {
  const [a, b, c] = [order("1", "a", "r"), order("2", "a", "r"), order("3", "a", "r")];
  await apply("copy", put(a), put(b), put(c));
  await apply("follow", put({ ...a, n: 1 }), put({ ...b, region: "q" }), deletion(c));
  expect(target.contents).toEqual([
    { ...a, n: 1 },
    { ...b, region: "q" },
  ]);
  expect(target.queries).toBe(0);
});

test("what another process has left elsewhere is found and removed", async () => {
  target.put(order("1", "a", "old"));
  known.clear(false);
  await apply("copy", put(order("1", "a", "new")));
  expect(target.contents).toHaveLength(2);
  await apply("follow", put(order("1", "a", "new", 1)));
  expect(target.contents).toEqual([order("1", "a", "new", 1)]);
});

test("what a lost answer leaves in doubt is looked up", async () => {
  const item = order("1", "a", "r");
  target.isLosingAnswers = true;
  await expect(apply("copy", put(item))).rejects.toThrow("lost");
  await apply("copy", put({ ...item, region: "q" }));
  expect(target.contents).toEqual([{ ...item, region: "q" }]);
});

test("of one identity the last change of a page counts", async () => {
  const item = order("1", "a", "r");
  await apply("follow", put(item), deletion(item), put({ ...item, region: "q" }));
  expect(target.contents).toEqual([{ ...item, region: "q" }]);
});

test("an address goes over to another identity when the source no longer has the first, in either order", async () => {
  const [before, after] = [order("1", "a", "r"), order("1", "b", "r")];
  for (const isDeletionFirst of [true, false]) {
    await apply("follow", put(before));
    const changes = [deletion(before), put(after)];
    if (!isDeletionFirst) changes.reverse();
    for (const change of changes) expect((await apply("follow", change)).problems).toEqual([]);
    expect(target.contents).toEqual([after]);
    await apply("follow", deletion(after));
  }
});

test("two items of one address are a problem", async () => {
  await apply("copy", put(order("1", "a", "r")));
  const { problems } = await apply("copy", put(order("1", "b", "r")));
  expect(problems).toEqual([
    { identity: '["1","b"]', why: 'In the new key it has the id and the key of ["1","a"].' },
  ]);
  expect(target.contents).toEqual([order("1", "a", "r")]);
});

test("somebody else's write is not overwritten unseen", async () => {
  const item = order("1", "a", "r");
  await apply("copy", put(item));
  target.put({ ...item, n: 7 });
  await apply("follow", put({ ...item, n: 1 }));
  expect(target.queries).toBe(1);
  expect(target.contents).toEqual([{ ...item, n: 1 }]);
});

test("who has forgotten something no longer knows all", () => {
  for (let i = 0; i < KNOWN_PLACES_MAX; i++) known.set(`${i}`, "doubtful");
  expect(known.isWhole).toBe(true);
  known.set("another", "doubtful");
  expect(known.isWhole).toBe(false);
  expect(known.get("0")).toBe(undefined);
});
