/**
 * The one way a query fails: a code of the query language (SC1001 …, as the service reports them), a message
 * for the person who wrote the query, and where in the text it went wrong. Anything else thrown while a query
 * is read, planned or run is a bug.
 */
import type { Span } from "./ast.js";
export declare class QueryError extends Error {
    readonly code: string;
    readonly location?: Span;
    constructor(code: string, message: string, location?: Span);
}
/** The text is not a query. */
export declare class QuerySyntaxError extends QueryError {
    constructor(message: string, location: Span);
}
