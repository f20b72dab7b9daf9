/** The composite indexes of an indexing policy. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { shownValue } from "../../../value/shown-value.ts";
import { badPolicy, objectsIn, type PolicyInput } from "../policy-input.ts";
import { parsePolicyPath } from "../policy-path.ts";

const COMPOSITE_PATHS_MAX = 8;
const COMPOSITES_MAX = 100;

export function completeComposites(given: PolicyInput): JsonObject {
  const compositeIndexes = parseComposites(given.compositeIndexes);
  return compositeIndexes.length === 0 ? {} : { compositeIndexes };
}

function parseComposites(input: Json | undefined): Json[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw badPolicy("'compositeIndexes' must be an array of arrays.");
  if (input.length > COMPOSITES_MAX)
    throw badPolicy(`At most ${COMPOSITES_MAX} composite indexes are allowed.`);
  return input.map((parts) => {
    const list = objectsIn(parts as Json, "compositeIndexes");
    if (list.length < 2 || list.length > COMPOSITE_PATHS_MAX) {
      throw badPolicy(`A composite index has 2 to ${COMPOSITE_PATHS_MAX} paths, not ${list.length}.`);
    }
    return list.map(({ path, order = "ascending" }) => {
      if (typeof path !== "string" || parsePolicyPath(path) === undefined)
        throw badPolicy(`The composite path '${shownValue(path)}' could not be accepted.`);
      if (order !== "ascending" && order !== "descending")
        throw badPolicy("The order of a composite path must be 'ascending' or 'descending'.");
      return { path, order };
    });
  });
}
