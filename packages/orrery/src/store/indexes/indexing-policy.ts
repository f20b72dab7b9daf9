/** Indexing policies as clients send them, made complete the way the service answers them. */
import type { JsonObject } from "@orrerydb/exact-json";
import { INDEX_KINDS } from "./index-kinds.ts";
import { badPolicy, type PolicyInput } from "./policy-input.ts";

export function completeIndexingPolicy(input: unknown): JsonObject {
  if (input === undefined || input === null) return completeIndexingPolicy({});
  if (typeof input !== "object" || Array.isArray(input))
    throw badPolicy("The indexing policy must be an object.");
  const given = input as PolicyInput;
  const mode = given.indexingMode ?? "consistent";
  if (typeof mode !== "string" || !["consistent", "lazy", "none"].includes(mode.toLowerCase())) {
    throw badPolicy("The indexing mode must be 'consistent' or 'none'.");
  }
  const { automatic = true, includedPaths } = given;
  if (typeof automatic !== "boolean") throw badPolicy("'automatic' must be true or false.");
  if (mode.toLowerCase() === "none") {
    return { indexingMode: "none", automatic: false, includedPaths: [], excludedPaths: [] };
  }
  // Beside the paths to index, the Rust client sends false unless it is told otherwise, and expects true.
  const namesPaths = Array.isArray(includedPaths) && includedPaths.length > 0;
  return Object.assign(
    { indexingMode: "consistent", automatic: automatic || namesPaths },
    ...INDEX_KINDS.map(({ policy }) => policy.complete(given)),
  );
}
