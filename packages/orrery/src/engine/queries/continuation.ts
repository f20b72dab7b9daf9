/** The token with which a query goes on: where it stands, and the part of its charge that was too small to report. */
import { Failure } from "../../value/failure.ts";

interface Continuation {
  readonly position?: string;
  readonly carriedMicros: number;
}

export function encodeContinuation(position: string, carriedMicros: number): string {
  return `{"carried":${carriedMicros},"at":${position}}`;
}

/** A token of the service, which names an item there: `-RID:~a0NPAOszCpOChB4AAAAAAA==#RT:1#TRC:2#ISV:2`. */
const SERVICE_FORM = /^[+-]RID:~?[A-Za-z0-9+/=_-]*#RT:\d+#TRC:\d+/;

/** Whether a token is one that a query returned, and not one that a client built around several of them. */
export function isOwnContinuation(text: string): boolean {
  return ownContinuation(text) !== undefined;
}

export function decodeContinuation(text: string | undefined): Continuation {
  // What the service's token names is not here, so that the query begins anew: rows may repeat, and none is lost.
  if (text === undefined || text === "" || SERVICE_FORM.test(text)) return { carriedMicros: 0 };
  const own = ownContinuation(text);
  if (own !== undefined) return own;
  throw new Failure(
    "badRequest",
    "Invalid Continuation Token. Send it exactly as it was answered, or start the query again without one.",
  );
}

function ownContinuation(text: string): Continuation | undefined {
  try {
    const { carried, at } = JSON.parse(text) as { carried?: unknown; at?: unknown };
    const isOwn = typeof carried === "number" && at !== undefined;
    return isOwn ? { position: JSON.stringify(at), carriedMicros: carried } : undefined;
  } catch {
    return undefined;
  }
}
