/** The limits of a query that are kept, for clients that ask before they send one. */
import { VERTICES_MAX } from "../../spatial/geometry.ts";
import { queryLimits } from "../../sql/query-terms.ts";

export const KEPT_QUERY_LIMITS = {
  textBytesMax: queryLimits.textBytesMax,
  joinsMax: queryLimits.joinsMax,
  /** Positions of one shape, where a spatial function takes it. */
  shapePositionsMax: VERTICES_MAX,
} as const;
