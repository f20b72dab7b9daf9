/** Chooses how the vectors nearest to one are found: exactly where that is asked for or cheap, else by cells. */
import type { NearestChunk } from "../../../value/rows/row-source.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import { searchExactly } from "./search-exactly.ts";
import { searchNearby } from "./search-nearby.ts";
import { readSetHeaders } from "./vector-set.ts";
import type { VectorSource } from "./vector-source.ts";

/** As the service documents: below so many items every vector is read. */
export const QUANTIZED_ITEMS_MIN = 1_000;
/** The vectors of a part of the partition lie together: so many of them are read faster than they are found in cells. */
const SCOPED_ITEMS_MAX = 5_000;

export async function* searchVectors(
  source: VectorSource,
  search: VectorSearch,
  usefulShare: () => number,
): AsyncGenerator<NearestChunk> {
  const { reader, space, index, items, isWhole } = source;
  const isSmall = items < (isWhole ? QUANTIZED_ITEMS_MIN : SCOPED_ITEMS_MAX);
  if (!search.isExact && index.isQuantized && search.metric === index.metric && !isSmall) {
    // As the reader sees them: a set may have been made or removed since.
    const headers = await readSetHeaders(reader, space, index);
    if (headers.length > 0) {
      yield* searchNearby(source, headers, search, usefulShare);
      return;
    }
  }
  yield* searchExactly(source, search);
}
