/** How much of a scan is in memory at a time, for stores inside this process. */

/** Rows per chunk unless the caller asks for fewer or more. */
export const CHUNK_ROWS = 256;

/** Keys alone are small, and often only the first are needed: their chunks double in size from the first to the second. */
export const FIRST_CHUNK_KEYS = 64;
export const CHUNK_KEYS = 1024;

/** No chunk holds more rows, whatever the caller asks for. */
export const CHUNK_ROWS_MAX = 4096;

/** A chunk ends with the row that passes this. */
export const CHUNK_BYTES = 256 * 1024;
