import { expect, test } from "vitest";
import {
  BATCH_IDS,
  BatchedItems,
  type BatchRead,
  Counter,
  CreatedItems,
  feedFaults,
  Register,
} from "./history.ts";

const NEVER = Number.POSITIVE_INFINITY;
type Step = readonly [value: number, beginMs: number, endMs: number];
const operation = ([value, beginMs, endMs]: Step) => ({ value, beginMs, endMs });

function register(writes: readonly Step[], reads: readonly Step[]): Register {
  const made = new Register();
  made.writes.push(...writes.map(operation));
  made.reads.push(...reads.map(operation));
  return made;
}

test.each<[string, Step[], Step[]]>([
  [
    "one after another",
    [
      [1, 0, 1],
      [2, 4, 5],
    ],
    [
      [0, -2, -1],
      [1, 2, 3],
      [2, 6, 7],
    ],
  ],
  [
    "writes at the same time, in either order",
    [
      [1, 0, 9],
      [2, 0, 9],
    ],
    [
      [2, 3, 4],
      [1, 5, 6],
    ],
  ],
  [
    "a read during a write, old or new",
    [[1, 2, 8]],
    [
      [0, 3, 4],
      [1, 5, 6],
    ],
  ],
  [
    "a write of which nobody was told, and that was done",
    [
      [1, 0, NEVER],
      [2, 2, 3],
    ],
    [
      [2, 4, 5],
      [1, 6, 7],
    ],
  ],
  [
    "a write of which nobody was told, and that was not done",
    [
      [1, 0, NEVER],
      [2, 2, 3],
    ],
    [[2, 4, 5]],
  ],
])("a register may have: %s", (_, writes, reads) => {
  expect(register(writes, reads).faults()).toEqual([]);
});

test.each<[string, Step[], Step[], RegExp]>([
  [
    "a value that was overwritten and acknowledged",
    [
      [1, 0, 1],
      [2, 2, 3],
    ],
    [[1, 4, 5]],
    /came and went|both there/,
  ],
  [
    "a value that comes back",
    [
      [1, 0, 1],
      [2, 2, 9],
    ],
    [
      [2, 3, 4],
      [1, 5, 6],
    ],
    /came and went/,
  ],
  ["a write that was lost", [[1, 0, 1]], [[0, 2, 3]], /came and went|both there/],
  ["a value that nobody wrote", [], [[7, 0, 1]], /nobody wrote/],
  ["a value from the future", [[1, 5, 6]], [[1, 0, 1]], /before it was written/],
])("a register may not have: %s", (_, writes, reads, fault) => {
  expect(register(writes, reads).faults().join()).toMatch(fault);
});

function counter(increments: readonly Step[], reads: readonly Step[] = []): Counter {
  const made = new Counter();
  made.increments.push(...increments.map(operation));
  made.reads.push(...reads.map(operation));
  return made;
}

test("a counter counts every increment once, in the order of their times", () => {
  expect(
    counter(
      [
        [1, 0, 5],
        [2, 1, 4],
        [3, 6, 7],
      ],
      [[3, 8, 9]],
    ).faults(),
  ).toEqual([]);
  expect(
    counter(
      [
        [1, 0, 1],
        [Number.NaN, 2, NEVER],
      ],
      [[2, 4, 5]],
    ).faults(),
  ).toEqual([]);
  expect(
    counter([
      [1, 0, 1],
      [1, 2, 3],
    ])
      .faults()
      .join(),
  ).toContain("both told 1");
  expect(
    counter([
      [2, 0, 1],
      [1, 2, 3],
    ])
      .faults()
      .join(),
  ).toContain("was 1 after it had been 2");
  expect(
    counter([[1, 0, 1]], [[0, 2, 3]])
      .faults()
      .join(),
  ).toContain("was 0 after it had been 1");
  expect(
    counter([[1, 0, 1]], [[3, 2, 3]])
      .faults()
      .join(),
  ).toContain("is 3 after 1 increments");
});

test("items that were acknowledged are there, whole pairs, and no others", () => {
  const items = new CreatedItems();
  for (const id of ["1", "a-2", "b-2", "3"]) items.attempted.add(id);
  for (const id of ["1", "a-2", "b-2"]) items.acknowledged.add(id);
  expect(items.faults(new Set(["1", "a-2", "b-2", "3"]), "it")).toEqual([]);
  expect(items.faults(new Set(["1", "a-2", "9"]), "it")).toEqual([
    "b-2 was acknowledged, and it lacks it",
    "it has 9, which nobody created",
    "it has half of the pair a-2",
  ]);
});

