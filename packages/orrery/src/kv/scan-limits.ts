/** How much of a scan is in memory at a time. */
import type { ScanOptions } from "./key-value-store.ts";

/** Rows per chunk unless the caller asks for fewer or more. */
export const CHUNK_ROWS = 256;

/** Keys alone are small, and often only the first are needed: their chunks double in size from the first to the second. */
const FIRST_CHUNK_KEYS = 64;
const CHUNK_KEYS = 1024;

/** No chunk holds more rows, whatever the caller asks for. */
export const CHUNK_ROWS_MAX = 4096;

/** A chunk ends with the row that passes this. */
export const CHUNK_BYTES = 256 * 1024;

/** How many rows to ask for at a time. */
export function* chunkSizes({
  chunkRows,
  keysOnly = false,
  limit = CHUNK_ROWS_MAX,
}: ScanOptions): Generator<number> {
  if (chunkRows === undefined && keysOnly && limit > CHUNK_KEYS) {
    for (let keys = FIRST_CHUNK_KEYS; keys < CHUNK_KEYS; keys *= 2) yield keys;
  }
  const most = chunkRows ?? (keysOnly ? CHUNK_KEYS : CHUNK_ROWS);
  for (;;) yield Math.min(most, limit, CHUNK_ROWS_MAX);
}
