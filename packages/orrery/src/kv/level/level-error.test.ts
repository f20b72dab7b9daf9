import { expect, test } from "vitest";
import { toKeyValueError } from "./level-error.ts";

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

test.each([
  ["a lock", withCode("locked", "LEVEL_LOCKED"), "locked"],
  ["damage", withCode("Corruption: bad block", "LEVEL_CORRUPTION"), "corrupt"],
  ["damage that a synchronous call met", new Error("Corruption: bad block"), "corrupt"],
  ["a failed file", withCode("IO error: f: Input/output error", "LEVEL_IO_ERROR"), "unavailable"],
  ["a failed file that a synchronous call met", new Error("IO error: f: Invalid argument"), "unavailable"],
  ["a full disk", new Error("IO error: f: No space left on device"), "full"],
  ["a wrapped error", new Error("outer", { cause: withCode("locked", "LEVEL_LOCKED") }), "locked"],
])("%s", (_, error, code) => {
  const translated = toKeyValueError(error, "/data") as Error;
  expect(translated).toMatchObject({ name: "KeyValueError", code, cause: error });
  expect(translated.message).toMatch(/^T.*\/data.*[^.]\.?$/);
});

test("a bug stays as it is", () => {
  const bug = new TypeError("x is not a function");
  expect(toKeyValueError(bug, "/data")).toBe(bug);
});
