/** The included and excluded paths of an indexing policy. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { badPolicy, objectsIn, type PolicyInput } from "../policy-input.ts";
import { parsePolicyPath } from "../policy-path.ts";

const ETAG_PATH = '/"_etag"/?';
/** Of all included and excluded paths together: fewer than the index keeps in memory. */
const SEGMENTS_MAX = 10_000;

export function completePaths(given: PolicyInput): JsonObject {
  const included = pathList(given.includedPaths, "includedPaths");
  const excluded = pathList(given.excludedPaths, "excludedPaths");
  const all = [...included, ...excluded];
  checkSegments(all);
  if (included.length === 0 && !excluded.includes("/*")) included.push("/*");
  else if (!all.includes("/*") && !all.includes("/")) {
    throw badPolicy(
      'The special mandatory indexing path "/" is not provided in any of the path type sets. Please provide this path in one of the sets.',
    );
  }
  const twice = all.find((path, i) => all.indexOf(path) !== i);
  if (twice !== undefined) throw badPolicy(`The indexing path '${twice}' is given more than once.`);
  if (!all.includes(ETAG_PATH)) excluded.push(ETAG_PATH);
  return {
    includedPaths: included.map((path) => ({ path })),
    excludedPaths: excluded.map((path) => ({ path })),
  };
}

function pathList(input: Json | undefined, name: string): string[] {
  return objectsIn(input, name).map(({ path }) => {
    if (typeof path !== "string") throw badPolicy(`Each of '${name}' needs a 'path'.`);
    const segments = parsePolicyPath(path);
    const last = segments?.at(-1);
    if (path !== "/" && (segments === undefined || (last !== "?" && last !== "*"))) {
      throw badPolicy(
        `The indexing path '${path}' could not be accepted. Please ensure that the path is a valid path: it begins with '/' and ends with '?' or '*'.`,
      );
    }
    return path === "/" ? "/*" : path;
  });
}

function checkSegments(paths: readonly string[]): void {
  const count = paths.reduce((sum, path) => sum + parsePolicyPath(path)!.length, 0);
  if (count > SEGMENTS_MAX) {
    throw badPolicy(
      `The paths of the indexing policy have ${count} segments together; at most ${SEGMENTS_MAX} are allowed. A wildcard path may stand for many.`,
    );
  }
}
