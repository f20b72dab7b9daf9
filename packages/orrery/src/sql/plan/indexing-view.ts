/** What the planner needs to know of a container's indexing policy. Paths are canonical (`value/path.ts`). */
export interface IndexingView {
  /** Whether the values at a path have index entries. */
  isIndexed(path: string): boolean;
  /** Whether the policy names the path without a wildcard: then items that lack it have an entry too. */
  isExplicit(path: string): boolean;
  readonly composites: readonly CompositeIndex[];
}

export type CompositeIndex = readonly CompositePart[];

export interface CompositePart {
  readonly path: string;
  readonly descending: boolean;
}

/** How a row source knows a composite index. */
export function compositeName(index: CompositeIndex): string {
  return index.map(({ path, descending }) => `${path} ${descending ? "DESC" : "ASC"}`).join(",");
}
