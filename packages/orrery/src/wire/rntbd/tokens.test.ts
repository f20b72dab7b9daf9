import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bytesMax,
  readTokens,
  type Token,
  TokenType,
  type TokenValue,
  tokenSize,
  writeToken,
} from "./tokens.ts";

function encode(tokens: readonly Token[]): Buffer {
  const bytes = Buffer.alloc(tokens.reduce((sum, token) => sum + tokenSize(token), 0));
  const end = tokens.reduce((offset, token) => writeToken(bytes, token, offset), 0);
  expect(end).toBe(bytes.length);
  return bytes;
}

const bytesOf = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const VALUES: Readonly<Record<keyof typeof TokenType, fc.Arbitrary<TokenValue>>> = {
  byte: fc.nat(0xff),
  ushort: fc.nat(0xffff),
  ulong: fc.nat(0xffff_ffff),
  long: fc.integer(),
  ulonglong: fc.bigInt(0n, 2n ** 64n - 1n),
  longlong: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  guid: fc.uuid(),
  smallString: fc.string({ unit: "grapheme", maxLength: 20 }),
  string: fc.string({ unit: "grapheme", maxLength: 300 }),
  longString: fc.string({ unit: "grapheme", maxLength: 300 }),
  smallBytes: bytesOf(255),
  bytes: bytesOf(300),
  longBytes: bytesOf(300),
  float: fc.float({ noNaN: true }),
  double: fc.double({ noNaN: true }),
};

const token = fc.oneof(
  ...Object.entries(VALUES).map(([name, value]) =>
    fc.record({
      id: fc.nat(0xffff),
      type: fc.constant(TokenType[name as keyof typeof TokenType]),
      value,
    }),
  ),
) as fc.Arbitrary<Token>;
const tokens = fc.uniqueArray(token, { selector: ({ id }) => id, maxLength: 12 });

test("what is written is read", () => {
  fc.assert(
    fc.property(tokens, (list) => {
      expect([...readTokens(encode(list), 12)]).toEqual(list.map(({ id, value }) => [id, value]));
    }),
  );
});

test.each([
  ["byte", TokenType.byte, 7, "341200" + "07"],
  ["u16", TokenType.ushort, 0x0102, "341201" + "0201"],
  ["u32", TokenType.ulong, 0xffff_ffff, "341202" + "ffffffff"],
  ["i32", TokenType.long, -2, "341203" + "feffffff"],
  ["u64", TokenType.ulonglong, 1n, "341204" + "0100000000000000"],
  ["i64", TokenType.longlong, -1n, "341205" + "ffffffffffffffff"],
  [
    "GUID, in the byte order of .NET",
    TokenType.guid,
    "00112233-4455-6677-8899-aabbccddeeff",
    "341206" + "33221100" + "5544" + "7766" + "8899aabbccddeeff",
  ],
  ["short text", TokenType.smallString, "é", "341207" + "02" + "c3a9"],
  ["text", TokenType.string, "ab", "341208" + "0200" + "6162"],
  ["long text", TokenType.longString, "ab", "341209" + "02000000" + "6162"],
  ["few bytes", TokenType.smallBytes, Buffer.from([1]), "34120a" + "01" + "01"],
  ["bytes", TokenType.bytes, Buffer.from([1]), "34120b" + "0100" + "01"],
  ["many bytes", TokenType.longBytes, Buffer.from([1]), "34120c" + "01000000" + "01"],
  ["float", TokenType.float, 1.5, "34120d" + "0000c03f"],
  ["double", TokenType.double, 1.5, "34120e" + "000000000000f83f"],
] as const)("a %s by its bytes", (_, type, value, hex) => {
  expect(encode([{ id: 0x1234, type, value }]).toString("hex")).toBe(hex);
  expect(readTokens(Buffer.from(hex, "hex"), 1)).toEqual(new Map([[0x1234, value]]));
});

test("the longest values fit, by one length each", () => {
  for (const type of [TokenType.smallString, TokenType.string] as const) {
    const value = "x".repeat(bytesMax(type));
    expect(readTokens(encode([{ id: 1, type, value }]), 1).get(1)).toBe(value);
  }
});

describe("hostile input", () => {
  const refusal = { code: "badRequest" };

  test("any bytes at all are tokens or refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          readTokens(Buffer.from(bytes), 8);
        } catch (error) {
          expect(error).toMatchObject(refusal);
        }
      }),
    );
  });

  test("a list that is cut off anywhere but between tokens is refused", () => {
    fc.assert(
      fc.property(token, fc.nat(), (each, cut) => {
        const bytes = encode([each]);
        const length = 1 + (cut % (bytes.length - 1));
        expect(() => readTokens(bytes.subarray(0, length), 1)).toThrow();
      }),
    );
  });

  test.each([
    ["a type that does not exist", "00000f00"],
    ["no type", "0000ff"],
    ["a length beyond the end", "000008ffff61"],
    ["a length of four gigabytes", "000009ffffffff61"],
    ["bytes of four gigabytes", "00000cffffffff61"],
    ["the same token twice", "01000007" + "01000007"],
  ])("%s is refused", (_, hex) => {
    expect(() => readTokens(Buffer.from(hex, "hex"), 8)).toThrow(expect.objectContaining(refusal));
  });

  test("more tokens than allowed are refused", () => {
    const many = Array.from({ length: 9 }, (_, id) => ({ id, type: TokenType.byte, value: 0 }));
    expect(readTokens(encode(many.slice(1)), 8).size).toBe(8);
    expect(() => readTokens(encode(many), 8)).toThrow("more than 8 tokens");
  });
});
