import { type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { epkOfBytes } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { UniqueKeys } from "./unique-keys.ts";

const keys = new UniqueKeys({ uniqueKeys: [{ paths: ["/n", "/a/b"] }] });

function keyOf(text: string): string {
  return keys.keysOf(epkOfBytes(new Uint8Array(16)), parseJsonText(text) as JsonObject)[0]!.toString("hex");
}

test("integers that round to the same double are different values", () => {
  expect(keyOf('{"n":12345678987654321}')).not.toBe(keyOf('{"n":12345678987654320}'));
  expect(keyOf('{"a":{"b":9223372036854775807}}')).not.toBe(keyOf('{"a":{"b":9223372036854775806}}'));
});

test("a number is the same value however it is written", () => {
  expect(keyOf('{"n":1000}')).toBe(keyOf('{"n":1e3}'));
  expect(keyOf('{"n":1}')).toBe(keyOf('{"n":1.0}'));
  expect(keyOf('{"n":0}')).toBe(keyOf('{"n":-0}'));
  expect(keyOf('{"n":null}')).toBe(keyOf("{}"));
});
