/**
 * JSON values that remember their text. `JSON.parse` rounds 12345678987654321 and moves names that look like array
 * indexes to the front, so what the page shows, saves and sends back is cut out of the text of the answer or of the
 * editor; values serve to compute and to decide.
 */

/** A number outside of objects and arrays whose digits a double would lose. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const texts = new WeakMap<object, string>();
const members = new WeakMap<object, ReadonlyMap<string, string>>();

export function parseExact(text: string): unknown {
  return withText(JSON.parse(text), text.trim());
}

/** The parsed value of a text, from now on with that text. */
export function withText(value: unknown, text: string): unknown {
  if (typeof value === "number" && String(value) !== text) return new ExactNumber(text);
  if (typeof value === "object" && value !== null) texts.set(value, text);
  return value;
}

/** The JSON text of a value: the one that it was parsed from, if that is known. */
export function textOf(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  const known = typeof value === "object" && value !== null ? texts.get(value) : undefined;
  return known ?? JSON.stringify(value);
}

/** The texts of an object's members, in their order. */
export function membersOf(object: object): ReadonlyMap<string, string> {
  let found = members.get(object);
  if (found === undefined) {
    found = memberTexts(textOf(object));
    members.set(object, found);
  }
  return found;
}

/** A copy of an object with another text of one member. */
export function withMember(object: object, name: string, text: string): object {
  return objectOf([...new Map(membersOf(object)).set(name, text)]);
}

export function objectOf(entries: readonly (readonly [name: string, text: string])[]): object {
  return parseExact(
    `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`,
  ) as object;
}

/** Of members with the same name the last one counts, as in `JSON.parse`. */
export function memberTexts(object: string): ReadonlyMap<string, string> {
  return new Map(
    partsOf(object).map((part) => {
      const end = endOfString(part, 0);
      return [JSON.parse(part.slice(0, end)) as string, part.slice(part.indexOf(":", end) + 1).trim()];
    }),
  );
}

export function elementTexts(array: string): readonly string[] {
  return partsOf(array);
}

/** Printed anew, as by `JSON.stringify` with this indent. */
export function formatJson(text: string, indent = "  ", margin = ""): string {
  const first = text[0];
  if (first === '"') return JSON.stringify(JSON.parse(text));
  if (first !== "{" && first !== "[") return text;
  const inner = margin + indent;
  const [colon, lineEnd] = indent === "" ? [":", ""] : [": ", "\n"];
  const parts =
    first === "["
      ? elementTexts(text).map((element) => formatJson(element, indent, inner))
      : [...memberTexts(text)].map(
          ([name, value]) => `${JSON.stringify(name)}${colon}${formatJson(value, indent, inner)}`,
        );
  const closing = first === "[" ? "]" : "}";
  if (parts.length === 0) return first + closing;
  return `${first}${lineEnd}${inner}${parts.join(`,${lineEnd}${inner}`)}${lineEnd}${margin}${closing}`;
}

/** What lies between the commas of an object or array. Requires that the text is JSON. */
function partsOf(container: string): string[] {
  const text = container.trim();
  const parts: string[] = [];
  for (let start = 1; start < text.length; ) {
    const end = endOfPart(text, start);
    const part = text.slice(start, end).trim();
    if (part !== "") parts.push(part);
    start = end + 1;
  }
  return parts;
}

/** Where the comma or the closing bracket behind a part is. */
function endOfPart(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (depth === 0 && (character === "," || character === "}" || character === "]")) return at;
    else if (character === "}" || character === "]") depth--;
  }
  return text.length;
}

/** Behind the closing quote of a string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
