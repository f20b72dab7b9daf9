import { hasForm, type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quotes, returnedText, sentText, textObjects } from "../../../../exact-json/src/json-text.fixture.ts";
import { atOnce } from "../at-once.ts";
import { parseInPieces, printInPieces } from "./json-in-pieces.ts";

const parsed = (text: string) => atOnce(parseInPieces(Buffer.from(text)));

function outcome(parse: () => unknown): string {
  try {
    // Texts also compare the order of members, and "__proto__".
    return JSON.stringify(parse());
  } catch (error) {
    return (error as Error).name;
  }
}

function countOf<T>(pieces: Generator<void, T>): number {
  let count = 1;
  while (!pieces.next().done) count++;
  return count;
}

const WIDE = Object.fromEntries(Array.from({ length: 110_000 }, (_, i) => [`p${i}`, i]));
const FILLING = `"${"x".repeat(40_000)}"`;

test.each([
  ["many members", JSON.stringify(WIDE), 15],
  ["many values", JSON.stringify(Array.from({ length: 200_000 }, (_, i) => i)), 15],
  [
    "many values inside",
    JSON.stringify({ id: "a", b: { c: Array.from({ length: 90_000 }, (_, i) => `v${i}`) }, d: 1 }),
    10,
  ],
  [
    "large values among small ones",
    `{"a":1,"b":[${FILLING},${FILLING}],"c":2,"d":[${FILLING},[1,2],${FILLING}],"e":3}`,
    4,
  ],
  [
    "names that come again, and others of use to attackers",
    `{"__proto__":{"x":1},"a":${FILLING},"b":${FILLING},"a":2,"10":3,"__proto__":4,"2":${FILLING}}`,
    2,
  ],
  ["space everywhere", ` \n{ "a" : [ ${FILLING} , ${FILLING} , 1 ] , "b" : {} , "c" : ${FILLING} }\t `, 3],
  ["nested deep", `${"[".repeat(100)}${FILLING},${FILLING}${"]".repeat(100)}`, 1],
])("%s are parsed in pieces as at once", (_, text, pieces) => {
  expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)));
  expect(countOf(parseInPieces(Buffer.from(text)))).toBeGreaterThanOrEqual(pieces);
});

test("escaped names keep their order in slices", () => {
  const names = (one: string, two: string) =>
    `{"b":1,"${two}":[${FILLING},2],"c":{"d":1,"${one}":2},"${one}":3}`;
  const text = (one: string, two: string) =>
    `{"large":${FILLING},"e":${names(one, two)},"${one}":${FILLING}}`;
  const sent = Buffer.from(text(String.raw`\u0031`, String.raw`\u0032\u0030`));
  expect(countOf(parseInPieces(sent))).toBeGreaterThan(1);
  expect(printJsonText(atOnce(parseInPieces(sent)))).toBe(text("1", "20"));
});

test("digits and the order of names are kept in slices as they are in one piece", () => {
  const spaces = fc.constantFrom("", " ", "\n\t", "\r ");
  const keepsForm = fc.property(textObjects, spaces, quotes, (tree, space, quote) => {
    const sent = sentText(tree, space, quote);
    const text = returnedText(tree);
    const inOnePiece = parseJsonText(sent);
    expect(atOnce(printInPieces(inOnePiece))).toEqual({ text, hasForm: hasForm(inOnePiece) });
    expect(printJsonText(parsed(sent))).toBe(text);
  });
  fc.assert(keepsForm, { numRuns: 1_000 });
});

test("what is malformed anywhere is a syntax error, and what is not is parsed", () => {
  const large = fc.constantFrom(FILLING, `[${FILLING},${FILLING}]`, `{"k":${FILLING},"l":${FILLING}}`);
  const small = fc.constantFrom(
    '"a"',
    "1",
    "-2.5e3",
    "true",
    "null",
    "[]",
    "{}",
    '[1,{"a":"]}"}]',
    '"\\"\\\\"',
  );
  const member = fc.oneof(small, large);
  const container = fc.oneof(
    fc.array(member, { maxLength: 6 }).map((values) => `[${values.join(",")}]`),
    fc
      .array(fc.tuple(fc.constantFrom("a", "b\\n", "__proto__", "7", ","), member), { maxLength: 6 })
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`),
  );
  const slip = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("", ",", "]", "}", '"', "[", ":", " ", "x", "\\"),
  );
  fc.assert(
    fc.property(container, fc.array(slip, { maxLength: 2 }), fc.boolean(), (inner, slips, isNested) => {
      let text = isNested ? `{"o":${inner},"p":[${inner},1]}` : inner;
      for (const [share, instead] of slips) {
        // Nearly all of the text is filling: slips are made where it is not.
        const places = [...text.matchAll(/[^x]/g)].map(({ index }) => index);
        const at = places[Math.floor(share * (places.length - 1))]!;
        text = text.slice(0, at) + instead + text.slice(at + 1);
      }
      expect(outcome(() => parsed(text))).toBe(outcome(() => JSON.parse(text)));
    }),
    { numRuns: 300 },
  );
});

test.each(["", "  ", '"a","b"', "1,2"])("%j is no JSON text", (text) => {
  expect(() => parsed(text)).toThrow(SyntaxError);
});

test("an object of many members is printed in pieces as at once", () => {
  const document = { ...WIDE, 'a "name"\n': [1, { b: "\ud800" }], id: "x" } as JsonObject;
  expect(atOnce(printInPieces(document)).text).toBe(JSON.stringify(document));
  expect(countOf(printInPieces(document))).toBeGreaterThan(50);
  expect(countOf(printInPieces({ id: "x" }))).toBe(1);
});

test("so is what is large inside", () => {
  const parts = Array.from({ length: 30_000 }, (_, i) => ({ sku: `sku ${i}`, amount: i }));
  const document = {
    id: "x",
    few: [1, 2],
    parts,
    ["__proto__"]: [parts, "end"],
    lists: [[], parts, {}],
    text: "t".repeat(1e6),
  };
  expect(atOnce(printInPieces(document)).text).toBe(JSON.stringify(document));
  expect(countOf(printInPieces(document))).toBeGreaterThan(100);
  expect(atOnce(printInPieces([1, ...parts])).text).toBe(JSON.stringify([1, ...parts]));
});
