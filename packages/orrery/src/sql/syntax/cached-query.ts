/**
 * `parseQuery` with a memory: applications send the same texts again and again, and trees are never changed, so
 * all may share them. Texts that are not queries are not kept.
 */
import { LRUCache } from "lru-cache";
import type { Query } from "./ast.ts";
import { parseQuery } from "./parse-query.ts";

const queriesMax = 1000;
/** Of all texts together; a tree takes more than thirty times the memory of its text. */
const charactersMax = 1024 * 1024;

const queries = new LRUCache<string, Query>({
  max: queriesMax,
  maxSize: charactersMax,
  sizeCalculation: (_, text) => Math.max(text.length, 1),
});

export function cachedQuery(text: string): Query {
  const known = queries.get(text);
  if (known !== undefined) return known;
  const query = parseQuery(text);
  queries.set(text, query);
  return query;
}
