/**
 * A query without the texts in it: they become parameters. So queries that differ in them alone have one shape, and a
 * recording can hide what they are about. Names of properties stay.
 */
import type { Json } from "../value/json.ts";

export interface QueryShape {
  readonly text: string;
  readonly parameters: Readonly<Record<string, Json>>;
}

const LITERAL = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;

export function queryShape(text: string, given: Readonly<Record<string, Json>>): QueryShape {
  const parameters: Record<string, Json> = { ...given };
  let count = 0;
  const shaped = text.replace(LITERAL, (literal: string, at: number) => {
    if (isName(text, at, at + literal.length)) return literal;
    let name = `@text${++count}`;
    while (name in parameters) name = `@text${++count}`;
    parameters[name] = unescaped(literal);
    return name;
  });
  return { text: shaped, parameters };
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
