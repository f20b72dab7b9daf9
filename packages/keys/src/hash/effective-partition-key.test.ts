import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePartitionKey } from "./effective-partition-key.ts";
import { epkOfBytes } from "./epk.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";

function definitionOf(
  components: readonly unknown[],
  kind: "Hash" | "MultiHash" | "Range",
  version: 1 | 2,
): PartitionKeyDefinition {
  return { paths: components.map((_, index) => `/p${index}`), kind, version };
}

const v1 = (...components: PartitionKeyComponent[]) =>
  effectivePartitionKey(components, definitionOf(components, "Hash", 1));
const v2 = (...components: PartitionKeyComponent[]) =>
  effectivePartitionKey(components, definitionOf(components, "Hash", 2));
const multi = (...components: PartitionKeyComponent[]) =>
  effectivePartitionKey(components, definitionOf(components, "MultiHash", 2));

const latin = (length: number) => "abcdefghijklmnopqrstuvwxyz".repeat(5).slice(0, length);
const cyrillic = (length: number) => "абвгдеёжзийклмнопрстуфхцчшщъыьэюя".repeat(4).slice(0, length);
/** A text as version 1 writes it behind the hash. */
const ordered = (text: string) => epkOfBytes(new TextEncoder().encode(text).map((byte) => byte + 1));

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
    [latin(99), undefined, "072D8FA3228DD2A6C0A7129C845700E6"],
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

  it("sees the first 100 characters of a string in version 1, in the hash and behind it", () => {
    expect(v1(latin(99))).toBe(`05C19B2DC38FC008${ordered(latin(99))}00`);
    expect(v1(latin(100))).toBe(`05C1DD5D81496408${ordered(latin(100))}00`);
    expect(v1(latin(101))).toBe(v1(latin(100)));
    expect(v1(latin(116))).toBe(v1(latin(100)));
    expect(v1("a".repeat(1024))).toBe(`05C1EB5921F70608${"62".repeat(100)}00`);
    expect(v2("a".repeat(1024))).toBe("332BDF5512AE49615F32C7D98C2DB86C");
    expect(v2(latin(100))).toBe("023D5F0B62EBEF22A43564F267193B4D");
    expect(v2(latin(110))).toBe("1F3577D1D9CA7FC56100AED11F4DC646");
  });

  it("keeps 101 bytes of what has more in version 1, without a terminator", () => {
    expect(v1(cyrillic(50))).toBe(`05C1B339EF472008${ordered(cyrillic(50))}00`);
    expect(v1(cyrillic(51))).toBe(`05C1EB1F29DBFA08${ordered(cyrillic(51)).slice(0, 202)}`);
    expect(v1(cyrillic(99))).toBe(`05C1E72F79C71608${ordered(cyrillic(99)).slice(0, 202)}`);
    expect(v1(cyrillic(100))).toBe(`05C1E3653D9F3E08${ordered(cyrillic(100)).slice(0, 202)}`);
    expect(v1(cyrillic(101))).toBe(v1(cyrillic(100)));
    expect(v2(cyrillic(51))).toBe("2D63C2F5FDAC6EFE5660CD509A723A90");
    expect(v2(cyrillic(101))).toBe("0B6D25D07748AB9CA0F523D4BAD146C8");
  });

  it("takes numbers from the smallest to the largest", () => {
    expect(v1(Number.MIN_VALUE)).toBe("05C1E5C91F4D3005800101010101010102");
    expect(v1(Number.MAX_VALUE)).toBe("05C1CBE367C53005FFEFFFFFFFFFFFFFFE");
    expect(v1(-128)).toBe("05C1D73349F54C053FA0");
    expect(v1(-(2 ** 63))).toBe("05C1DB35F33D1C053C20");
    expect(v2(Number.MIN_VALUE)).toBe("0E6CBA63A280927DE485DEF865800139");
    expect(v2(Number.MAX_VALUE)).toBe("31424D996457102634591FF245DBCC4D");
    expect(v2(-128)).toBe("01DAEDABF913540367FE219B2AD06148");
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
});

