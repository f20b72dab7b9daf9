import { expect, test } from "vitest";
import { parsePartitionKeyHeader } from "./partition-key-header.ts";

test.each<[string, unknown[]]>([
  ["[]", []],
  ["[{}]", [undefined]],
  ['["a",1,null]', ["a", 1, null]],
  ["[true, {}]", [true, undefined]],
  ['["\\u9c40\\n"]', ["鱀\n"]],
])("%s", (text, components) => expect(parsePartitionKeyHeader(text)).toEqual(components));

test.each(["", "a", '"a"', "{}", "null", "[[]]", "[1e400]", '[{"a":1}]', '["a"'])("%j is refused", (text) => {
  expect(() => parsePartitionKeyHeader(text)).toThrow(expect.objectContaining({ code: "badRequest" }));
});
