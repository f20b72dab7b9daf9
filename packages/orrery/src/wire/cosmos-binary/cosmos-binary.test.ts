import { type Json, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { NESTING_LEVELS_MAX } from "../../value/nesting-levels.ts";
import { parseJson } from "../parse-json.ts";
import { encodeCosmosBinary } from "./encode-cosmos-binary.ts";

const decode = (hex: string) => parseJson(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const refusal = (message: RegExp) =>
  expect.objectContaining({ code: "badRequest", message: expect.stringMatching(message) });

/** The bytes of ASCII text. */
const ascii = (text: string) => Buffer.from(text).toString("hex");

describe("every form of a value is read", () => {
  test.each<[string, Json]>([
    ["80D0", null],
    ["80D1", false],
    ["80D2", true],
    ["8000", 0],
    ["801F", 31],
    ["80C7 FEFFFFFFFFFFFFFF", 2 ** 64],
    ["80C8 C8", 200],
    ["80C9 18FC", -1000],
    ["80CA 70110100", 70000],
    ["80CB 000EFAD5FEFFFFFF", -5000000000],
    ["80CB 0100000000002000", 9007199254740992],
    ["80CC 0000000000000C40", 3.5],
    ["80CD 0000C03F", 1.5],
    ["80CE 00000000000002C0", -2.25],
    ["80CC 0000000000000080", -0],
    ["80D7 C8", 200],
    ["80D8 FB", -5],
    ["80D9 18FC", -1000],
    ["80DA 90EEFEFF", -70000],
    ["80DB 000EFAD5FEFFFFFF", -5000000000],
    ["80DC FEFFFFFF", 4294967294],
    ["80D3 000102030405060708090A0B0C0D0E0F", "03020100-0504-0706-0809-0a0b0c0d0e0f"],
    ["80DD 02 666F", "Zm8="],
    ["80DE 0300 666F6F", "Zm9v"],
    ["80DF 01000000 41", "QQ=="],
    ["802C", "id"],
    ["803F", "_id"],
    ["8080", ""],
    ["8082 6869", "hi"],
    ["80C0 05 68656C6C6F", "hello"],
    ["80C1 0200 C3A9", "é"],
    ["80C2 01000000 41", "A"],
    ["8071 01 01 666F", "Zm8="],
    ["8071 01 FD 41", "QQ"],
    ["8072 0100 00 FBFFBF", "+/+/"],
    ["8073 01 00 FBFFBF", "-_-_"],
    ["8073 01 02 FB", "-w=="],
    ["8074 0100 FE FBFF", "-_8"],
    ["8075 103254768998BADCFE10325476981032", "01234567-9889-abcd-ef01-234567890123"],
    ["8076 103254768998BADCFE10325476981032", "01234567-9889-ABCD-EF01-234567890123"],
    ["8077 103254768998BADCFE10325476981032", '"01234567-9889-abcd-ef01-234567890123"'],
    ["8078 04 A1B2", "1a2b"],
    ["8079 03 A10B", "1AB"],
    ["807A 07 13531C02", "2024-01"],
    ["807B 03 61 1002", "abc"],
    ["807C 03 61 2008", "abc"],
    ["807D 02 41 4000", "AB"],
    ["807E 02 C834", "Hi"],
    ["807F 0200 C834", "Hi"],
    ["80E0", []],
    ["80E1 D2", [true]],
    ["80E2 03 00 01 D0", [0, 1, null]],
    ["80E3 0300 00 01 D0", [0, 1, null]],
    ["80E4 03000000 00 01 D0", [0, 1, null]],
    ["80E5 02 02 01 02", [1, 2]],
    ["80E6 0200 0200 01 02", [1, 2]],
    ["80E7 02000000 02000000 01 02", [1, 2]],
    ["80E8", {}],
    ["80E9 2C D2", { id: true }],
    ["80EA 05 2C 00 8161 01", { id: 0, a: 1 }],
    ["80EB 0500 2C 00 8161 01", { id: 0, a: 1 }],
    ["80EC 05000000 2C 00 8161 01", { id: 0, a: 1 }],
    ["80ED 05 02 2C 00 8161 01", { id: 0, a: 1 }],
    ["80EE 0500 0200 2C 00 8161 01", { id: 0, a: 1 }],
    ["80EF 05000000 02000000 2C 00 8161 01", { id: 0, a: 1 }],
    ["80F0 DA 03 01000000 02000000 03000000", [1, 2, 3]],
    ["80F1 D8 0200 01 FF", [1, -1]],
    ["80F0 CE 01 0000000000000C40", [3.5]],
    [
      "80F2 F0 DA 02 02 01000000 02000000 03000000 04000000",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["80F3 F1 D7 0100 0200 01 02", [[1], [2]]],
    ["80E2 08 8568656C6C6F C303", ["hello", "hello"]],
    ["80E2 09 8568656C6C6F C40300", ["hello", "hello"]],
    ["80E2 0A 8568656C6C6F C5030000", ["hello", "hello"]],
    ["80E2 0B 8568656C6C6F C603000000", ["hello", "hello"]],
  ])("%s", (hex, value) => {
    expect(decode(hex)).toEqual(value);
  });

  test("a name that objects have already is a property like any other", () => {
    const value = decode(`80E9 89${ascii("__proto__")} E8`) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{}}');
  });
});

describe("digits inside objects and arrays", () => {
  /** Text, and the bytes in which it is written. */
  const WRITTEN: readonly (readonly [text: string, hex: string])[] = [
    ["[9007199254740991]", "80E5 09 01 CB FFFFFFFFFFFF1F00"],
    ["[9007199254740992]", "80E5 09 01 CB 0000000000002000"],
    ["[9007199254740993]", "80E5 09 01 CB 0100000000002000"],
    ["[-9007199254740993]", "80E5 09 01 CB FFFFFFFFFFFFDFFF"],
    ["[9223372036854775806,9223372036854775807]", "80E5 12 02 CB FEFFFFFFFFFFFF7F CB FFFFFFFFFFFFFF7F"],
    ["[-9223372036854775808,-9223372036854775807]", "80E5 12 02 CB 0000000000000080 CB 0100000000000080"],
    ["[9223372036854775808,18446744073709551615]", "80E5 12 02 C7 0000000000000080 C7 FFFFFFFFFFFFFFFF"],
    ['{"a":12345678987654321}', "80ED 0B 01 8161 CB B1F4916254DC2B00"],
    [
      '{"b":[9007199254740993],"a":{"c":9223372036854775807}}',
      "80ED 1E 02 8162 E5 09 01 CB 0100000000002000 8161 ED 0B 01 8163 CB FFFFFFFFFFFFFF7F",
    ],
    ["[-0,1.5]", "80E5 12 02 CC 0000000000000080 CC 000000000000F83F"],
  ];

  test.each(WRITTEN)("%s is written, and read back", (text, hex) => {
    const bytes = hex.replaceAll(" ", "").toLowerCase();
    expect(encodeCosmosBinary(parseJsonText(text)).toString("hex")).toBe(bytes);
    expect(printJsonText(decode(hex))).toBe(text);
  });

  test.each([
    ["one element", "80E1 CB 0100000000002000", "[9007199254740993]"],
    ["one member", "80E9 2C CB 0100000000002000", '{"id":9007199254740993}'],
    ["extended", "80E2 09 DB 0100000000002000", "[9007199254740993]"],
    [
      "a uniform array",
      "80F0 DB 02 0100000000002000 FFFFFFFFFFFFFF7F",
      "[9007199254740993,9223372036854775807]",
    ],
    [
      "uniform arrays",
      "80F2 F0 DB 01 02 0100000000002000 FFFFFFFFFFFFFF7F",
      "[[9007199254740993],[9223372036854775807]]",
    ],
    [
      "a name that comes again",
      "80EA 16 8161 CB 0100000000002000 8161 CB 0000000000002000",
      '{"a":9007199254740992}',
    ],
    ["names like indexes", "80EA 06 8162 01 8131 02", '{"b":1,"1":2}'],
  ])("%s is read", (_, hex, text) => {
    expect(printJsonText(decode(hex))).toBe(text);
  });

  test.each([
    ["18446744073709551616", "0000000000 00F043"],
    ["-9223372036854775809", "0000000000 00E0C3"],
    ["1.0", "0000000000 00F03F"],
    ["1e3", "0000000000 408F40"],
  ])("%s is written as its double", (digits, double) => {
    const bytes = `80e50901cc${double.replaceAll(" ", "").toLowerCase()}`;
    expect(encodeCosmosBinary(parseJsonText(`[${digits}]`)).toString("hex")).toBe(bytes);
  });

  test("integers of 64 bits come through both ways", () => {
    const integers = fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }));
    fc.assert(
      fc.property(integers, (list) => {
        const text = `{"list":[${list.join(",")}],"o":{${list.map((each, i) => `"p${i}":${each}`).join(",")}}}`;
        expect(printJsonText(parseJson(encodeCosmosBinary(parseJsonText(text))))).toBe(text);
      }),
    );
  });
});

