/**
 * The one way a query fails: a code of the query language (SC1001 …, as the service reports them), a message
 * for the person who wrote the query, and where in the text it went wrong. Anything else thrown while a query
 * is read, planned or run is a bug.
 */
import type { Span } from "./ast.ts";

export class QueryError extends Error {
  readonly code: string;
  readonly location?: Span;

  constructor(code: string, message: string, location?: Span) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    if (location !== undefined) this.location = { start: location.start, end: location.end };
  }
}

/** The text is not a query. */
export class QuerySyntaxError extends QueryError {
  constructor(message: string, location: Span) {
    super("SC1001", message, location);
  }
}
