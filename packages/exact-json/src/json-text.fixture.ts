/** Random JSON as text: numbers of every form, names of every kind, with or without white space. */
import fc from "fast-check";

/** A value as parts of text: what it is, and how its canonical text is put together. */
export type TextTree =
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "array"; readonly elements: readonly TextTree[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [name: string, value: TextTree])[] };

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((parts) => parts.join(""));

const integers = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc
    .tuple(fc.constantFrom("", "-"), fc.integer({ min: 1, max: 9 }), digits(0, 40))
    .map((parts) => parts.join("")),
  fc.constantFrom("0", "-0", "1", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808"),
);

export const numberTexts = fc
  .tuple(
    integers,
    fc.option(digits(1, 25), { nil: undefined, freq: 2 }),
    fc.option(
      fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.integer({ min: 0, max: 250 })),
      { nil: undefined, freq: 3 },
    ),
  )
  .map(([integer, fraction, exponent]) => {
    const text = integer + (fraction === undefined ? "" : `.${fraction}`) + (exponent?.join("") ?? "");
    return Number.isFinite(Number(text)) ? text : integer;
  });

const names = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer({ min: 0, max: 30 }).map(String),
  fc.constantFrom(
    "id",
    "__proto__",
    "toJSON",
    "4294967294",
    "4294967295",
    "01",
    "-1",
    "constructor",
    '"',
    "\\",
  ),
);

const tokens = fc.oneof(
  { weight: 4, arbitrary: numberTexts },
  {
    weight: 2,
    arbitrary: fc
      .oneof(fc.string({ unit: "binary" }), numberTexts, fc.constant('":1.0,'))
      .map((text) => JSON.stringify(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom("true", "false", "null") },
);

export const textTrees: fc.Arbitrary<TextTree> = fc.letrec<{ tree: TextTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tokens.map((text) => ({ kind: "token", text }) as const),
    fc.array(tie("tree"), { maxLength: 5 }).map((elements) => ({ kind: "array", elements }) as const),
    fc
      .array(fc.tuple(names, tie("tree")), { maxLength: 6 })
      .map((members) => ({ kind: "object", members }) as const),
  ),
})).tree;

/** An object, as items are. */
export const textObjects: fc.Arbitrary<TextTree> = fc
  .array(fc.tuple(names, textTrees), { maxLength: 8 })
  .map((members) => ({ kind: "object", members }));

/** How a client might print strings and names. */
export type Quote = (text: string) => string;

/** With every character that `isEscaped` picks as an escape sequence. */
function escaping(isEscaped: (code: number, index: number) => boolean): Quote {
  return (text) =>
    `"${Array.from({ length: text.length }, (_, i) => {
      const code = text.charCodeAt(i);
      if (!isEscaped(code, i)) return JSON.stringify(text[i]).slice(1, -1);
      return `\\u${code.toString(16).padStart(4, "0")}`;
    }).join("")}"`;
}

export const quotes: fc.Arbitrary<Quote> = fc.constantFrom<Quote>(
  JSON.stringify,
  escaping(() => true),
  escaping((_, i) => i % 2 === 1),
  escaping((code) => code >= 0x7f),
);

/** The text that a client might send: with white space, escapes and repeated names. */
export function sentText(tree: TextTree, space: string, quote: Quote): string {
  switch (tree.kind) {
    case "token":
      return tree.text.startsWith('"') ? quote(JSON.parse(tree.text) as string) : tree.text;
    case "array":
      return `[${space}${tree.elements.map((each) => sentText(each, space, quote)).join(`${space},${space}`)}${space}]`;
    case "object":
      return `{${space}${tree.members
        .map(([name, value]) => `${quote(name)}${space}:${space}${sentText(value, space, quote)}`)
        .join(`,${space}`)}${space}}`;
  }
}

/** The text that is returned: without white space, each name once, where it came first, with the last of its values. */
export function returnedText(tree: TextTree): string {
  switch (tree.kind) {
    case "token":
      return tree.text;
    case "array":
      return `[${tree.elements.map(returnedText).join(",")}]`;
    case "object": {
      const members = new Map(tree.members);
      return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${returnedText(value)}`).join(",")}}`;
    }
  }
}
