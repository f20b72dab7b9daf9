/** The number that stands after TOP, OFFSET or LIMIT, itself or as a parameter, checked against its limit. */
import type { Value } from "@orrerydb/exact-json";
import type { Count } from "./ast.ts";
import { QueryError } from "./query-error.ts";
import { queryLimits } from "./query-limits.ts";

type CountClause = "TOP" | "OFFSET" | "LIMIT";

const codes = { TOP: "SC2060", LIMIT: "SC2061", OFFSET: "SC2062" } as const;

export function countValue(
  count: Count,
  clause: CountClause,
  parameters: ReadonlyMap<string, Value>,
): number {
  const value = count.kind === "number" ? count.value : parameters.get(count.name);
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= queryLimits.countMax) {
    return value;
  }
  const tooLarge = typeof value === "number" && value > queryLimits.countMax;
  const message =
    clause !== "TOP" && tooLarge
      ? `The ${clause} count value exceeds the maximum allowed value.`
      : `The count value provided for a ${clause} clause must be an integer.`;
  throw new QueryError(codes[clause], message, count.at);
}