describe("malformed bodies say where", () => {
  test.each([
    ["80", /at byte 1 it announces 1 more bytes, but it ends at 1/],
    ["80D0D0", /after the value, at byte 2/],
    ["80CF0000", /0xcf at byte 1 begins no value/],
    ["8068", /0x68 at byte 1 begins no value/],
    ["80FF", /0xff at byte 1/],
    ["8040", /dictionary/],
    ["80674F", /dictionary/],
    ["8082C328", /not UTF-8/],
    ["80C2FFFFFFFF41", /announces 4294967295 more bytes/],
    ["80DFFFFFFFFF41", /announces 4294967295 more bytes/],
    ["80E4FFFFFFFF", /announces 4294967295 more bytes/],
    ["80CC000000000000F07F", /not finite/],
    ["80CD0000C0FF", /not finite/],
    ["807B017FFF", /leaves ASCII/],
    ["8071000141", /padding/],
    ["8071010341", /padding/],
    ["80E201CB", /announces 8 more bytes/],
    ["80E3010085", /announces 5 more bytes/],
    ["80E202CA01020304", /goes on past byte 5/],
    ["80E5020301 02", /announces 3 parts and has 2/],
    ["80ED02012CD0D0", /after the value/],
    ["80E901D0", /name of a property/],
    ["80E3FFFF", /announces 65535 more bytes/],
    ["80C301", /points to byte 1, where no string begins/],
    ["80C3FF", /points to byte 255/],
    ["80E204C303C302", /no string begins/],
    ["80F0C8 01 01", /0xc8 at byte 2/],
    ["80F2F1D70101 01", /0xf1 at byte 2/],
    ["80F1CE FFFF", /announces 8 more bytes/],
  ])("%s", (hex, message) => {
    expect(() => decode(hex)).toThrow(refusal(message));
  });

  test("nesting ends where it does in text", () => {
    const nested = (levels: number) =>
      Buffer.concat([Buffer.of(0x80), Buffer.alloc(levels - 1, 0xe1), Buffer.of(0xe0)]);
    expect(JSON.stringify(parseJson(nested(NESTING_LEVELS_MAX)))).toHaveLength(2 * NESTING_LEVELS_MAX);
    expect(() => parseJson(nested(NESTING_LEVELS_MAX + 1))).toThrow(refusal(/nested deeper than 128 levels/));
    expect(() => parseJson(nested(1_000_000))).toThrow(refusal(/nested deeper/));
    const uniform = Buffer.concat([
      Buffer.of(0x80),
      Buffer.alloc(127, 0xe1),
      Buffer.from("f2f0d70000", "hex"),
    ]);
    expect(() => parseJson(uniform)).toThrow(refusal(/nested deeper/));
  });
});

