/** The token with which a query goes on: where it stands, and the part of its charge that was too small to report. */
import { Failure } from "../../value/failure.ts";

interface Continuation {
  readonly position?: string;
  readonly carriedMicros: number;
}

export function encodeContinuation(position: string, carriedMicros: number): string {
  return `{"carried":${carriedMicros},"at":${position}}`;
}

/** Whether a token is one that a query returned, and not one that a client built around several of them. */
export function isOwnContinuation(text: string): boolean {
  try {
    decodeContinuation(text);
    return true;
  } catch {
    return false;
  }
}

export function decodeContinuation(text: string | undefined): Continuation {
  if (text === undefined || text === "") return { carriedMicros: 0 };
  try {
    const { carried, at } = JSON.parse(text) as { carried?: unknown; at?: unknown };
    if (typeof carried === "number" && at !== undefined)
      return { position: JSON.stringify(at), carriedMicros: carried };
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure(
    "badRequest",
    "Invalid Continuation Token. Send it exactly as it was answered, or start the query again without one.",
  );
}
