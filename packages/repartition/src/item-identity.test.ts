import { expect, test } from "vitest";
import { ItemKeys, identityText, sdkKey, withoutSystem } from "./item-identity.ts";

const region = { paths: ["/region"], kind: "Hash", version: 2 } as const;

test("an identity tells ids, values and their absence apart", () => {
  const texts = [
    identityText("1", ["a"]),
    identityText("1", [null]),
    identityText("1", [undefined]),
    identityText("1", [1]),
    identityText("1", ["a", "b"]),
    identityText("2", ["a"]),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

test("the SDK gets one value, or one for each level", () => {
  expect(sdkKey(["a"])).toBe("a");
  expect(sdkKey([undefined])).toEqual({});
  expect(sdkKey(["a", undefined])).toEqual(["a", {}]);
});

test("the same item gets the same random suffix, and others get others", () => {
  const strategy = {
    format: 1,
    kind: "randomSuffix",
    from: ["/region"],
    suffixes: 1_000,
    into: "/partitionKey",
    separator: "-",
    partitionKeyVersion: 2,
  } as const;
  const keys = new ItemKeys({ definition: { ...region, paths: ["/partitionKey"] }, strategy });
  const keyOf = (id: string) => keys.of(keys.keyed({ id, region: "r" }, identityText(id, ["c"])))[0];
  expect(keyOf("1")).toBe(keyOf("1"));
  expect(new Set(Array.from({ length: 20 }, (_, i) => keyOf(`${i}`))).size).toBeGreaterThan(15);
  expect(keys.added).toEqual([["partitionKey"]]);
});

test("a level that items have by themselves is not added", () => {
  const strategy = {
    format: 1,
    kind: "hierarchical",
    levels: [
      "/tenant",
      {
        format: 1,
        kind: "concat",
        from: ["/region", "/id"],
        into: "/place",
        separator: "-",
        partitionKeyVersion: 2,
      },
    ],
  } as const;
  const keys = new ItemKeys({
    definition: { paths: ["/tenant", "/place"], kind: "MultiHash", version: 2 },
    strategy,
  });
  expect(keys.added).toEqual([["place"]]);
  const item = keys.keyed({ id: "1", tenant: "t", region: "r" }, "");
  expect(keys.of(item)).toEqual(["t", "r-'1"]);
});

test("what the server adds is left out", () => {
  expect(
    withoutSystem({ id: "1", _rid: "x", _ts: 1, _etag: "e", _lsn: 5, _self: "s", _attachments: "a", n: 1 }),
  ).toEqual({
    id: "1",
    n: 1,
  });
});
