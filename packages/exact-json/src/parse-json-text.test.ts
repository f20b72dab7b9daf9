import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json.ts";
import {
  numberTexts,
  quotes,
  returnedText,
  sentText,
  type TextTree,
  textObjects,
} from "./json-text.fixture.ts";
import { mayLoseForm, parseJsonText } from "./parse-json-text.ts";
import { hasForm, printJsonText } from "./print-json-text.ts";
import { carryForm } from "./source-form.ts";

const RUNS = { numRuns: 1_000 };
/** Every zero that is written with a sign, without it. */
function withoutMinusZero(tree: TextTree): TextTree {
  switch (tree.kind) {
    case "token":
      return Object.is(Number(tree.text), -0) ? { kind: "token", text: "0" } : tree;
    case "array":
      return { kind: "array", elements: tree.elements.map(withoutMinusZero) };
    case "object":
      return {
        kind: "object",
        members: tree.members.map(([name, value]) => [name, withoutMinusZero(value)]),
      };
  }
}

const spaces = fc.constantFrom("", " ", "\n\t", "\r ");

describe("JSON text", () => {
  it("returns as it was sent", () => {
    fc.assert(
      fc.property(textObjects, spaces, quotes, (tree, space, quote) => {
        expect(printJsonText(parseJsonText(sentText(tree, space, quote)))).toBe(returnedText(tree));
      }),
      RUNS,
    );
  });

  it("computes with the values of JSON.parse", () => {
    fc.assert(
      fc.property(textObjects, quotes, (tree, quote) => {
        const text = sentText(tree, "", quote);
        expect(JSON.stringify(parseJsonText(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      RUNS,
    );
  });

  it("has no form where the quick look finds nothing unusual", () => {
    fc.assert(
      fc.property(textObjects, (tree) => {
        const text = returnedText(tree);
        if (!mayLoseForm(text)) expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(numberTexts, (text) => {
        if (!mayLoseForm(`[${text}]`)) expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each(["order-0", "2026-11-19T06:30:00.120Z", "3f2504e0-4f89-0d3a-9a0c-0305e82c3301", "12:30:45.50"])(
    "is not scanned for the string %s",
    (text) => {
      expect(mayLoseForm(JSON.stringify({ id: text, list: [text] }))).toBe(false);
    },
  );

  it("has a form exactly where JSON.stringify would return another text", () => {
    fc.assert(
      fc.property(textObjects, (tree) => {
        const text = returnedText(tree);
        expect(hasForm(parseJsonText(text))).toBe(JSON.stringify(JSON.parse(text)) !== text);
      }),
      RUNS,
    );
  });

  it.each([
    '{"n":12345678987654321,"z":9223372036854775807}',
    '{"a":[1.0,1e3,-0,1E+5,0.0000001,1.50]}',
    '{"b":1,"10":2,"2":3}',
    `{"a":1${"0".repeat(39)}}`,
    '{"toJSON":1.0}',
  ])("returns %s", (text) => {
    expect(printJsonText(parseJsonText(text))).toBe(text);
  });

  it.each([
    [String.raw`{"b":1,"\u0031":2}`, '{"b":1,"1":2}'],
    [String.raw`{"b":1,"1\u0030":2,"\u0032":3}`, '{"b":1,"10":2,"2":3}'],
    [String.raw`{"b":{"c":1,"\u0034294967294" : 2}}`, '{"b":{"c":1,"4294967294":2}}'],
    [String.raw`{"1":1,"b":2,"\u0031":3}`, '{"1":3,"b":2}'],
  ])("returns the order of escaped names: %s", (sent, returned) => {
    expect(printJsonText(parseJsonText(sent))).toBe(returned);
  });

  it("takes the last of several members with one name", () => {
    expect(printJsonText(parseJsonText('{"a":1.0,"b":[2.0],"a":3,"b":[4]}'))).toBe('{"a":3,"b":[4]}');
    expect(printJsonText(parseJsonText('{"a":{"x":1.0},"a":{"x":1}}'))).toBe('{"a":{"x":1}}');
  });

  it("ignores digits of a member that was changed", () => {
    const parsed = parseJsonText('{"a":1.0,"b":2.0}') as JsonObject;
    expect(printJsonText({ ...parsed, a: 7 })).toBe('{"a":7,"b":2.0}');
  });

  it("is carried over to a value that was computed with doubles", () => {
    fc.assert(
      fc.property(textObjects, (tree) => {
        const text = returnedText(tree);
        const computed = JSON.parse(JSON.stringify(JSON.parse(text))) as JsonObject;
        carryForm(parseJsonText(text), computed);
        // JSON.stringify has no -0.
        expect(printJsonText(computed)).toBe(returnedText(withoutMinusZero(tree)));
      }),
      RUNS,
    );
    const changed = { a: 2, b: [1, 3], c: 7 };
    carryForm(parseJsonText('{"a":1.0,"b":[1.0,2.0],"c":7.0}'), changed);
    expect(printJsonText(changed)).toBe('{"a":2,"b":[1.0,3],"c":7.0}');
  });

  it("refuses numbers that no double can hold", () => {
    for (const text of ["1e309", "-1e400", '{"a":[1e999]}', `[1${"0".repeat(400)}]`]) {
      expect(() => parseJsonText(text), text).toThrow(RangeError);
    }
  });
});
