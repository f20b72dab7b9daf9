import { type Json, type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { NESTING_LEVELS_MAX } from "../nesting-levels.ts";
import { applyPatch, parsePatchOperations } from "./patch.ts";

function patch(document: JsonObject, ...operations: object[]): JsonObject {
  return applyPatch(document, parsePatchOperations(operations));
}

function refusal(document: JsonObject, ...operations: object[]): string {
  try {
    patch(document, ...operations);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).code).toBe("badRequest");
    return (error as Failure).message;
  }
  throw new Error("It was not refused.");
}

const cases: readonly { name: string; before: JsonObject; operations: object[]; after: JsonObject }[] = [
  { name: "add makes", before: {}, operations: [{ op: "add", path: "/a", value: 1 }], after: { a: 1 } },
  {
    name: "add overwrites",
    before: { a: 1 },
    operations: [{ op: "add", path: "/a", value: null }],
    after: { a: null },
  },
  {
    name: "add inserts",
    before: { a: [1, 3] },
    operations: [{ op: "add", path: "/a/1", value: 2 }],
    after: { a: [1, 2, 3] },
  },
  {
    name: "add at the length appends",
    before: { a: [1] },
    operations: [{ op: "add", path: "/a/1", value: 2 }],
    after: { a: [1, 2] },
  },
  {
    name: "- appends",
    before: { a: [1] },
    operations: [{ op: "add", path: "/a/-", value: 2 }],
    after: { a: [1, 2] },
  },
  {
    name: "set overwrites an element",
    before: { a: [1, 2] },
    operations: [{ op: "set", path: "/a/0", value: 9 }],
    after: { a: [9, 2] },
  },
  {
    name: "set appends",
    before: { a: [] },
    operations: [{ op: "set", path: "/a/-", value: 9 }],
    after: { a: [9] },
  },
  {
    name: "set goes inside arrays",
    before: { a: [{ b: 1 }] },
    operations: [{ op: "set", path: "/a/0/c", value: 2 }],
    after: { a: [{ b: 1, c: 2 }] },
  },
  {
    name: "replace",
    before: { a: { b: 1 } },
    operations: [{ op: "replace", path: "/a/b", value: [2] }],
    after: { a: { b: [2] } },
  },
  {
    name: "replace an element",
    before: { a: [1, 2] },
    operations: [{ op: "replace", path: "/a/1", value: 3 }],
    after: { a: [1, 3] },
  },
  {
    name: "remove",
    before: { a: 1, b: 2 },
    operations: [{ op: "remove", path: "/a", value: "superfluous" }],
    after: { b: 2 },
  },
  {
    name: "remove shifts",
    before: { a: [1, 2, 3] },
    operations: [{ op: "remove", path: "/a/0" }],
    after: { a: [2, 3] },
  },
  {
    name: "incr",
    before: { n: 1.5 },
    operations: [{ op: "incr", path: "/n", value: -2 }],
    after: { n: -0.5 },
  },
  {
    name: "incr makes",
    before: { o: {} },
    operations: [{ op: "incr", path: "/o/n", value: 3 }],
    after: { o: { n: 3 } },
  },
  {
    name: "incr an element",
    before: { a: [1] },
    operations: [{ op: "incr", path: "/a/0", value: 3 }],
    after: { a: [4] },
  },
  {
    name: "move",
    before: { a: { b: 1 }, c: {} },
    operations: [{ op: "move", from: "/a/b", path: "/c/d" }],
    after: { a: {}, c: { d: 1 } },
  },
  {
    name: "move overwrites",
    before: { a: 1, b: 2 },
    operations: [{ op: "move", from: "/a", path: "/b" }],
    after: { b: 1 },
  },
  {
    name: "move into an array",
    before: { a: 1, b: [2] },
    operations: [{ op: "move", from: "/a", path: "/b/0" }],
    after: { b: [1, 2] },
  },
  {
    name: "escapes",
    before: { "a/b": 1, "c~d": 2 },
    operations: [
      { op: "remove", path: "/a~1b" },
      { op: "incr", path: "/c~0d", value: 1 },
    ],
    after: { "c~d": 3 },
  },
  {
    name: "empty names",
    before: { "": { "": 1 } },
    operations: [{ op: "incr", path: "//", value: 1 }],
    after: { "": { "": 2 } },
  },
  {
    name: "operations see those before them",
    before: {},
    operations: [
      { op: "Add", path: "/a", value: [] },
      { op: "add", path: "/a/-", value: 1 },
      { op: "incr", path: "/a/0", value: 1 },
    ],
    after: { a: [2] },
  },
];

