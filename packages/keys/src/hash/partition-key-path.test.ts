import { describe, expect, it } from "vitest";
import { extractPartitionKey, parsePartitionKeyPath } from "./partition-key-path.ts";

describe("parsePartitionKeyPath", () => {
  it.each<[string, string[]]>([
    ["/a", ["a"]],
    ["/a/b/c", ["a", "b", "c"]],
    ['/"a/b"/c', ["a/b", "c"]],
    ["/'a b'", ["a b"]],
    ['/"say \\"hi\\""', ['say "hi"']],
    ["/'back\\\\slash'", ["back\\slash"]],
    ["/ padded /b", ["padded", "b"]],
    ['/""', [""]],
  ])("%s", (path, segments) => {
    expect(parsePartitionKeyPath(path)).toEqual(segments);
  });

  it.each(["", "/", "a", "/a/", "//a", '/"a', '/"a"b', '/"a\\"'])("refuses %j", (path) => {
    expect(() => parsePartitionKeyPath(path)).toThrow(expect.objectContaining({ code: "InvalidPath" }));
  });
});

describe("extractPartitionKey", () => {
  const item = {
    id: "1",
    tenant: { name: "contoso", size: 3 },
    active: false,
    gone: null,
    tags: ["x"],
    "a/b": 1,
  };

  it("reads nested and quoted paths; absent is undefined, null is null", () => {
    const paths = [
      "/tenant/name",
      "/tenant/size",
      "/active",
      "/gone",
      '/"a/b"',
      "/missing",
      "/id/length",
      "/gone/x",
    ];
    expect(extractPartitionKey(item, { paths })).toEqual([
      "contoso",
      3,
      false,
      null,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("refuses objects and arrays, and sees only the item's own properties", () => {
    for (const path of ["/tenant", "/tags"]) {
      expect(() => extractPartitionKey(item, { paths: [path] })).toThrow(
        expect.objectContaining({ code: "NotScalar", message: expect.stringContaining(path) }),
      );
    }
    expect(extractPartitionKey(item, { paths: ["/constructor", "/toString"] })).toEqual([
      undefined,
      undefined,
    ]);
  });
});
