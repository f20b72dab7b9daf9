import { expect, test } from "vitest";
import { keyCode } from "./key-code.ts";

test("a plain key is a definition, and several paths are a hierarchical one", () => {
  expect(keyCode({ key: ["/a"], strategy: null }, "c")).toContain('{ paths: ["/a"], version: 2 }');
  expect(keyCode({ key: ["/a", "/b"], strategy: null }, "c")).toContain('kind: "MultiHash"');
});

test("a synthetic key brings its strategy along", () => {
  const code = keyCode({ key: ["/pk"], strategy: { kind: "concat", from: ["/a"] } }, 'c"d');
  expect(code).toContain('"kind": "concat"');
  expect(code).toContain("withSyntheticKey(container, strategy)");
  expect(code).toContain('id: "c\\"d"');
});
