import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePartitionKey } from "./effective-partition-key.ts";
import { toHex } from "./hex.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";

function definitionOf(
  components: readonly unknown[],
  kind: "Hash" | "MultiHash" | "Range",
  version: 1 | 2,
): PartitionKeyDefinition {
  return { paths: components.map((_, index) => `/p${index}`), kind, version };
}

const v1 = (...components: PartitionKeyComponent[]) =>
  toHex(effectivePartitionKey(components, definitionOf(components, "Hash", 1)));
const v2 = (...components: PartitionKeyComponent[]) =>
  toHex(effectivePartitionKey(components, definitionOf(components, "Hash", 2)));
const multi = (...components: PartitionKeyComponent[]) =>
  toHex(effectivePartitionKey(components, definitionOf(components, "MultiHash", 2)));

const latin99 = "abcdefghijklmnopqrstuvwxyz".repeat(4).slice(0, 99);
const cyrillic51 = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя".repeat(2).slice(0, 51);

describe("effectivePartitionKey, the published vectors", () => {
  it.each<[PartitionKeyComponent, string | undefined, string | undefined]>([
    ["partitionKey", "05C1E1B3D9CD2608716273756A756A706F4C667A00", undefined],
    ["redmond", "05C1EFE313830C087366656E706F6500", "22E342F38A486A088463DFF7838A5963"],
    ["", "05C1CF33970FF80800", "32E9366E637A71B4E710384B2F4970A0"],
    ["aa", "05C1C7B7270FE008626200", "05033626483AE80D00E44FBD35362B19"],
    [null, "05C1ED45D7475601", "378867E4430E67857ACE5C908374FE16"],
    [true, "05C1D7C5A903D803", "0E711127C5B5A8E4726AC6DD306A3E59"],
    [false, "05C1DB857D857C02", "2FE1BE91E90A3439635E0E9E37361EF2"],
    [undefined, "05C1D529E345DC00", "11622DAA78F835834610ABE56EFF5CB5"],
    [5, "05C1D9C1C5517C05C014", "19C08621B135968252FB34B4CF66F811"],
    [5.5, "05C1D7A771716C05C016", "0E2EE47829D1AF775EEFB6540FD1D0ED"],
    [12313.1221, "05C1ED154D592E05C0C90723F50FC925D8", "27E7ECA8F2EE3E53424DE8D5220631C6"],
    [123456789, "05C1D9E1A5311C05C19DB7CD8B40", "1F56D2538088EBA82CCF988F36E16760"],
    [latin99, undefined, "072D8FA3228DD2A6C0A7129C845700E6"],
  ])("%s", (component, expectedV1, expectedV2) => {
    if (expectedV1 !== undefined) expect(v1(component)).toBe(expectedV1);
    if (expectedV2 !== undefined) expect(v2(component)).toBe(expectedV2);
  });

  it("hashes several components together in version 1 and version 2", () => {
    expect(v2(5, "redmond", true, null)).toBe("3032DECBE2AB1768D8E0AEDEA35881DF");
    expect(v2("redmond", 50, 5.5, true, false, null, "", 12313.1221)).toBe(
      "1A5E512F591E980E07A6D8AD5BD5AB2F",
    );
    expect(v1(2, true, false, null, undefined, "Привет!")).toBe(
      "05C1D19581B37C05C0000302010008D1A0D281D1B9D1B3D1B6D2832200",
    );
  });

  it("keeps 100 bytes of a string in version 1, and ends a longer one without a terminator", () => {
    expect(v1(latin99)).toMatch(/^05C19B2DC38FC008/);
    expect(v1(latin99)).toMatch(/00$/);
    expect(v1(latin99)).toHaveLength((8 + 99 + 1) * 2);
    const long = v1("a".repeat(500));
    expect(long).toBe(v1("a".repeat(101)));
    expect(long.endsWith("62".repeat(101))).toBe(true);
  });

  it("hashes each level of a hierarchical key apart", () => {
    expect(multi("/path1", "/path2", "/path3")).toBe(
      "3499FD5198AE0F1EB6B77F6E428D2FF027A1848BD1102A3B65AFF266874D0FF52CA5ABC953544CF9BD94776DA5E6EA52",
    );
    expect(multi("redmond", 5)).toBe("22E342F38A486A088463DFF7838A596319C08621B135968252FB34B4CF66F811");
    expect(multi("Microsoft", "alice", "s1")).toBe(
      "188C347FDB4ED0ECB72D5C45AC75198135EAEE8D6020FFCABDE75797DFE27C342924A879AFFF52A411F93F1A83532751",
    );
  });

  it("decides by bytes, not characters, whether a string is short", () => {
    const key = v1(cyrillic51);
    expect(key).toMatch(/^05C1EB1F29DBFA08/);
    expect(v2(cyrillic51)).toBe("2D63C2F5FDAC6EFE5660CD509A723A90");
    expect(key).toHaveLength((8 + 101) * 2);
    expect(key.endsWith("00")).toBe(false);
  });
});

