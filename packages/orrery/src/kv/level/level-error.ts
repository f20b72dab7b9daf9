/** What LevelDB and the file system report, as one plain sentence with a code. */
import { KeyValueError } from "../key-value-store.ts";

/** The words of ENOSPC, EDQUOT and EFBIG on Linux and macOS, and of their kin on Windows. */
const FULL = /no space left|disk quota|file too large|not enough space|disk full/i;

/** Handles that were closed under the caller. */
const NOT_OPEN = new Set(["LEVEL_DATABASE_NOT_OPEN", "LEVEL_ITERATOR_NOT_OPEN", "LEVEL_SNAPSHOT_NOT_OPEN"]);

export function toKeyValueError(error: unknown, folder: string): unknown {
  if (error instanceof KeyValueError || !(error instanceof Error)) return error;
  const origin = error.cause instanceof Error ? error.cause : error;
  const code = (origin as NodeJS.ErrnoException).code ?? codeOf(origin.message);
  const options = { cause: error };
  if (code === "LEVEL_LOCKED") {
    const message = `The data folder ${folder} is in use: stop the process that uses it, or choose another folder.`;
    return new KeyValueError("locked", message, options);
  }
  if (code === "LEVEL_CORRUPTION") {
    const message = `The data folder ${folder} is damaged (${origin.message}): restore it from a backup.`;
    return new KeyValueError("corrupt", message, options);
  }
  if (FULL.test(origin.message)) {
    return new KeyValueError("full", `There is no room left for ${folder}: free some space.`, options);
  }
  if (NOT_OPEN.has(code)) {
    return new KeyValueError("unavailable", `The data folder ${folder} was closed meanwhile.`, options);
  }
  if (code.startsWith("LEVEL_") || origin !== error || "errno" in origin) {
    return new KeyValueError("unavailable", `The data folder ${folder} failed: ${origin.message}.`, options);
  }
  return error;
}

/** What LevelDB throws from a synchronous call has no code, only its words. */
function codeOf(message: string): string {
  if (message.startsWith("Corruption: ")) return "LEVEL_CORRUPTION";
  return message.startsWith("IO error: ") ? "LEVEL_IO_ERROR" : "";
}
