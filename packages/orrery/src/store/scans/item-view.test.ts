import { hasForm, type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import { epkOfBytes } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { MemberReader } from "../../value/json-text/member-reader.ts";
import { StoredItem } from "../records/item-record.ts";
import { makeRef } from "../records/key-layout.ts";
import { ItemView } from "./item-view.ts";

const FILLING = Array.from({ length: 2_000 }, (_, i) => i / 8);

function viewOf(document: JsonObject): ItemView {
  const ref = makeRef(1, 1);
  const fields = {
    epk: epkOfBytes(new Uint8Array(16)),
    timestamp: 1,
    ttl: 0,
    etag: Buffer.alloc(8),
    indexed: undefined,
    generation: 0,
    document: undefined,
    hasForm: hasForm(document),
  };
  return new ItemView(StoredItem.encode(ref, fields, printJsonText(document)));
}

test("a large item has only the members that its reader wants, until another reader wants others", () => {
  const view = viewOf({ a: 1, b: 2, filling: FILLING });
  view.readOnly(new MemberReader(["a"]));
  expect(view.value()).toEqual({ a: 1 });
  expect(view.exactValue()).toBe(view.value());
  view.forget();
  expect(view.value()).toEqual({ a: 1 });
  view.readOnly(new MemberReader(["b"]));
  expect(view.value()).toEqual({ b: 2 });
  view.readOnly(undefined);
  expect(view.value()).toEqual({ a: 1, b: 2, filling: FILLING });
});

test("an item with numbers of more digits than a double is read whole", () => {
  const view = viewOf(
    parseJsonText(`{"a":12345678901234567890,"filling":${JSON.stringify(FILLING)}}`) as JsonObject,
  );
  view.readOnly(new MemberReader(["a"]));
  expect(printJsonText(view.exactValue())).toContain('"a":12345678901234567890,');
});