describe("effectivePartitionKey", () => {
  it("takes prefixes of hierarchical keys, and only of those", () => {
    const definition: PartitionKeyDefinition = { paths: ["/a", "/b", "/c"], kind: "MultiHash", version: 2 };
    expect(toHex(effectivePartitionKey([], definition))).toBe("");
    expect(toHex(effectivePartitionKey(["redmond"], definition))).toBe(v2("redmond"));
    expect(() => effectivePartitionKey([1, 2, 3, 4], definition)).toThrow(
      expect.objectContaining({ code: "TooManyComponents" }),
    );
    expect(() => effectivePartitionKey([1], { paths: ["/a", "/b"], version: 2 })).toThrow(
      expect.objectContaining({ code: "TooFewComponents" }),
    );
  });

  it("is version 1 of kind Hash unless told otherwise", () => {
    expect(toHex(effectivePartitionKey(["redmond"], { paths: ["/a"] }))).toBe(v1("redmond"));
  });

  it("makes one key of 0 and -0, and refuses what JSON can't hold", () => {
    expect(v2(-0)).toBe(v2(0));
    expect(v1(-0)).toBe(v1(0));
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => v2(value)).toThrow(expect.objectContaining({ code: "NotFinite" }));
      expect(() => v1(value)).toThrow(expect.objectContaining({ code: "NotFinite" }));
    }
    const object = { not: "scalar" } as unknown as string;
    expect(() => v2(object)).toThrow(expect.objectContaining({ code: "NotScalar" }));
  });

  it("keeps the order of numbers and of short strings in kind Range", () => {
    const range = (component: PartitionKeyComponent) =>
      toHex(effectivePartitionKey([component], definitionOf([component], "Range", 1)));
    expect(range(5)).toBe("05C014");
    expect(range(2)).toBe("05C000");
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(Math.sign(compare(range(a), range(b)))).toBe(Math.sign(compare(a, b)));
      }),
    );
    const strings = fc.string({ unit: "grapheme", maxLength: 20 });
    const utf8 = (text: string) => toHex(new TextEncoder().encode(text));
    fc.assert(
      fc.property(strings, strings, (a, b) => {
        expect(Math.sign(compare(range(a), range(b)))).toBe(Math.sign(compare(utf8(a), utf8(b))));
      }),
    );
  });

  it("reads strings as TextEncoder does, lone surrogates included", () => {
    const replaced = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        expect(v2(text)).toBe(v2(replaced(text)));
      }),
    );
    expect(v2("\ud800x")).toBe(v2("\ufffdx"));
    expect(v2("x\udc00")).toBe(v2("x\ufffd"));
    expect(v2("😀")).not.toBe(v2("\ufffd"));
  });

  it("grows its buffer for long keys without losing what came before", () => {
    const long = "x".repeat(10_000);
    expect(v2("before", long)).not.toBe(v2("befor", long));
    expect(v2(long)).toBe(v2(long));
  });
});

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
