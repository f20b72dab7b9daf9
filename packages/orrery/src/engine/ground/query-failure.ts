/** A query's errors as failures of the request. */
import { QueryError } from "../../sql/query-terms.ts";
import { Failure } from "../../value/failure.ts";

/** Runs work that may throw a query's error. */
export function withQueryFailures<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFailure(error);
  }
}

/** The same for work that pauses. */
export async function awaitingQueryFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFailure(error);
  }
}

/** What is wrong with a query is the client's to correct: code, message and place are written as on the service. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof QueryError)) return error;
  if (error.code === "Timeout") return new Failure("timeout", error.message, { cause: error });
  if (error.code === "InvalidContinuation")
    return new Failure("badRequest", `Invalid Continuation Token. ${error.message}`, { cause: error });
  const body = {
    errors: [
      {
        severity: "Error",
        ...(error.location === undefined ? {} : { location: error.location }),
        code: error.code,
        message: error.message,
      },
    ],
  };
  // Only the plan of a query over several partitions needs anything of the client.
  const code = error.code === "UnsupportedQueryFeature" ? "crossPartitionNotServable" : "badRequest";
  return new Failure(code, `Message: ${JSON.stringify(body)}`, { cause: error });
}
