import { integerOf, type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { PartitionKey } from "./partition-key.ts";

const ONE = PartitionKey.parse({ paths: ["/address"], kind: "Hash", version: 2 });
const TWO = PartitionKey.parse({ paths: ["/city", "/zip"], kind: "MultiHash", version: 2 });

test.each([
  [{ address: "a" }, ["a"]],
  [{ address: null }, [null]],
  [{}, [undefined]],
  [{ address: {} }, [undefined]],
  [{ address: { street: "s" } }, [undefined]],
])("the key of %j", (document, key) => {
  expect(ONE.extract(document)).toEqual(key);
});

test("an array is no key", () => {
  expect(() => ONE.extract({ address: ["s"] })).toThrow(
    expect.objectContaining({ code: "badRequest", message: expect.stringContaining("holds an array") }),
  );
});

test("a prefix is not a full key", () => {
  expect(TWO.checkPrefix(["a"])).toEqual(["a"]);
  expect(() => TWO.checkFull(["a"])).toThrow(expect.objectContaining({ code: "partitionKeyMismatch" }));
  expect(() => TWO.checkFull([])).toThrow(expect.objectContaining({ code: "partitionKeyMismatch" }));
  expect(() => TWO.checkFull(["a", "b", "c"])).toThrow(expect.objectContaining({ code: "badRequest" }));
});

test.each([
  [[], /at least one path/],
  [["/a", "/b", "/c", "/d"], /Too many partition key paths/],
])("a hierarchical key of %j is refused", (paths, message) => {
  expect(() => PartitionKey.parse({ paths, kind: "MultiHash", version: 2 })).toThrow(message);
});

test("an integer beyond 2^53 is hashed as its double", () => {
  const item = parseJsonText('{"city":9007199254740993,"zip":-9223372036854775807}') as JsonObject;
  expect(TWO.epk(TWO.extract(item))).toBe(TWO.epk([2 ** 53, -(2 ** 63)]));
  expect(TWO.extractExact(item).map(integerOf as (value: unknown) => bigint)).toEqual([
    9007199254740993n,
    -9223372036854775807n,
  ]);
});
