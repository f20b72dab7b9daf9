/**
 * A query without the texts in it: they become parameters. So queries that differ in them alone have one shape, and a
 * recording can hide what they are about. Names of properties stay.
 */
import type { Json } from "@orrerydb/exact-json";

export interface QueryShape {
  readonly text: string;
  readonly parameters: Readonly<Record<string, Json>>;
}

/** Comments too: a quote in one begins no text. Each match ends where the text does at the latest, so that none is tried again. */
const LITERAL =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|'(?:\\[\s\S]|[^'\\])*(?:'|\\?$)/g;

export function queryShape(text: string, given: Readonly<Record<string, Json>>): QueryShape {
  const parameters: Record<string, Json> = { ...given };
  let count = 0;
  const shaped = text.replace(LITERAL, (literal: string, at: number) => {
    if (literal.startsWith("-") || literal.startsWith("/")) return " ";
    if (isName(text, at, at + literal.length)) return literal;
    let name = `@text${++count}`;
    while (name in parameters) name = `@text${++count}`;
    parameters[name] = unescaped(literal);
    return name;
  });
  return { text: shaped, parameters };
}

const WORD = /[()[\]{}]|\b(?:FROM|WHERE|GROUP\s+BY|ORDER\s+BY|OFFSET)\b/gi;
const SOURCE =
  /^FROM\s+([A-Za-z_]\w*)(?![\w.[])(?!\s+IN\b)(?:\s+(?:AS\s+)?(?!(?:WHERE|JOIN|IN|GROUP|ORDER|OFFSET)\b)([A-Za-z_]\w*))?/i;

/**
 * A query that was sent to one partition key, as one that names the key in its filter: so it tells what it is about
 * wherever the key is another. Of a shape: there are no texts in it. A query that cannot be read so stays as it is.
 */
export function underKey(
  shape: QueryShape,
  key: readonly (readonly [path: string, value: Json])[],
): QueryShape {
  const { text } = shape;
  const [from, where, end] = clausesOf(text);
  const source = from === undefined ? null : SOURCE.exec(text.slice(from));
  if (source === null) return shape;
  const alias = source[2] ?? source[1]!;
  const filter = where === undefined ? "" : text.slice(where, end);
  const missing = key.filter(([path]) => !isNamed(filter, alias, path));
  if (missing.length === 0) return shape;
  const terms = missing.map(([path], i) => `${alias}${steps(path)} = @key${i + 1}`).join(" AND ");
  const parameters = Object.fromEntries(missing.map(([, value], i) => [`@key${i + 1}`, value]));
  const at = where ?? end;
  const rest = end < text.length ? ` ${text.slice(end)}` : "";
  const whole =
    where === undefined
      ? `${text.slice(0, at).trimEnd()} WHERE ${terms}${rest}`
      : `${text.slice(0, at)} ${terms} AND (${filter.trim()})${rest}`;
  return { text: whole, parameters: { ...shape.parameters, ...parameters } };
}

/** Where FROM begins, the filter, and what comes after it, outside of subqueries. */
function clausesOf(text: string): [from: number | undefined, filter: number | undefined, end: number] {
  let depth = 0;
  let [from, where]: (number | undefined)[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if ("([{".includes(word)) depth++;
    else if (")]}".includes(word)) depth--;
    else if (depth > 0) continue;
    else if (/^FROM$/i.test(word)) from ??= index;
    else if (/^WHERE$/i.test(word)) where ??= index + word.length;
    else if (from !== undefined) return [from, where, index];
  }
  return [from, where, text.length];
}

function steps(path: string): string {
  return path
    .slice(1)
    .split("/")
    .map((name) => (/^\w+$/.test(name) ? `.${name}` : `["${name.replaceAll('"', "")}"]`))
    .join("");
}

function isNamed(filter: string, alias: string, path: string): boolean {
  const plain = filter.replaceAll(/\[\s*["'](\w+)["']\s*\]/g, ".$1").replaceAll(/\s+/g, "");
  return plain.includes(`${alias}${steps(path)}=`);
}

/** `c["name"]`, and `{ "name": … }`. */
function isName(text: string, start: number, end: number): boolean {
  if (/^\s*:/.test(text.slice(end, end + 20))) return true;
  return (
    /[\w\])]\s*\[\s*$/.test(text.slice(Math.max(0, start - 40), start)) && /^\s*\]/.test(text.slice(end))
  );
}

function unescaped(literal: string): string {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  try {
    return JSON.parse(`"${literal.startsWith("'") ? inner.replaceAll(/(?<!\\)"/g, '\\"') : inner}"`);
  } catch {
    return inner;
  }
}
