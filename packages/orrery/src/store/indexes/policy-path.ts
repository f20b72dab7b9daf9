/**
 * A path in one of a container's policies. Accepted paths are built into trees that are walked for every item, so they
 * are bounded here: in segments, because items are nested no deeper, and in number.
 */
import { Failure } from "../../value/failure.ts";
import { NESTING_LEVELS_MAX } from "../../value/nesting-levels.ts";
import { parsePath } from "../../value/path.ts";

const CHARACTERS_MAX = 4_096;
const LIST_MAX = 1_500;

/** Its segments, as `parsePath` gives them; undefined when it is not a path. */
export function parsePolicyPath(path: unknown): (string | null)[] | undefined {
  if (typeof path !== "string") return undefined;
  if (path.length > CHARACTERS_MAX) {
    throw new Failure(
      "badRequest",
      `The path '${path.slice(0, 50)}…' has ${path.length} characters; at most ${CHARACTERS_MAX} are allowed.`,
    );
  }
  const segments = parsePath(path);
  // A wildcard may follow the deepest property.
  if (segments !== undefined && segments.length > NESTING_LEVELS_MAX + 1) {
    throw new Failure(
      "badRequest",
      `The path '${path.slice(0, 50)}…' has ${segments.length} segments; items are nested no deeper than ${NESTING_LEVELS_MAX} levels.`,
    );
  }
  return segments;
}

export function checkPolicyList(list: readonly unknown[], name: string): void {
  if (list.length > LIST_MAX)
    throw new Failure(
      "badRequest",
      `'${name}' has ${list.length} entries; at most ${LIST_MAX} are allowed. A wildcard path may stand for many.`,
    );
}