test.each(cases)("$name", ({ before, operations, after }) => {
  const copy = structuredClone(before);
  expect(patch(before, ...operations)).toEqual(after);
  expect(before).toEqual(copy);
});

test("a replaced property keeps its place", () => {
  expect(JSON.stringify(patch({ a: 1, b: 2 }, { op: "set", path: "/a", value: 3 }))).toBe('{"a":3,"b":2}');
});

test("a property may be called __proto__, and nothing is inherited", () => {
  const patched = patch({ a: {} }, { op: "set", path: "/a/__proto__", value: { x: 1 } });
  expect(JSON.stringify(patched)).toBe('{"a":{"__proto__":{"x":1}}}');
  expect(({} as Record<string, unknown>).x).toBe(undefined);
  expect(refusal({}, { op: "replace", path: "/toString", value: 1 })).toContain("nothing at '/toString'");
});

test.each([
  [{ op: "replace", path: "/b", value: 1 }, "nothing at '/b'"],
  [{ op: "remove", path: "/b" }, "nothing at '/b'"],
  [{ op: "remove", path: "/a/-" }, "nothing at '/a/-'"],
  [{ op: "replace", path: "/a/-", value: 1 }, "no index"],
  [{ op: "replace", path: "/a/1", value: 1 }, "outside of its array"],
  [{ op: "add", path: "/a/2", value: 1 }, "outside of its array"],
  [{ op: "add", path: "/a/01", value: 1 }, "no index"],
  [{ op: "set", path: "/x/y", value: 1 }, "no object or array at '/x'"],
  [{ op: "set", path: "/s/y", value: 1 }, "no object or array at '/s'"],
  [{ op: "incr", path: "/s", value: 1 }, "no number"],
  [{ op: "incr", path: "/n", value: "1" }, "needs a number"],
  [{ op: "incr", path: "/n", value: 1.7e308 }, "largest number"],
  [{ op: "move", path: "/c", from: "/b" }, "nothing at '/b'"],
  [{ op: "move", path: "/a/0/x", from: "/a" }, "lies inside"],
  [{ op: "move", path: "/c" }, "'from'"],
  [{ op: "add", path: "/c" }, "needs a 'value'"],
  [{ op: "copy", path: "/c", from: "/a" }, "is not one of"],
  [{ op: "add", path: "c", value: 1 }, "JSON pointer"],
  [{ op: "add", path: "/~2", value: 1 }, "JSON pointer"],
  [{ op: "add", path: "", value: {} }, "JSON pointer"],
])("%j is refused with its number", (operation, reason) => {
  const message = refusal({ a: [0], s: "text", n: 1.7e308 }, { op: "add", path: "/ok", value: 1 }, operation);
  expect(message).toContain("For Operation(2): ");
  expect(message).toContain(reason);
});

test("there are one to ten operations", () => {
  const one = { op: "incr", path: "/n", value: 1 };
  expect(patch({}, ...Array<object>(10).fill(one))).toEqual({ n: 10 });
  expect(refusal({}, ...Array<object>(11).fill(one))).toContain("can't exceed '10'");
  expect(refusal({})).toContain("at least one");
  expect(() => parsePatchOperations("x")).toThrow(Failure);
});

