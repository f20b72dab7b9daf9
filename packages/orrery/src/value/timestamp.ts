/** Seconds since 1970 as they are stored: in 32 bits, which end on 7 February 2106. On disk: do not change. */
import { Failure } from "./failure.ts";

export const TIMESTAMP_MAX = 4_294_967_295;

/** Throws a Failure for a moment that cannot be stored: wrapped around, it would be one long ago. */
export function timestampOf(seconds: number): number {
  if (seconds <= TIMESTAMP_MAX) return seconds;
  throw new Failure(
    "unavailable",
    `The clock says ${new Date(seconds * 1000).toISOString()}, but timestamps end in February 2106, so nothing can be written. Set the clock right.`,
  );
}