describe("effectivePartitionKey", () => {
  it("takes prefixes of hierarchical keys, and only of those", () => {
    const definition: PartitionKeyDefinition = { paths: ["/a", "/b", "/c"], kind: "MultiHash", version: 2 };
    expect(effectivePartitionKey([], definition)).toBe("");
    expect(effectivePartitionKey(["redmond"], definition)).toBe(v2("redmond"));
    expect(() => effectivePartitionKey([1, 2, 3, 4], definition)).toThrow(
      expect.objectContaining({ code: "TooManyComponents" }),
    );
    expect(() => effectivePartitionKey([1], { paths: ["/a", "/b"], version: 2 })).toThrow(
      expect.objectContaining({ code: "TooFewComponents" }),
    );
  });

  it("is version 1 of kind Hash unless told otherwise", () => {
    expect(effectivePartitionKey(["redmond"], { paths: ["/a"] })).toBe(v1("redmond"));
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
      effectivePartitionKey([component], definitionOf([component], "Range", 1));
    expect(range(5)).toBe("05C014");
    expect(range(2)).toBe("05C000");
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(Math.sign(compare(range(a), range(b)))).toBe(Math.sign(compare(a, b)));
      }),
    );
    const strings = fc.string({ unit: "grapheme", maxLength: 20 });
    const utf8 = (text: string) => epkOfBytes(new TextEncoder().encode(text));
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

  it("cuts version 1 strings by UTF-16 units, and keeps bytes of zero", () => {
    const pair = "😀";
    expect(v1(`${latin(99)}${pair}x`)).toBe(v1(`${latin(99)}\ufffd`));
    expect(v1(`${latin(98)}${pair}x`)).toBe(v1(`${latin(98)}${pair}`));
    expect(v1("a\0")).not.toBe(v1("a"));
    expect(v1("a\0")).toMatch(/08620100$/);
    expect(v2("a\0")).not.toBe(v2("a"));
    // Only what follows the first 100 characters may differ.
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), fc.string({ maxLength: 5 }), (text, more) => {
        expect(v1(text) === v1(text + more)).toBe(text.length >= 100 || more === "");
      }),
    );
  });

  it("grows its buffer for long keys without losing what came before", () => {
    const long = "x".repeat(10_000);
    expect(v2("before", long)).not.toBe(v2("befor", long));
    expect(v2(long)).toBe(v2(long));
  });
});

describe("the hashes of @azure/cosmos", () => {
  type SdkHash = (key: readonly unknown[], definition: PartitionKeyDefinition) => string;
  // The SDK hashes keys for its bulk requests; it does not export the function.
  const require = createRequire(import.meta.url);
  const hashing = join(dirname(require.resolve("@azure/cosmos")), "utils/hashing/hash.js");
  const { hashPartitionKey } = require(hashing) as { readonly hashPartitionKey: SdkHash };

  const sdk = (kind: "Hash" | "MultiHash", version: 1 | 2, key: readonly PartitionKeyComponent[]) =>
    hashPartitionKey(key, definitionOf(key, kind, version));

  it.each([
    "9007199254740991",
    "9007199254740993",
    "-9007199254740993",
    "12345678987654321",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
  ])("are ours of the integer %s, which both see as a double", (digits) => {
    const value = JSON.parse(digits) as number;
    expect(v1(value)).toBe(sdk("Hash", 1, [value]));
    expect(v2(value)).toBe(sdk("Hash", 2, [value]));
    expect(multi(value, "a", value)).toBe(sdk("MultiHash", 2, [value, "a", value]));
  });

  it("are ours of other keys, in version 2", () => {
    const component = fc.oneof(
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(Number),
      // The SDK hashes -0 as another key than 0.
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(null, true, false, undefined),
    );
    fc.assert(
      fc.property(fc.array(component, { minLength: 1, maxLength: 3 }), (key) => {
        expect(v2(...key)).toBe(sdk("Hash", 2, key));
        expect(multi(...key)).toBe(sdk("MultiHash", 2, key));
      }),
    );
  });
});

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
