/** What the planner needs to know of a container's indexing policy. Paths are canonical (`value/path.ts`). */
import type { CompositeParts } from "../../value/index-identity.ts";
import { parsePath } from "../../value/path.ts";
import { UNINDEXED_PROPERTIES } from "../../value/system-properties.ts";

export interface IndexingView {
  /** Whether the values at a path have index entries. */
  isIndexed(path: string): boolean;
  /** Whether the policy names the path without a wildcard: then items that lack it have an entry too. */
  isExplicit(path: string): boolean;
  readonly composites: readonly CompositeParts[];
}

/** Properties of every item that no index holds, whatever the policy says. */
const UNINDEXED = new RegExp(`^/(?:${[...UNINDEXED_PROPERTIES].join("|")})(?:/|$)`);

/**
 * The part of a policy that queries may read entries from. Computed properties are left out: they can be ordered by
 * where the policy names them, but are computed, not looked up.
 */
export function readableIndexes(indexing: IndexingView, computed: ReadonlySet<string>): IndexingView {
  const isReadable = (path: string): boolean => !UNINDEXED.test(path) && !computed.has(firstName(path));
  return {
    isIndexed: (path) => isReadable(path) && indexing.isIndexed(path),
    isExplicit: (path) => isReadable(path) && indexing.isExplicit(path),
    composites: indexing.composites.filter((parts) => parts.every(({ path }) => isReadable(path))),
  };
}

function firstName(path: string): string {
  return parsePath(path)?.[0] ?? "";
}
