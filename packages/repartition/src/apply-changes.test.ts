import { beforeEach, expect, test } from "vitest";
import { applyChanges } from "./apply-changes.ts";
import type { Change } from "./change-feed.ts";
import { FakeContainer, fakeSides } from "./containers.fixture.ts";
import type { Item } from "./item-identity.ts";
import { KnownPlaces } from "./known-places.ts";

let source: FakeContainer;
let target: FakeContainer;
let known: KnownPlaces;

beforeEach(() => {
  source = new FakeContainer("/customer");
  target = new FakeContainer("/region");
  known = new KnownPlaces();
});

function order(id: string, customer: string, region: string, n = 0): Item {
  return { id, customer, region, n };
}

const wait = async () => {};

async function apply(...changes: Change[]) {
  return applyChanges({ sides: fakeSides(source, target), known, wait }, changes);
}

/** As a copy brings it. */
function create(item: Item): Change {
  return { kind: "put", item: source.put(item), isNew: true };
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
  await apply(create(a), create(b), create(c));
  await apply(put({ ...a, n: 1 }), put({ ...b, region: "q" }), deletion(c));
  expect(target.contents).toEqual([
    { ...a, n: 1 },
    { ...b, region: "q" },
  ]);
  expect(target.queries).toBe(0);
});

test("what is not remembered is read where it is expected", async () => {
  const [a, b] = [order("1", "a", "r"), order("2", "a", "r")];
  await apply(create(a), create(b));
  known.clear();
  await apply(put({ ...a, n: 1 }), put({ ...b, n: 1 }));
  expect(target.contents).toEqual([
    { ...a, n: 1 },
    { ...b, n: 1 },
  ]);
  expect([target.reads, target.queries]).toEqual([2, 0]);
});

test("what is not where it is expected is queried: moved, deleted, new", async () => {
  const [a, b, c] = [order("1", "a", "r"), order("2", "a", "r"), order("3", "a", "r")];
  await apply(create(a), create(b), create(c));
  known.clear();
  await apply(put({ ...a, region: "q" }), deletion(b), put({ ...c, n: 1 }), put(order("4", "a", "r")));
  expect(target.contents).toEqual([{ ...c, n: 1 }, { ...a, region: "q" }, order("4", "a", "r")]);
  // Of the deletion no address is known, so that it is not read.
  expect([target.reads, target.queries]).toEqual([3, 1]);
});

test("two identities with one id are told apart when one is read and the other queried", async () => {
  const [a, b] = [order("1", "a", "r"), order("1", "b", "q")];
  await apply(create(a), create(b));
  known.clear();
  await apply(put({ ...a, n: 1 }), put({ ...b, region: "s" }));
  expect(target.contents).toEqual([
    { ...a, n: 1 },
    { ...b, region: "s" },
  ]);
});

test("a page that comes again is read, not queried", async () => {
  const item = order("1", "a", "r");
  await apply(create(item));
  known.clear();
  await apply(create(item));
  expect(target.contents).toEqual([item]);
  expect([target.reads, target.queries]).toEqual([1, 0]);
});

test("an item that moves is never at two places, whenever it is cut off", async () => {
  const [before, after] = [order("1", "a", "r"), order("1", "a", "q")];
  for (let operations = 0; operations < 3; operations++) {
    await apply(put(before));
    known.clear();
    // A read, a deletion, a create.
    target.operationsLeft = operations;
    await expect(apply(put(after))).rejects.toThrow("lost");
    expect(target.contents.length).toBeLessThan(2);
    target.operationsLeft = Number.POSITIVE_INFINITY;
    await apply(put(after));
    expect(target.contents).toEqual([after]);
  }
});

test("a repair looks everywhere", async () => {
  target.put(order("1", "a", "old"));
  target.put(order("1", "a", "new"));
  await applyChanges(
    { sides: fakeSides(source, target), known, wait },
    [put(order("1", "a", "new", 1))],
    "repair",
  );
  expect(target.contents).toEqual([order("1", "a", "new", 1)]);
});

test("of one identity the last change of a page counts", async () => {
  const item = order("1", "a", "r");
  await apply(put(item), deletion(item), put({ ...item, region: "q" }));
  expect(target.contents).toEqual([{ ...item, region: "q" }]);
});

test("an address goes over to another identity when the source no longer has the first, in either order", async () => {
  const [before, after] = [order("1", "a", "r"), order("1", "b", "r")];
  for (const isDeletionFirst of [true, false]) {
    await apply(put(before));
    const changes = [deletion(before), put(after)];
    if (!isDeletionFirst) changes.reverse();
    for (const change of changes) expect((await apply(change)).problems).toEqual([]);
    expect(target.contents).toEqual([after]);
    await apply(deletion(after));
  }
});

test("what is new is created without asking, however often it is changed in its page", async () => {
  const [a, b] = [order("1", "a", "r"), order("2", "a", "r")];
  await apply(create(a), put({ ...a, region: "q" }), create(b), deletion(b));
  expect(target.contents).toEqual([{ ...a, region: "q" }]);
  expect([target.reads, target.queries]).toEqual([0, 0]);
});

test("what is made again after a deletion in the same page is looked up", async () => {
  const item = order("1", "a", "r");
  await apply(create(item));
  known.clear();
  await apply(deletion(item), create({ ...item, region: "q" }));
  expect(target.contents).toEqual([{ ...item, region: "q" }]);
});

test("two items of one address are a problem", async () => {
  await apply(create(order("1", "a", "r")));
  const { problems } = await apply(create(order("1", "b", "r")));
  expect(problems).toEqual([
    { identity: '["1","b"]', why: 'In the new key it has the id and the key of ["1","a"].' },
  ]);
  expect(target.contents).toEqual([order("1", "a", "r")]);
});

test("somebody else's write is not overwritten unseen", async () => {
  const item = order("1", "a", "r");
  await apply(create(item));
  target.put({ ...item, n: 7 });
  await apply(put({ ...item, n: 1 }));
  expect(target.reads).toBe(1);
  expect(target.contents).toEqual([{ ...item, n: 1 }]);
});
