/** What PostgreSQL and its driver report, as one plain sentence with a code. */
import { DatabaseError } from "pg";
import { KeyValueError } from "../key-value-store.ts";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const DISK_FULL = "53100";
/** A page of a table or of an index cannot be what was written. */
const CORRUPTED = /^XX00[12]$/;
/** PostgreSQL's classes of failures of the connection, and of a server that is stopping, starting or crashing. */
const NOT_THERE = /^(08|57P)/;

/** Whether the statement was refused as such: nothing of it was done. Else it may have been done all the same. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !NOT_THERE.test(error.code ?? "08");
}

/** Whether it may succeed if it is repeated at once: others were in its way. */
export function isPassing(error: unknown): boolean {
  const { code } = error as DatabaseError;
  return isRefusal(error) && (code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED);
}

/** `place` says which database it is, without a password. */
export function toKeyValueError(error: unknown, place: string): KeyValueError {
  if (error instanceof KeyValueError) return error;
  const options = { cause: error };
  if (error instanceof DatabaseError && error.code === DISK_FULL) {
    return new KeyValueError("full", `There is no room left for ${place}: free some space.`, options);
  }
  if (error instanceof DatabaseError && CORRUPTED.test(error.code ?? "")) {
    return new KeyValueError("corrupt", `${place} is damaged: ${reasonOf(error)}.`, options);
  }
  return new KeyValueError("unavailable", `${place} cannot be used now: ${reasonOf(error)}.`, options);
}

function reasonOf(error: unknown): string {
  // Of several addresses none may have answered; each then has its own error.
  const { message, errors } = error as Error & { errors?: Error[] };
  return (message || errors?.map((each) => each.message).join(", ") || String(error)).replace(/\.$/, "");
}