describe("a small body does not become a large one", () => {
  const tooLarge = expect.objectContaining({ code: "tooLarge" });

  test("by references", () => {
    const text = Buffer.concat([
      Buffer.from("c20000 0100".replaceAll(" ", ""), "hex"),
      Buffer.alloc(0x10000, 0x61),
    ]);
    const references = Buffer.concat(Array.from({ length: 1000 }, () => Buffer.of(0xc3, 0x06)));
    const head = Buffer.alloc(6);
    head[0] = 0x80;
    head[1] = 0xe4;
    head.writeUInt32LE(text.length + references.length, 2);
    expect(() => parseJson(Buffer.concat([head, text, references]))).toThrow(tooLarge);
  });

  test("by system strings, or by arrays of nothing", () => {
    const many = (part: Buffer, count: number) => {
      const parts = Buffer.concat(Array.from({ length: count }, () => part));
      const head = Buffer.from("80e400000000", "hex");
      head.writeUInt32LE(parts.length, 2);
      return Buffer.concat([head, parts]);
    };
    expect(() => parseJson(many(Buffer.of(0x2b), 200_000))).toThrow(tooLarge);
    expect(() => parseJson(many(Buffer.from("f3f1d70000ffff", "hex"), 1000))).toThrow(tooLarge);
  });
});

