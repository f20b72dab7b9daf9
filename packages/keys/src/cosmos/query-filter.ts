/*
 * Adds a condition on the partition key to a query, for the SDK's own query over all partitions.
 *
 * This is not a parser: it finds the clauses of the outermost SELECT by their keywords, past strings, comments and
 * brackets, and the name that FROM gives to the item. Where it is not sure, it says so with `undefined`, and the query
 * goes to the keys one by one.
 */

import type { SqlParameter, SqlQuerySpec } from "@azure/cosmos";
import { parsePath } from "../synthetic/part-list.ts";
import type { KeyCondition } from "../synthetic/strategy.ts";

export function withKeyFilter(
  spec: SqlQuerySpec,
  conditions: readonly KeyCondition[],
): SqlQuerySpec | undefined {
  const clauses = findClauses(spec.query);
  if (clauses === undefined) return undefined;
  const parameters: SqlParameter[] = [...(spec.parameters ?? [])];
  const parameter = (value: SqlParameter["value"]): string => {
    const name = `@orreryKey${parameters.length}`;
    parameters.push({ name, value });
    return name;
  };
  const filter = conditions.map(({ path, ...condition }) => {
    const property =
      clauses.alias +
      parsePath(path)
        .map((segment) => `[${JSON.stringify(segment)}]`)
        .join("");
    if ("equals" in condition) return `${property} = ${parameter(condition.equals)}`;
    // No second dot may follow: "2018.5.3" is a key of "2018.5", not of "2018".
    const start = parameter(condition.startsWith);
    return `(STARTSWITH(${property}, ${start}) AND INDEX_OF(${property}, ".", ${condition.startsWith.length}) = -1)`;
  });
  const { query } = spec;
  const [before, where, after] = [
    query.slice(0, clauses.whereStart),
    query.slice(clauses.whereStart, clauses.whereEnd),
    query.slice(clauses.whereEnd),
  ];
  // A line comment may end the condition: hence the line break before the bracket.
  const combined =
    where === "" ? filter.join(" AND ") : `${filter.join(" AND ")} AND (${where.slice("WHERE".length)}\n)`;
  return { query: `${before}\nWHERE ${combined}\n${after}`, parameters };
}

interface Clauses {
  readonly alias: string;
  /** Of the WHERE clause with its keyword; where it would be, when there is none. */
  readonly whereStart: number;
  readonly whereEnd: number;
}

interface Token {
  readonly text: string;
  readonly start: number;
}

const CLAUSE_ENDS = new Set(["GROUP", "ORDER", "OFFSET"]);
const NOT_AN_ALIAS = new Set(["WHERE", "GROUP", "ORDER", "OFFSET", "JOIN", "IN", "AS", "UNION"]);

function findClauses(query: string): Clauses | undefined {
  const tokens = outermostTokens(query);
  if (tokens === undefined || keyword(tokens, 0) !== "SELECT") return undefined;
  const from = tokens.findIndex((_, index) => keyword(tokens, index) === "FROM");
  if (from === -1) return undefined;
  // FROM <name>, FROM <name> <alias> or FROM <name> AS <alias>; paths, IN and subqueries are left to others.
  let alias = from + 1;
  if (!isName(tokens[alias])) return undefined;
  if (keyword(tokens, alias + 1) === "AS") alias += 2;
  else if (isName(tokens[alias + 1]) && !NOT_AN_ALIAS.has(keyword(tokens, alias + 1))) alias += 1;
  if (!isName(tokens[alias])) return undefined;
  const following = tokens[alias + 1];
  const next = keyword(tokens, alias + 1);
  if (following !== undefined && next !== "JOIN" && next !== "WHERE" && !CLAUSE_ENDS.has(next))
    return undefined;

  const isClause = (name: string) => (_: Token, index: number) =>
    index > alias && keyword(tokens, index) === name;
  const where = tokens.find(isClause("WHERE"));
  const end = tokens.find((_, index) => index > alias && CLAUSE_ENDS.has(keyword(tokens, index)));
  const whereEnd = end?.start ?? query.length;
  return { alias: tokens[alias]!.text, whereStart: where?.start ?? whereEnd, whereEnd };
}

/** The word in upper case; empty when it is none, or the name of a property. */
function keyword(tokens: readonly Token[], index: number): string {
  return isName(tokens[index]) && tokens[index - 1]?.text !== "." ? tokens[index]!.text.toUpperCase() : "";
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && /^[A-Za-z_]\w*$/.test(token.text);
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[@\w$]+|[^\s\w]/g;

/** Everything that stands inside no bracket; `undefined` where brackets or quotes do not match. */
function outermostTokens(query: string): Token[] | undefined {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of query.matchAll(TOKEN)) {
    const [text] = match;
    if (text.startsWith("--") || text.startsWith("/*")) continue;
    if (text === '"' || text === "'") return undefined;
    if (/^[)\]}]$/.test(text)) depth--;
    if (depth < 0) return undefined;
    if (depth === 0) tokens.push({ text, start: match.index });
    if (/^[([{]$/.test(text)) depth++;
  }
  return depth === 0 ? tokens : undefined;
}
