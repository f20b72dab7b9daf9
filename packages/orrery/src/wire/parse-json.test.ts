import { describe, expect, test } from "vitest";
import { NESTING_LEVELS_MAX } from "../value/nesting-levels.ts";
import { parseJson, parseJsonObject } from "./parse-json.ts";

const refusal = (message: RegExp) =>
  expect.objectContaining({ code: "badRequest", message: expect.stringMatching(message) });
const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));

test("a body is read as JSON", () => {
  expect(parseJson(Buffer.from('{"é":[1,null]}'))).toEqual({ é: [1, null] });
});

describe("malformed bodies", () => {
  test.each([
    ["", /empty/],
    ['{"a":1,}', /position 7/],
    ["[1", /JSON/],
    ["nonsense", /nonsense/],
  ])("%j says where", (text, message) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(refusal(message));
  });

  test("broken UTF-8 is refused", () => {
    expect(() => parseJson(Buffer.from([0x22, 0xc3, 0x22]))).toThrow(refusal(/UTF-8/));
  });
});

describe("numbers", () => {
  const digits = (count: number) => "1".repeat(count);

  test.each(['{"a":[1e400]}', "-1e+309", '{"a":{"b":2E0309}}', digits(400), `[${digits(215)}e99]`])(
    "%s is too large",
    (text) => {
      expect(() => parseJson(Buffer.from(text))).toThrow(refusal(/too large/));
      // Long bodies are looked through byte by byte.
      expect(() => parseJson(Buffer.from(`["${"1e400 ".repeat(200)}",${text}]`))).toThrow(
        refusal(/too large/),
      );
    },
  );

  test.each(["1.7976931348623157e308", "1e-400", '"1e400"', digits(300), `0.${digits(400)}`])(
    "%s is not",
    (text) => {
      expect(parseJson(Buffer.from(text))).toBe(JSON.parse(text));
    },
  );
});

describe("nesting", () => {
  test("is allowed up to the limit", () => {
    expect(() => parseJson(nested(NESTING_LEVELS_MAX))).not.toThrow();
    expect(() => parseJson(nested(NESTING_LEVELS_MAX + 1))).toThrow(refusal(/128 levels/));
  });

  test("a million levels do no harm", () => {
    expect(() => parseJson(nested(1_000_000))).toThrow(refusal(/128 levels/));
  });

  test("brackets in strings and closed ones do not count", () => {
    const strings = Array.from({ length: 200 }, () => '[[{{\\"[\\\\');
    expect(() => parseJson(Buffer.from(`["${strings.join('","')}"]`))).not.toThrow();
    expect(() => parseJson(Buffer.from(`[${Array(200).fill("[{}]").join(",")}]`))).not.toThrow();
  });
});

test.each(["[]", "null", "1", '"a"'])("%s is no object", (text) => {
  expect(() => parseJsonObject(Buffer.from(text))).toThrow(refusal(/object/));
});

test("an object is one", () => {
  expect(parseJsonObject(Buffer.from("{}"))).toEqual({});
});
