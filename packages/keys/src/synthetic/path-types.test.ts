/* The compiler is the test here: each line marked as an error must be one, and no other may. */

import { describe, expect, it } from "vitest";
import { concat } from "./concat.ts";
import { hashSuffix } from "./hash-suffix.ts";
import { hierarchical } from "./hierarchical.ts";
import type { PathOf } from "./path-types.ts";
import { strategiesFor } from "./strategies-for.ts";
import { day } from "./time-bucket.ts";

interface Reading {
  id: string;
  deviceId: string;
  at: string;
  place: { site: string; floor?: number; tags: string[] };
  "odd/name": boolean;
  parent?: Reading;
}

describe("types", () => {
  it("know the paths of an item", () => {
    const paths: PathOf<Reading>[] = [
      "/id",
      "/place/site",
      "/place/floor",
      '/"odd/name"',
      "/parent/place/site",
      '/"id"',
    ];
    // @ts-expect-error there is no such property
    const missing: PathOf<Reading> = "/deviceID";
    // @ts-expect-error an object can't be part of a key
    const object: PathOf<Reading> = "/place";
    // @ts-expect-error nor can an array
    const array: PathOf<Reading> = "/place/tags";
    // @ts-expect-error a slash in a name needs quotes
    const unquoted: PathOf<Reading> = "/odd/name";
    expect([...paths, missing, object, array, unquoted]).toHaveLength(10);
  });

  it("check strategies against the item type", () => {
    const strategies = strategiesFor<Reading>();
    const byDay = strategies.concat({ from: ["/deviceId", day("/at")] });
    expect(byDay.keyOf({ deviceId: "d", at: "2018-08-09" })).toBe("d|2018-08-09");
    // @ts-expect-error there is no such property
    strategies.concat({ from: ["/deviceID"] });
    // @ts-expect-error there is no such property
    strategies.concat({ from: [day("/when")] });
    // @ts-expect-error there is no such property
    strategies.hashSuffix({ from: ["/deviceId"], of: ["/vin"], suffixes: 4 });
    // @ts-expect-error there is no such property
    strategies.randomSuffix({ from: ["/place/room"], suffixes: 4 });
  });

  it("infer what a key needs from its paths", () => {
    const byVin = hashSuffix({ from: ["/date"], of: ["/car/vin"], suffixes: 4 });
    const key: string = byVin.keyOf({ date: "d", car: { vin: "v" } });
    expect(key).toMatch(/^d\.[1-4]$/);
    // @ts-expect-error the VIN is missing
    expect(() => byVin.keyOf({ date: "d" })).toThrow("/car/vin");
    // @ts-expect-error an object can't be part of a key
    expect(() => byVin.keyOf({ date: {}, car: { vin: "v" } })).toThrow("/date");
    // @ts-expect-error a query by natural key needs the date
    expect(() => byVin.keysOf({})).toThrow("/date");
    expect(byVin.keysOf({ date: "d" })).toHaveLength(4);
  });

  it("know the property that is added", () => {
    const applied = concat({ from: ["/a"], into: "/keys/pk" }).apply({ a: 1, b: true });
    const key: string = applied.keys.pk;
    const kept: boolean = applied.b;
    // @ts-expect-error the key is elsewhere
    expect(applied.partitionKey).toBeUndefined();
    expect([key, kept]).toEqual(["1", true]);
    const named: string = concat({ from: ["/a"] }).apply({ a: 1 }).partitionKey;
    expect(named).toBe("1");
  });

  it("let parts be absent where a placeholder stands in", () => {
    const lenient = concat({ from: ["/a", "/b"], placeholder: "none" });
    expect(lenient.keyOf({ a: 1 })).toBe("1|none");
    // @ts-expect-error without a placeholder both are needed
    expect(() => concat({ from: ["/a", "/b"] }).keyOf({ a: 1 })).toThrow("/b");
  });

  it("know the levels of a hierarchical key", () => {
    const byTenant = hierarchical({ levels: ["/tenantId", concat({ from: [day("/at")], into: "/day" })] });
    expect(byTenant.keyOf({ tenantId: "t", at: "2018-08-09" })).toEqual(["t", "2018-08-09"]);
    // @ts-expect-error the time is missing
    expect(() => byTenant.keyOf({ tenantId: "t" })).toThrow("/at");
  });

  it("ask for nothing where paths are not known at compile time", () => {
    const path: `/${string}` = "/a";
    expect(concat({ from: [path] }).keyOf({ a: "x" })).toBe("x");
  });
});
