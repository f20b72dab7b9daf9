/** Indexing policies as clients send them, made complete the way the service answers them. */
import { Failure } from "../../value/failure.ts";
import type { Json, JsonObject } from "../../value/json.ts";
import { shownValue } from "../../value/shown-value.ts";
import { checkPolicyList, parsePolicyPath } from "./policy-path.ts";

const ETAG_PATH = '/"_etag"/?';
const COMPOSITE_PATHS_MAX = 8;
const COMPOSITES_MAX = 100;
/** Of all included and excluded paths together: fewer than the index keeps in memory. */
const SEGMENTS_MAX = 10_000;

export function completeIndexingPolicy(input: unknown): JsonObject {
  if (input === undefined || input === null) return completeIndexingPolicy({});
  if (typeof input !== "object" || Array.isArray(input)) throw bad("The indexing policy must be an object.");
  const given = input as Record<string, Json>;
  const mode = given.indexingMode ?? "consistent";
  if (typeof mode !== "string" || !["consistent", "lazy", "none"].includes(mode.toLowerCase())) {
    throw bad("The indexing mode must be 'consistent' or 'none'.");
  }
  if (given.automatic !== undefined && typeof given.automatic !== "boolean")
    throw bad("'automatic' must be true or false.");
  if (mode.toLowerCase() === "none") {
    return { indexingMode: "none", automatic: false, includedPaths: [], excludedPaths: [] };
  }
  const included = pathList(given.includedPaths, "includedPaths");
  const excluded = pathList(given.excludedPaths, "excludedPaths");
  // Beside the paths to index, the Rust client sends false unless it is told otherwise, and expects true.
  const namesPaths = included.length > 0;
  checkSegments([...included, ...excluded]);
  const all = [...included, ...excluded];
  if (included.length === 0 && !excluded.includes("/*")) included.push("/*");
  else if (!all.includes("/*") && !all.includes("/")) {
    throw bad(
      'The special mandatory indexing path "/" is not provided in any of the path type sets. Please provide this path in one of the sets.',
    );
  }
  const twice = all.find((path, i) => all.indexOf(path) !== i);
  if (twice !== undefined) throw bad(`The indexing path '${twice}' is given more than once.`);
  if (!all.includes(ETAG_PATH)) excluded.push(ETAG_PATH);
  return {
    indexingMode: "consistent",
    automatic: given.automatic !== false || namesPaths,
    includedPaths: included.map((path) => ({ path })),
    excludedPaths: excluded.map((path) => ({ path })),
    ...withoutEmpty({
      compositeIndexes: compositeIndexes(given.compositeIndexes),
      spatialIndexes: objects(given.spatialIndexes, "spatialIndexes"),
      vectorIndexes: objects(given.vectorIndexes, "vectorIndexes"),
      fullTextIndexes: objects(given.fullTextIndexes, "fullTextIndexes"),
    }),
  };
}

function pathList(input: Json | undefined, name: string): string[] {
  return objects(input, name).map(({ path }) => {
    if (typeof path !== "string") throw bad(`Each of '${name}' needs a 'path'.`);
    const segments = parsePolicyPath(path);
    const last = segments?.at(-1);
    if (path !== "/" && (segments === undefined || (last !== "?" && last !== "*"))) {
      throw bad(
        `The indexing path '${path}' could not be accepted. Please ensure that the path is a valid path: it begins with '/' and ends with '?' or '*'.`,
      );
    }
    return path === "/" ? "/*" : path;
  });
}

function checkSegments(paths: readonly string[]): void {
  const count = paths.reduce((sum, path) => sum + parsePolicyPath(path)!.length, 0);
  if (count > SEGMENTS_MAX) {
    throw bad(
      `The paths of the indexing policy have ${count} segments together; at most ${SEGMENTS_MAX} are allowed. A wildcard path may stand for many.`,
    );
  }
}

function compositeIndexes(input: Json | undefined): Json[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw bad("'compositeIndexes' must be an array of arrays.");
  if (input.length > COMPOSITES_MAX) throw bad(`At most ${COMPOSITES_MAX} composite indexes are allowed.`);
  return input.map((parts) => {
    const list = objects(parts as Json, "compositeIndexes");
    if (list.length < 2 || list.length > COMPOSITE_PATHS_MAX) {
      throw bad(`A composite index has 2 to ${COMPOSITE_PATHS_MAX} paths, not ${list.length}.`);
    }
    return list.map(({ path, order = "ascending" }) => {
      if (typeof path !== "string" || parsePolicyPath(path) === undefined)
        throw bad(`The composite path '${shownValue(path)}' could not be accepted.`);
      if (order !== "ascending" && order !== "descending")
        throw bad("The order of a composite path must be 'ascending' or 'descending'.");
      return { path, order };
    });
  });
}

function objects(input: Json | undefined, name: string): JsonObject[] {
  if (input === undefined || input === null) return [];
  if (
    !Array.isArray(input) ||
    !input.every((item) => typeof item === "object" && item !== null && !Array.isArray(item))
  ) {
    throw bad(`'${name}' must be an array of objects.`);
  }
  checkPolicyList(input, name);
  return [...input] as JsonObject[];
}

function withoutEmpty(lists: Record<string, Json[]>): Record<string, Json[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function bad(message: string): Failure {
  return new Failure("badRequest", message);
}
