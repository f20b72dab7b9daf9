/** A query that has done nothing yet. */
import type { QueryWork } from "./query-charge.ts";

export const NO_WORK: QueryWork = {
  partitionsVisited: 0,
  indexLookups: 0,
  indexEntries: 0,
  itemsLoaded: 0,
  bytesLoaded: 0,
  tuples: 0,
  functionCalls: 0,
  rowsOut: 0,
  bytesOut: 0,
};