test("a feed shows values in the order in which they were written", () => {
  const written = register(
    [
      [1, 0, 1],
      [2, 2, 3],
      [3, 2, 9],
    ],
    [],
  );
  expect(feedFaults([0, 1, 3, 2], written)).toEqual([]);
  expect(feedFaults([2, 1], written).join()).toContain("shows 1 after 2");
  expect(feedFaults([8], written).join()).toContain("nobody wrote");
});

const WHOLE = [1, 1, 1];

/** `versions`: of the items in their order; undefined: not shown. */
function page(versions: readonly (number | undefined)[], beginMs: number, endMs = beginMs + 1) {
  const items = versions.flatMap((version, i) =>
    version === undefined ? [] : [{ id: BATCH_IDS[i]!, version }],
  );
  return { items, beginMs, endMs };
}

function batched(writes: readonly Step[], reads: readonly BatchRead[]): BatchedItems {
  const made = new BatchedItems();
  made.writes.push(...writes.map(operation));
  made.reads.push(...reads);
  return made;
}

const WRITES: readonly Step[] = [
  [1, 0, 1],
  [2, 10, 20],
];

test.each<[string, readonly Step[], BatchRead]>([
  ["one response at one version", WRITES, { pages: [page(WHOLE, 5)], isComplete: true }],
  [
    "two pages at two versions, which are two snapshots",
    WRITES,
    { pages: [page([1, 1], 12), page([undefined, undefined, 2], 15)], isComplete: true },
  ],
  [
    "pages of which the last failed",
    WRITES,
    { pages: [page([1], 5), page([undefined, 1], 7)], isComplete: false },
  ],
  [
    "a write of unknown outcome, long after it was sent",
    [
      [1, 0, 1],
      [2, 10, NEVER],
    ],
    { pages: [page([1, 1], 50), page([undefined, undefined, 2], 60)], isComplete: true },
  ],
])("reads of batched items may show: %s", (_, writes, read) => {
  expect(batched(writes, [read]).faults()).toEqual([]);
});

test.each<[string, readonly Step[], readonly BatchRead[], RegExp]>([
  [
    "two versions in one response",
    WRITES,
    [{ pages: [page([2, 2, 1], 15)], isComplete: true }],
    /^one response between 15 and 16 shows batch-1 at version 2, batch-2 at version 2, batch-3 at version 1$/,
  ],
  [
    "two versions in one response, of which one has an unknown outcome",
    [
      [1, 0, 1],
      [2, 10, NEVER],
    ],
    [{ pages: [page([1, 2, 1], 15)], isComplete: true }],
    /^one response /,
  ],
  [
    "two versions in one page of several, where the read failed later",
    WRITES,
    [{ pages: [page([1, 2], 15)], isComplete: false }],
    /^one response /,
  ],
  [
    "two of three items in one response",
    WRITES,
    [{ pages: [page([1, 1], 5)], isComplete: true }],
    /^a read of 1 responses from 5 on shows batch-1 at version 1, batch-2 at version 1$/,
  ],
  ["no items", WRITES, [{ pages: [page([], 5)], isComplete: true }], /shows no items$/],
  [
    "an item missing from all pages",
    WRITES,
    [{ pages: [page([1], 5), page([undefined, undefined, 1], 7)], isComplete: true }],
    /^a read of 2 responses /,
  ],
  [
    "an item on two pages",
    WRITES,
    [{ pages: [page(WHOLE, 5), page([undefined, undefined, 1], 7)], isComplete: true }],
    /^a read of 2 responses /,
  ],
  [
    "an overwritten version on a later page",
    WRITES,
    [{ pages: [page([1, 1], 12), page([undefined, undefined, 1], 30)], isComplete: true }],
    /came and went|both there/,
  ],
  [
    "an older version after a newer one",
    WRITES,
    [
      { pages: [page([2, 2, 2], 12)], isComplete: true },
      { pages: [page(WHOLE, 15)], isComplete: true },
    ],
    /came and went|both there/,
  ],
])("reads of batched items may not show: %s", (_, writes, reads, fault) => {
  expect(batched(writes, reads).faults().join("; ")).toMatch(fault);
});
