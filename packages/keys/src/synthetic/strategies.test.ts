import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concat } from "./concat.ts";
import { hashSuffix } from "./hash-suffix.ts";
import { hierarchical } from "./hierarchical.ts";
import type { Path } from "./join-parts.ts";
import { parseStrategy } from "./parse-strategy.ts";
import type { Part } from "./path-types.ts";
import { randomSuffix } from "./random-suffix.ts";
import type { SyntheticKeyStrategy } from "./strategy.ts";
import { day, hour, month } from "./time-bucket.ts";

const half = { random: () => 0.5 };
const withCode = (code: string) => expect.objectContaining({ code });

describe("concat", () => {
  const byDeviceAndDate = concat({ from: ["/deviceId", "/date"], into: "/partitionKey", separator: "-" });

  it("joins the parts", () => {
    expect(byDeviceAndDate.keyOf({ deviceId: "abc-123", date: 2018 })).toBe("abc-123-2018");
    expect(byDeviceAndDate.keysOf({ deviceId: "abc-123", date: 2018 })).toEqual(["abc-123-2018"]);
    expect(byDeviceAndDate.pointKeysOf({ deviceId: "abc-123", date: 2018 })).toEqual(["abc-123-2018"]);
  });

  it("keeps part lists apart unless plain joining is asked for", () => {
    expect(byDeviceAndDate.isUnambiguous).toBe(true);
    expect(byDeviceAndDate.keyOf({ deviceId: "a-b", date: "c" })).not.toBe(
      byDeviceAndDate.keyOf({ deviceId: "a", date: "b-c" }),
    );
    const plain = concat({ from: ["/deviceId", "/date"], separator: "-", plain: true });
    expect(plain.isUnambiguous).toBe(false);
    expect(plain.keyOf({ deviceId: "a", date: "b-c" })).toBe("a-b-c");
    expect(plain.keyOf({ deviceId: "2018", date: 9 })).toBe("2018-9");
  });

  it("reads nested and quoted paths, and puts the key into one", () => {
    const nested = concat({ from: ["/tenant/name", '/"a/b"'], into: "/keys/partition", separator: ":" });
    const item = { id: "1", tenant: { name: "contoso" }, "a/b": true, keys: { other: 1 } };
    expect(nested.apply(item)).toEqual({ ...item, keys: { other: 1, partition: "contoso:true" } });
    expect(item.keys).toEqual({ other: 1 });
    expect(nested.into).toEqual(["/keys/partition"]);
  });

  it("does not change its input", () => {
    const item = Object.freeze({ deviceId: "d", date: 1, at: Object.freeze({ place: "x" }) });
    const applied = byDeviceAndDate.apply(item);
    expect(applied).toEqual({ deviceId: "d", date: 1, at: { place: "x" }, partitionKey: "d-1" });
    expect(item).not.toHaveProperty("partitionKey");
  });

  it("refuses a missing part, or puts the stated placeholder", () => {
    expect(() => byDeviceAndDate.keyOf({ deviceId: "d" } as never)).toThrow(withCode("MissingPart"));
    const lenient = concat({ from: ["/deviceId", "/date"], separator: "-", placeholder: "none" });
    expect(lenient.keyOf({ deviceId: "d" })).toBe("d-none");
    expect(lenient.keyOf({ deviceId: null, date: 1 })).toBe("null-1");
  });

  it.each([[{}], [[1]], [Number.NaN], [Number.POSITIVE_INFINITY], [() => 1]])(
    "refuses %s as a part",
    (value) => {
      expect(() => byDeviceAndDate.keyOf({ deviceId: "d", date: value as never })).toThrow(
        withCode("InvalidPart"),
      );
    },
  );

  it("takes the month, day or hour of a timestamp", () => {
    const byDay = concat({ from: ["/device", day("/at")] });
    expect(byDay.keyOf({ device: "d", at: "2018-08-09T14:05:06Z" })).toBe("d|2018-08-09");
    expect(concat({ from: [month("/at", "s")] }).keyOf({ at: 1533823506 })).toBe("2018-08");
    expect(concat({ from: [hour("/at")] }).keyOf({ at: 1533823506000 })).toBe("2018-08-09T14");
    expect(() => byDay.keyOf({ device: "d", at: "soon" })).toThrow(withCode("InvalidPart"));
  });

  it("gives the same key in a thousand shuffles of property order", () => {
    const strategy = concat({ from: ["/a", "/b/c", "/d"] });
    const entries: [string, unknown][] = [
      ["a", "x"],
      ["b", { c: 1, z: 2 }],
      ["d", null],
      ["e", "other"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(strategy.keyOf(Object.fromEntries(shuffled) as never)).toBe("x|1|null");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the limits of a key", () => {
  it("refuses more than 2,048 bytes, or 100 on a version 1 container", () => {
    const two = concat({ from: ["/a"] });
    expect(two.keyOf({ a: "x".repeat(2048) })).toHaveLength(2048);
    expect(() => two.keyOf({ a: "x".repeat(2049) })).toThrow(withCode("KeyTooLong"));
    expect(() => two.keyOf({ a: "ж".repeat(1025) })).toThrow(withCode("KeyTooLong"));
    const one = concat({ from: ["/a"], partitionKeyVersion: 1 });
    expect(one.keyOf({ a: "x".repeat(100) })).toHaveLength(100);
    expect(() => one.keyOf({ a: "x".repeat(101) })).toThrow(withCode("KeyTooLong"));
    expect(() => one.keyOf({ a: "😀".repeat(26) })).toThrow(withCode("KeyTooLong"));
    expect(one.keyOf({ a: "😀".repeat(25) })).toHaveLength(50);
  });

  it("counts the suffix", () => {
    const one = hashSuffix({ from: ["/a"], of: ["/b"], suffixes: 9, partitionKeyVersion: 1 });
    expect(one.keyOf({ a: "x".repeat(98), b: 1 })).toHaveLength(100);
    expect(() => one.keyOf({ a: "x".repeat(99), b: 1 })).toThrow(withCode("KeyTooLong"));
    expect(() => one.keysOf({ a: "x".repeat(99) })).toThrow(withCode("KeyTooLong"));
  });
});

describe("randomSuffix", () => {
  const spread = randomSuffix({ from: ["/date"], suffixes: 400 }, half);

  it("adds 1 to N", () => {
    expect(spread.keyOf({ date: "2018-08-09" })).toBe("2018-08-09.201");
    const lowest = randomSuffix({ from: ["/date"], suffixes: 400 }, { random: () => 0 });
    expect(lowest.keyOf({ date: "2018-08-09" })).toBe("2018-08-09.1");
    const highest = randomSuffix({ from: ["/date"], suffixes: 400 }, { random: () => 1 - Number.EPSILON });
    expect(highest.keyOf({ date: "2018-08-09" })).toBe("2018-08-09.400");
  });

  it("names the keys that a reader must visit", () => {
    const keys = spread.keysOf({ date: "2018-08-09" });
    expect(keys).toHaveLength(400);
    expect([keys[0], keys.at(-1)]).toEqual(["2018-08-09.1", "2018-08-09.400"]);
  });

  it("keeps the key that an item rightly carries", () => {
    const kept = { date: "2018-08-09", partitionKey: "2018-08-09.17" };
    expect(spread.apply(kept)).toEqual(kept);
    expect(spread.pointKeysOf(kept)).toEqual(["2018-08-09.17"]);
    for (const partitionKey of [
      "2018-08-10.17",
      "2018-08-09.401",
      "2018-08-09.0",
      "2018-08-09.017",
      "2018-08-09.",
      17,
    ]) {
      expect(spread.carriedKeyOf({ date: "2018-08-09", partitionKey })).toBeUndefined();
      expect(spread.apply({ date: "2018-08-09", partitionKey })).toEqual({
        date: "2018-08-09",
        partitionKey: "2018-08-09.201",
      });
    }
    expect(spread.pointKeysOf({ date: "2018-08-09" })).toBeUndefined();
  });
});

describe("hashSuffix", () => {
  const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400 });
  const vehicle = { date: "2018-08-09", vin: "1FTFW1ET5DFC10312" };

  it("always gives one vehicle the same suffix", () => {
    expect(byVin.keyOf(vehicle)).toMatch(/^2018-08-09\.\d{1,3}$/);
    expect(byVin.keyOf({ ...vehicle })).toBe(byVin.keyOf(vehicle));
    expect(byVin.keysOf({ date: "2018-08-09" })).toContain(byVin.keyOf(vehicle));
    expect(byVin.keysOf({ date: "2018-08-09" })).toHaveLength(400);
  });

  it("finds items of every generation when N has grown", () => {
    const before = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 100 });
    const after = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400, earlierSuffixes: [100] });
    fc.assert(
      fc.property(fc.string(), (vin) => {
        const item = { date: "d", vin };
        const old = before.apply(item);
        expect(after.pointKeysOf(item)?.[0]).toBe(after.keyOf(item));
        expect(after.pointKeysOf(item)).toContain(old.partitionKey);
        expect(after.keysOf(item)).toEqual(expect.arrayContaining([old.partitionKey, after.keyOf(item)]));
        expect(after.apply(old)).toEqual(old);
        expect(after.apply(item).partitionKey).toBe(byVin.keyOf(item));
      }),
    );
  });

  it("refuses numbers of suffixes that make no sense", () => {
    for (const suffixes of [0, -1, 1.5, Number.NaN, 10_001]) {
      expect(() => hashSuffix({ from: ["/a"], of: ["/b"], suffixes })).toThrow(withCode("InvalidStrategy"));
    }
    expect(() => hashSuffix({ from: ["/a"], of: ["/b"], suffixes: 100, earlierSuffixes: [400] })).toThrow(
      /grows only/,
    );
  });
});

