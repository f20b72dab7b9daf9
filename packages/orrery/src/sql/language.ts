/**
 * What is needed of the query language where none is run: text to syntax tree, and what computed properties compute. The
 * engine that runs queries (`index.ts`) is twice as much code, and is loaded with the first of them.
 */

export { compileComputed, computedFault } from "./bind/computed/compile-computed.ts";
export { type QueryWords, queryWords } from "./functions/query-words.ts";
export type { Query } from "./syntax/ast.ts";
export { cachedQuery, cachedQueryInSlices } from "./syntax/cached-query.ts";
