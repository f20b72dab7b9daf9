/** What the planner needs to know of a container's indexing policy. Paths are canonical (`value/path.ts`). */
import type { SpatialIndex } from "../../../spatial/spatial-index.ts";
import { ARRAY_ELEMENT, parsePath } from "../../../value/path.ts";
import type { CompositeParts, FullTextIndex, FunctionalIndex } from "../../../value/rows/index-identity.ts";
import type { VectorMetric } from "../../../value/rows/vector-search.ts";
import { UNINDEXED_PROPERTIES } from "../../../value/system-properties.ts";

export interface IndexingView {
  /** Whether the values at a path have index entries. */
  isIndexed(path: string): boolean;
  /** Whether the policy names the path without a wildcard: then items that lack it have an entry too. */
  isExplicit(path: string): boolean;
  readonly composites: readonly CompositeParts[];
  /** The index of a kind at a path; absent or undefined: there is none. */
  indexAt?<Kind extends string>(kind: Kind, path: string): IndexOfKind<Kind> | undefined;
  /** Whether the entries of a computed property are of the values that it has; absent: of none. */
  holdsComputed?(name: string): boolean;
  /** Absent: all items are indexed as the policy says. */
  readonly coming?: ComingIndexes;
}

/** What an index of a kind is to queries. */
interface IndexesByKind {
  readonly spatial: SpatialIndex;
  readonly fullText: FullTextIndex;
  readonly vector: VectorIndexView;
}

export type IndexOfKind<Kind extends string> = Kind extends keyof IndexesByKind
  ? IndexesByKind[Kind]
  : FunctionalIndex;

/** Of a policy that is being applied: what there will be when all items are indexed by it. */
export interface ComingIndexes {
  /** Of the items, so far. */
  readonly percent: number;
  isIndexed(path: string): boolean;
  readonly composites: readonly CompositeParts[];
}

export interface VectorIndexView {
  readonly path: string;
  readonly metric: VectorMetric;
  readonly dimensions: number;
}

/** Properties of every item that no index holds, whatever the policy says. */
const UNINDEXED = new RegExp(`^/(?:${[...UNINDEXED_PROPERTIES].join("|")})(?:/|$)`);

/**
 * The part of a policy that queries may read entries from. Of a computed property there are entries where the policy
 * names it, and a path of it is read only where every item has one: which items lack it, no item shows.
 */
export function readableIndexes(indexing: IndexingView, computed: ReadonlySet<string>): IndexingView {
  const isComputed = (path: string): boolean => computed.has(firstName(path));
  const isStored = (path: string): boolean => !UNINDEXED.test(path) && !isComputed(path);
  const isHeld = (path: string): boolean =>
    isComputed(path) ? indexing.holdsComputed?.(firstName(path)) === true : isStored(path);
  const isTold = (path: string): boolean =>
    isStored(path) || path.includes(`/${ARRAY_ELEMENT}`) || indexing.isExplicit(path);
  return {
    isIndexed: (path) => isHeld(path) && indexing.isIndexed(path) && isTold(path),
    isExplicit: (path) => isHeld(path) && indexing.isExplicit(path),
    indexAt: (kind, path) => (isStored(path) ? indexing.indexAt?.(kind, path) : undefined),
    composites: indexing.composites.filter((parts) => parts.every(({ path }) => isHeld(path))),
    holdsComputed: (name) => indexing.holdsComputed?.(name) === true,
    ...(indexing.coming && { coming: indexing.coming }),
  };
}

function firstName(path: string): string {
  return parsePath(path)?.[0] ?? "";
}