describe("hierarchical", () => {
  const byTenant = hierarchical({
    levels: ["/tenantId", concat({ from: [day("/at")], into: "/day" }), "/sessionId"],
  });
  const event = { tenantId: "contoso", at: "2018-08-09T14:05:06Z", sessionId: 7 };

  it("fills several paths", () => {
    expect(byTenant.into).toEqual(["/tenantId", "/day", "/sessionId"]);
    expect(byTenant.keyOf(event)).toEqual(["contoso", "2018-08-09", 7]);
    expect(byTenant.apply(event)).toEqual({ ...event, day: "2018-08-09" });
    expect(byTenant.pointKeysOf(event)).toEqual([["contoso", "2018-08-09", 7]]);
  });

  it("queries by a prefix", () => {
    expect(byTenant.keysOf({ tenantId: "contoso" })).toEqual([["contoso"]]);
    expect(byTenant.keysOf({ tenantId: "contoso", at: "2018-08-09" })).toEqual([["contoso", "2018-08-09"]]);
    expect(byTenant.keysOf({ tenantId: "contoso", sessionId: 7 })).toEqual([["contoso"]]);
    expect(() => byTenant.keysOf({ at: "2018-08-09" })).toThrow(withCode("MissingPart"));
  });

  it("takes suffixes as a level", () => {
    const spread = hierarchical({
      levels: ["/tenantId", hashSuffix({ from: ["/tenantId"], of: ["/user"], suffixes: 3, into: "/spread" })],
    });
    expect(spread.keysOf({ tenantId: "t" })).toEqual([
      ["t", "t.1"],
      ["t", "t.2"],
      ["t", "t.3"],
    ]);
    const item = spread.apply({ tenantId: "t", user: "u" });
    expect(spread.carriedKeyOf(item)).toEqual(["t", item.spread]);
    const random = hierarchical({ levels: ["/a", randomSuffix({ from: ["/a"], suffixes: 3 }, half)] });
    expect(random.pointKeysOf({ a: "x" })).toBeUndefined();
    expect(random.keyOf({ a: "x" })).toEqual(["x", "x.2"]);
  });

  it("refuses missing levels, or fills them with the placeholder", () => {
    expect(() => byTenant.keyOf({ ...event, sessionId: undefined } as never)).toThrow(
      withCode("MissingPart"),
    );
    const lenient = hierarchical({ levels: ["/a", "/b"], placeholder: "none" });
    expect(lenient.apply({ a: 1 } as never)).toEqual({ a: 1, b: "none" });
    expect(lenient.keyOf({ a: null, b: 1 })).toEqual([null, 1]);
  });

  it("refuses levels that can't be", () => {
    expect(() => hierarchical({ levels: [] })).toThrow(withCode("InvalidStrategy"));
    expect(() => hierarchical({ levels: ["/a", "/a"] })).toThrow(withCode("InvalidStrategy"));
    const one = concat({ from: ["/a"], into: "/b", partitionKeyVersion: 1 });
    expect(() => hierarchical({ levels: ["/a", one] })).toThrow(withCode("InvalidStrategy"));
  });
});

