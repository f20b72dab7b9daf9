/** What others need to know of queries without the language itself: their limits, and how they fail. */

export { PAGE_BYTES_MAX } from "./exec/page-builder.ts";
export { QueryError } from "./syntax/query-error.ts";
export { queryLimits } from "./syntax/query-limits.ts";
