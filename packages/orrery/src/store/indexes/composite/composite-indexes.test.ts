import type { JsonObject, Value } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { makeRef } from "../../records/key-layout.ts";
import { ItemEntries } from "../item-entries.ts";
import { COMPOSITE } from "./composite-indexes.ts";

test("a composite index has one entry for each item, descending parts in reverse", () => {
  const policy = { compositeIndexes: [[{ path: "/name" }, { path: "/_ts", order: "descending" }]] };
  const indexes = COMPOSITE.compile({ policy })!;
  const entry = (name: Value, time: number): Buffer => {
    const document = { ...(name === undefined ? {} : { name }), _ts: time } as JsonObject;
    const [key, ...others] = new ItemEntries([indexes], document, makeRef(7, 9), 0).finish();
    expect(others).toEqual([]);
    return key!.bareKey;
  };
  const sorted = [entry(undefined, 1), entry("a", 2), entry("a", 1), entry("b", 9)];
  expect([...sorted].reverse().sort(Buffer.compare)).toEqual(sorted);
});
