/**
 * What an index is of: one path, several paths with their directions, what a function makes of the values at a path, or
 * the words there. The store, which writes entries, and queries, which read them, know an index by this value;
 * `indexName` is its name, and no two indexes share one.
 */
import type { Value } from "@orrerydb/exact-json";
import { canonicalPath, parsePath, quotedSegment } from "../path.ts";

export type IndexIdentity =
  /** The values at one canonical path (`value/path.ts`). */
  | { readonly kind: "path"; readonly path: string }
  /** At least two paths; entries are in the order of the first, then of the second, and so on. */
  | { readonly kind: "composite"; readonly parts: CompositeParts }
  | FunctionalIndex
  | FullTextIndex;

/** What a function makes of the value at one path: the cells of a shape, for example. */
export interface FunctionalIndex {
  readonly kind: "functional";
  /** The name of the kind of index (`store/indexes/index-kind.ts`): "spatial". */
  readonly type: string;
  /** Canonical. */
  readonly path: string;
  /** The path and what else decides the entries. It is hashed into index keys. On disk: do not change. */
  readonly name: string;
  /** How the path ends in an indexing policy, as index metrics name it. */
  readonly policyEnding: "" | "/?" | "/*";
  /** The values of its entries for the value at the path; none where it has no entries. */
  valuesOf(value: Value): readonly Value[];
}

/** The words of the texts at one canonical path, in one language. */
export interface FullTextIndex {
  readonly kind: "fullText";
  readonly path: string;
  readonly language: string;
}

export type CompositeParts = readonly CompositePart[];

export interface CompositePart {
  /** Canonical. */
  readonly path: string;
  readonly descending: boolean;
}

export function pathIndex(path: string): IndexIdentity {
  return { kind: "path", path };
}

/** "/a", "/a ASC,/b DESC", "/a Geography Point", or "/a en-US". It is hashed into index keys. On disk: do not change. */
export function indexName(index: IndexIdentity): string {
  switch (index.kind) {
    case "path":
      return index.path;
    case "composite":
      return partNames(index.parts).join(",");
    case "functional":
      return index.name;
    case "fullText":
      return `${index.path} ${index.language}`;
  }
}

/** "/a ASC", "/b DESC". */
export function partNames(parts: CompositeParts): readonly string[] {
  return parts.map(({ path, descending }) => `${unambiguous(path)} ${descending ? "DESC" : "ASC"}`);
}

/**
 * A part ends where "ASC," or "DESC," is followed by the slash of the next. A name that ends in just that, and has
 * something below it, would look like two parts: it alone is quoted.
 */
function unambiguous(path: string): string {
  if (!/ (?:ASC|DESC),\//.test(path)) return path;
  const segments = parsePath(path) ?? [];
  return segments
    .map((name) =>
      name !== null && / (?:ASC|DESC),$/.test(name) ? `/${quotedSegment(name)}` : canonicalPath([name]),
    )
    .join("");
}

export function isSameIndex(a: IndexIdentity, b: IndexIdentity): boolean {
  return a === b || (a.kind === b.kind && indexName(a) === indexName(b));
}