describe("parseStrategy", () => {
  const strategies: SyntheticKeyStrategy[] = [
    concat({ from: ["/deviceId", day("/at", "s")], separator: "-" }),
    concat({ from: ["/deviceId"], plain: true, separator: "", placeholder: null, partitionKeyVersion: 1 }),
    randomSuffix({ from: ["/deviceId"], suffixes: 400 }, half),
    hashSuffix({ from: ["/deviceId"], of: ["/n", "/deviceId"], suffixes: 400, earlierSuffixes: [100, 10] }),
    hierarchical({ levels: ["/deviceId", concat({ from: [month("/at")], into: "/month" })], placeholder: 1 }),
  ];
  const item = { deviceId: "d-1", at: 1533823506, n: 3 };

  it.each(strategies.map((strategy) => [JSON.stringify(strategy), strategy] as const))(
    "%s",
    (json, strategy) => {
      const again = parseStrategy(json, half);
      expect(JSON.stringify(again)).toBe(json);
      expect(JSON.stringify(parseStrategy(JSON.parse(json), half))).toBe(json);
      expect(again.keyOf(item)).toEqual(strategy.keyOf(item));
      expect(again.keysOf(item)).toEqual(strategy.keysOf(item));
      expect(again.kind).toBe(strategy.kind);
    },
  );

  it("gives back any strategy, with the same keys", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((names): Path => `/${names.join("/")}`);
    const part: fc.Arbitrary<Part> = fc.oneof(
      path,
      fc.record({ path, bucket: fc.constantFrom("day", "hour", "month"), unit: fc.constantFrom("ms", "s") }),
    );
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    const optional = fc.record(
      {
        into: path,
        separator: fc.constantFrom("-", "::", "|"),
        plain: fc.boolean(),
        placeholder: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        partitionKeyVersion: fc.constantFrom(1 as const, 2 as const),
      },
      { requiredKeys: ["placeholder"] },
    );
    const suffixes = fc.integer({ min: 10, max: 10_000 });
    const strategy: fc.Arbitrary<SyntheticKeyStrategy> = fc.oneof(
      fc.tuple(parts, optional).map(([from, options]) => concat({ from, ...options })),
      fc
        .tuple(parts, optional, suffixes)
        .map(([from, options, n]) => randomSuffix({ from, ...options, suffixes: n }, half)),
      fc
        .tuple(parts, parts, optional, suffixes)
        .map(([from, of, options, n]) =>
          hashSuffix({ from, of, ...options, suffixes: n, earlierSuffixes: [3, n - 1] }),
        ),
      fc
        .tuple(parts, path)
        .map(([from, level]) =>
          hierarchical({ levels: [level, concat({ from, into: "/the/key" })], placeholder: 1 }),
        ),
    );
    fc.assert(
      fc.property(strategy, (original) => {
        const again = parseStrategy(JSON.stringify(original), half);
        expect(again.toJSON()).toEqual(original.toJSON());
        expect(outcome(() => again.keyOf({ a: "x" }))).toEqual(outcome(() => original.keyOf({ a: "x" })));
      }),
    );
  });

  it.each([
    "{",
    "null",
    "7",
    "{}",
    '{"kind":"concat"}',
    '{"kind":"concat","format":2,"from":["/a"]}',
    '{"kind":"concat","format":1}',
    '{"kind":"concat","format":1,"from":[]}',
    '{"kind":"concat","format":1,"from":["a"]}',
    '{"kind":"concat","format":1,"from":[null]}',
    '{"kind":"concat","format":1,"from":[{"path":"/a","bucket":"year"}]}',
    '{"kind":"concat","format":1,"from":[{"path":"/a","bucket":"day","unit":"h"}]}',
    '{"kind":"concat","format":1,"from":["/a"],"separator":""}',
    '{"kind":"concat","format":1,"from":["/a"],"separator":7}',
    '{"kind":"concat","format":1,"from":["/a"],"partitionKeyVersion":3}',
    '{"kind":"randomSuffix","format":1,"from":["/a"]}',
    '{"kind":"hashSuffix","format":1,"from":["/a"],"suffixes":4}',
    '{"kind":"hashSuffix","format":1,"from":["/a"],"of":["/b"],"suffixes":4,"earlierSuffixes":1}',
    '{"kind":"hierarchical","format":1}',
    '{"kind":"hierarchical","format":1,"levels":[{"kind":"hierarchical","format":1,"levels":["/a"]}]}',
  ])("refuses %s", (json) => {
    expect(() => parseStrategy(json)).toThrow(withCode("InvalidStrategy"));
  });
});

/** What the work gives, or the error that it ends with. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}
