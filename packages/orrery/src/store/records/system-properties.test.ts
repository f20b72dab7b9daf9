import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { SYSTEM_PROPERTIES } from "../../value/system-properties.ts";
import { makeRef } from "./key-layout.ts";
import {
  joined,
  jsonTail,
  SYSTEM_BYTES,
  systemProperties,
  withoutSystemProperties,
} from "./system-properties.ts";

const container = {
  rid: Buffer.from("0102030481020304", "hex"),
  selfLink: "dbs/AQIDBA==/colls/AQIDBIECAwQ=/",
};
const written = {
  ref: makeRef(5, 7),
  etag: '"00000001-1234-5678-0000-65536f000000"',
  timestamp: 1_700_000_000,
};

function compose(text: string): JsonObject {
  const own = withoutSystemProperties(JSON.parse(text) as JsonObject);
  return joined(own, systemProperties(container, written));
}

test("system properties stand at the end, once, whatever the client sent under their names", () => {
  const document = compose('{"_ts":1,"id":"a","_rid":"mine","_own":2}');
  expect(Object.keys(document)).toEqual(["id", "_own", ...SYSTEM_PROPERTIES]);
  expect(document._ts).toBe(written.timestamp);
});

test("they take as many bytes as writes are not charged for", () => {
  const before = '{"id":"a"}'.length;
  expect(JSON.stringify(compose('{"id":"a"}')).length - before).toBe(SYSTEM_BYTES);
});

test.each(["{}", '{"id":"a"}'])("%s with its tail is the JSON of the whole", (own) => {
  const json = own.slice(0, -1) + jsonTail(own, systemProperties(container, written));
  expect(json).toBe(JSON.stringify(compose(own)));
});

test("a property may be called __proto__", () => {
  const document = compose('{"id":"a","__proto__":{"x":1}}');
  expect(JSON.stringify(document)).toMatch(/^\{"id":"a","__proto__":\{"x":1\},"_rid":/);
  expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
});
