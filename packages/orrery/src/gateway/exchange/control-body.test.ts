import { expect, test } from "vitest";
import type { Failure } from "../../value/failure.ts";
import { boolean, list, mapOf, number, object, oneOf, optional, type Reader, text } from "./control-body.ts";

function refusal(reader: Reader<unknown>, value: unknown): string {
  try {
    reader(value, "The body");
  } catch (error) {
    expect(error).toMatchObject({ code: "badRequest" });
    return (error as Failure).message;
  }
  throw new Error(`${JSON.stringify(value)} was not refused`);
}

const body = object({
  id: text,
  force: optional(boolean),
  at: optional(oneOf("midpoint", "data")),
  buckets: optional(list(object({ percent: number }))),
  targets: optional(mapOf(number)),
});

test("a body is read with its types", () => {
  const whole = { id: "1", force: true, at: "data", buckets: [{ percent: 5 }], targets: { 1: 800 } };
  expect(body(whole, "The body")).toEqual({ ...whole, targets: new Map([["1", 800]]) });
  expect(body({ id: "1" }, "The body").targets).toBeUndefined();
});

test.each([
  [null, "The body must be an object, not null."],
  [[], "The body must be an object, not []."],
  [{}, "'id' is missing: it must be a string."],
  [{ id: 1 }, "'id' must be a string, not 1."],
  [{ id: "1", force: "yes" }, "'force' must be true or false, not \"yes\"."],
  [{ id: "1", force: null }, "'force' must be true or false, not null."],
  [{ id: "1", at: "middle" }, "'at' must be 'midpoint' or 'data', not \"middle\"."],
  [{ id: "1", buckets: {} }, "'buckets' must be an array, not {}."],
  [{ id: "1", buckets: [{ percent: 1 }, null] }, "Entry 2 of 'buckets' must be an object, not null."],
  [{ id: "1", targets: { 3: "x" } }, "'3' of 'targets' must be a number, not \"x\"."],
  [
    { id: "1", target: {} },
    "The body has no 'target'. It may have: 'id', 'force', 'at', 'buckets', 'targets'.",
  ],
  [
    { id: "1", toString: 1 },
    "The body has no 'toString'. It may have: 'id', 'force', 'at', 'buckets', 'targets'.",
  ],
])("%j is refused", (value, message) => {
  expect(refusal(body, value)).toBe(message);
});

test("a refusal shows the beginning of what is long", () => {
  expect(refusal(body, { id: "1", force: "x".repeat(10_000) }).length).toBeLessThan(200);
});
