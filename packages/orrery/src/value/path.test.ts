import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPath, parsePath } from "./path.ts";

test.each<[string, (string | null)[] | undefined]>([
  ["/a/b", ["a", "b"]],
  ["/*", ["*"]],
  ["/", undefined],
  ['/"_etag"/?', ["_etag", "?"]],
  ["/tags/[]/name/?", ["tags", null, "name", "?"]],
  [`/'a b'/"c\\"d"`, ["a b", 'c"d']],
  ["/a/", ["a"]],
  ["a", undefined],
  ["//a", undefined],
  ['/"open', undefined],
])("%s is %j", (path, segments) => {
  expect(parsePath(path)).toEqual(segments);
});

test("a canonical path leads back to its segments, whatever the names", () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("[]", "a/b", '"', "\\", "?", "*", "a b"),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(name, fc.constant(null)), { minLength: 1 }), (segments) => {
      expect(parsePath(canonicalPath(segments))).toEqual(segments);
    }),
  );
});
