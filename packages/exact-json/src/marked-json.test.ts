import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotes, returnedText, sentText, textObjects } from "./json-text.fixture.ts";
import { markedJson, markJsonText, printMarkedJson, unmarkedJson, unmarkJsonText } from "./marked-json.ts";
import { parseJsonText } from "./parse-json-text.ts";
import { printJsonText } from "./print-json-text.ts";

describe("marked JSON", () => {
  it("passes through JSON.parse and JSON.stringify with every digit and name", () => {
    fc.assert(
      fc.property(textObjects, quotes, (tree, quote) => {
        const text = returnedText(tree);
        const parsed = JSON.parse(markJsonText(sentText(tree, " ", quote)));
        expect(unmarkJsonText(JSON.stringify(parsed))).toBe(text);
        expect(printMarkedJson(markedJson(parseJsonText(text)))).toBe(text);
        expect(printJsonText(unmarkedJson(parsed))).toBe(text);
        expect(JSON.stringify(unmarkedJson(parsed))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves text without unusual numbers as it is", () => {
    const text = '{ "a": [1, 0.25, -7],  "b": "12345678987654321" }';
    expect(markJsonText(text)).toBe(text);
  });

  it("marks a number and nothing in a string", () => {
    const { n, s } = JSON.parse(markJsonText('{"n":12345678987654321,"s":":12345678987654321,"}'));
    expect([typeof n, s]).toEqual(["string", ":12345678987654321,"]);
  });

  it("hides marks from computations", () => {
    const item = JSON.parse(markJsonText('{"b":{"n":9007199254740993},"10":1.0,"2":[1e3]}'));
    const { b, "10": ten, "2": list } = unmarkedJson(item);
    expect([b.n, ten, list[0]]).toEqual([9007199254740992, 1, 1000]);
    const usual = { a: [1, "x", null] };
    expect(unmarkedJson(usual)).toBe(usual);
  });

  it("keeps marks while code sets other members", () => {
    const text = '{"b":9007199254740993,"10":1.0,"2":[1e3]}';
    const changed = { ...unmarkedJson(JSON.parse(markJsonText(text))), key: "k" };
    expect(printMarkedJson(markedJson(changed))).toBe(text.replace("}", ',"key":"k"}'));
  });
});
