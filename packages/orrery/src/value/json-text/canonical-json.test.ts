import type { Json, JsonObject } from "@orrerydb/exact-json";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

/** As the format says it, without sparing anything. */
function defined(value: Json): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(defined).join(",")}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${defined(object[name]!)}`);
  return `{${members.join(",")}}`;
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 1e21, 1e-7));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.constantFrom(null, true, false),
    fc.array(tie("json"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(text, fc.nat(20).map(String), fc.constant("__proto__")), tie("json"), {
      maxKeys: 6,
    }),
  ),
}));

test("is what the format says, of all values", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(value)).toBe(defined(value));
    }),
    { numRuns: 2_000 },
  );
});

test("is one text for objects that differ in order alone", () => {
  expect(canonicalJson({ b: [1, "\u2028\ud800"], a: '"' })).toBe('{"a":"\\"","b":[1,"\u2028\\ud800"]}');
});
