/**
 * `parseQuery` with a memory: applications send the same texts again and again, and trees are never changed, so
 * all may share them. Texts that are not queries are not kept.
 */
import { LRUCache } from "lru-cache";
import type { Query } from "./ast.ts";
import { parseInSlices, parseQuery } from "./parse-query.ts";

const queriesMax = 1000;
/** Of all texts together; a tree takes more than thirty times the memory of its text. */
const charactersMax = 1024 * 1024;

const queries = new LRUCache<string, Query>({
  max: queriesMax,
  maxSize: charactersMax,
  sizeCalculation: (_, text) => Math.max(text.length, 1),
});

/** Characters of a text that is parsed in one go. */
const SHORT_CHARACTERS = 8 * 1024;

/** The same, in slices of some milliseconds where the text is long. */
export function* cachedQueryInSlices(text: string): Generator<void, Query> {
  if (text.length <= SHORT_CHARACTERS || queries.has(text)) return cachedQuery(text);
  const query = yield* parseInSlices(text);
  queries.set(text, query);
  return query;
}

export function cachedQuery(text: string): Query {
  const known = queries.get(text);
  if (known !== undefined) return known;
  const query = parseQuery(text);
  queries.set(text, query);
  return query;
}
