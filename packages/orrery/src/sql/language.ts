/**
 * What is needed of the query language where none is run: text to syntax tree, what computed properties compute, limits and
 * failures. The engine that runs queries (`index.ts`) is twice as much code, and is loaded with the first of them.
 */

export { compileComputed, computedFault } from "./bind/compile-computed.ts";
export { PAGE_BYTES_MAX } from "./exec/page-builder.ts";
export { type QueryWords, queryWords } from "./functions/query-words.ts";
export type { Query } from "./syntax/ast.ts";
export { cachedQuery } from "./syntax/cached-query.ts";
export { QueryError } from "./syntax/query-error.ts";
export { queryLimits } from "./syntax/query-limits.ts";