test("no patch nests an item deeper than the protocol can carry", () => {
  const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
  expect(() => patch({}, { op: "add", path: "/a", value: nested(NESTING_LEVELS_MAX - 1) })).not.toThrow();
  expect(refusal({}, { op: "add", path: "/a", value: nested(NESTING_LEVELS_MAX) })).toContain(
    "nested deeper",
  );
});

test("what is added can be removed again, wherever it is", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      fc.jsonValue(),
      (object, name, value) => {
        fc.pre(!Object.hasOwn(object, name));
        const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        const added = patch(object as JsonObject, { op: "add", path, value });
        expect(patch(added, { op: "remove", path })).toEqual(object);
      },
    ),
  );
});

test.each([
  [
    "of other members stay",
    '{"a":12345678987654321,"b":[1.0,{"10":2,"2":1e3}],"c":0}',
    [{ op: "set", path: "/c", value: 1 }],
    '{"a":12345678987654321,"b":[1.0,{"10":2,"2":1e3}],"c":1}',
  ],
  [
    "of other elements stay",
    '{"a":[1.0,2.0,3.0]}',
    [
      { op: "remove", path: "/a/1" },
      { op: "add", path: "/a/0", value: 0 },
    ],
    '{"a":[0,1.0,3.0]}',
  ],
  [
    "go with a member that is removed",
    '{"a":1.0,"b":2.0}',
    [
      { op: "remove", path: "/a" },
      { op: "set", path: "/a", value: 1 },
    ],
    '{"b":2.0,"a":1}',
  ],
  [
    "move",
    '{"a":9223372036854775807,"b":[]}',
    [{ op: "move", from: "/a", path: "/b/0" }],
    '{"b":[9223372036854775807]}',
  ],
  [
    "and order stay where a member is replaced, and a new one comes last",
    '{"b":1.0,"10":2,"c":3}',
    [
      { op: "set", path: "/10", value: 4 },
      { op: "add", path: "/5", value: 5 },
    ],
    '{"b":1.0,"10":4,"c":3,"5":5}',
  ],
  [
    "are not needed for a new member to come last",
    '{"b":{"c":1}}',
    [
      { op: "add", path: "/b/10", value: 2 },
      { op: "add", path: "/b/2", value: 3 },
      { op: "move", from: "/b/10", path: "/b/1" },
    ],
    '{"b":{"c":1,"2":3,"1":2}}',
  ],
  ["give way to those of another value", '{"a":1.0}', [{ op: "set", path: "/a", value: 1 }], '{"a":1}'],
])("digits %s", (_, before, operations, after) => {
  expect(printJsonText(patch(parseJsonText(before) as JsonObject, ...operations))).toBe(after);
});

test.each([
  ["9007199254740993", "2", "9007199254740995"],
  ["9223372036854775806", "1", "9223372036854775807"],
  ["-9223372036854775807", "-1", "-9223372036854775808"],
  ["9007199254740991", "9007199254740993", "18014398509481984"],
  ["9223372036854775807", "1", "9223372036854776000"],
  ["1.0", "1", "2"],
  ["0.1", "0.2", "0.30000000000000004"],
])("%s incremented by %s is %s", (before, by, after) => {
  const operations = parseJsonText(`[{"op":"incr","path":"/n","value":${by}}]`) as unknown as object[];
  const document = parseJsonText(`{"n":${before},"other":1.50}`) as JsonObject;
  expect(printJsonText(patch(document, ...operations))).toBe(`{"n":${after},"other":1.50}`);
});

test("digits of a new value are those that were sent", () => {
  const operations = parseJsonText(
    '[{"op":"set","path":"/a","value":12345678987654321},{"op":"add","path":"/b/-","value":1.0},{"op":"add","path":"/c","value":{"x":1e2}}]',
  ) as unknown as object[];
  const document = parseJsonText('{"a":0,"b":[2.0]}') as JsonObject;
  expect(printJsonText(patch(document, ...operations))).toBe(
    '{"a":12345678987654321,"b":[2.0,1.0],"c":{"x":1e2}}',
  );
});
