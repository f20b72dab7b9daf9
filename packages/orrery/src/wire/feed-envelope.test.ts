import { expect, test } from "vitest";
import { feedEnvelope } from "./feed-envelope.ts";

test.each([0, 1, 3])("a list of %i resources keeps their bytes", (count) => {
  const items = Array.from({ length: count }, (_, n) => Buffer.from(`{ "id": "é${n}" }`));
  const text = feedEnvelope("docs", "rid=", items).toString();
  expect(JSON.parse(text)).toEqual({
    _rid: "rid=",
    Documents: items.map((item) => JSON.parse(item.toString())),
    _count: count,
  });
  for (const item of items) expect(text).toContain(item.toString());
});

test("each type of resource has its own name", () => {
  expect(feedEnvelope("colls", "", []).toString()).toBe('{"_rid":"","DocumentCollections":[],"_count":0}');
});