describe("writing", () => {
  test("uses the forms that the Rust client writes", () => {
    const hex = (value: Json) => encodeCosmosBinary(value).toString("hex");
    expect(hex([null, true, 31, 32, -1, 0.5, "id", {}])).toBe(
      `80e5240 8d0d21fcb2000000000000000cbffffffffffffffffcc000000000000e03f82${ascii("id")}ed0000`.replace(
        " ",
        "",
      ),
    );
    expect(hex("x".repeat(64)).slice(0, 6)).toBe("80c040");
    expect(hex("x".repeat(256)).slice(0, 8)).toBe("80c10001");
    expect(hex("x".repeat(65536)).slice(0, 12)).toBe("80c200000100");
    expect(hex(Array(300).fill(0)).slice(0, 12)).toBe("80e62c012c01");
    expect(hex({ a: "x".repeat(70_000) }).slice(0, 4)).toBe("80ef");
  });

  test("tells an integer as its text would", () => {
    const int64 = (value: number) => encodeCosmosBinary(value).readBigInt64LE(2);
    expect(int64(2 ** 60)).toBe(1152921504606847000n);
    expect(int64(-(2 ** 53))).toBe(-9007199254740992n);
    expect(encodeCosmosBinary(2 ** 63)[1]).toBe(0xc7);
    expect(encodeCosmosBinary(2 ** 64)[1]).toBe(0xcc);
    expect(encodeCosmosBinary(1e21)[1]).toBe(0xcc);
  });
});

describe("properties", () => {
  const json = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

  test("what is written is read back", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(parseJson(encodeCosmosBinary(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("an integer of 64 bits is read as its digits are", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
        const bytes = Buffer.alloc(10, 0x80);
        bytes[1] = 0xcb;
        bytes.writeBigInt64LE(integer, 2);
        expect(parseJson(bytes)).toBe(parseJson(Buffer.from(String(integer))));
      }),
    );
  });

  test("whatever is sent is read or refused", () => {
    const changed = fc.record({
      bytes: json.map((value) => [...encodeCosmosBinary(value)]),
      changes: fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { maxLength: 4 }),
      cut: fc.nat(),
    });
    const bodies = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => [0x80, ...bytes]),
      changed.map(({ bytes, changes, cut }) => {
        for (const { at, byte } of changes) bytes[1 + (at % (bytes.length - 1))] = byte;
        return bytes.slice(0, 1 + (cut % bytes.length));
      }),
    );
    fc.assert(
      fc.property(bodies, (bytes) => {
        try {
          JSON.stringify(parseJson(Buffer.from(bytes)));
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
