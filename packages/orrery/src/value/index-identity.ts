/**
 * What an index is of: one path, several paths with their directions, or the shapes at a path. Whoever writes entries and whoever reads
 * them know an index by this value; `indexName` is its text, and no two indexes of a kind share one.
 */
import type { Value } from "./json.ts";
import { canonicalPath, parsePath, quotedSegment } from "./path.ts";

export type IndexIdentity =
  /** The values at one canonical path (`value/path.ts`). */
  | { readonly kind: "path"; readonly path: string }
  /** At least two paths; entries are in the order of the first, then of the second, and so on. */
  | { readonly kind: "composite"; readonly parts: CompositeParts }
  /** The shapes at one canonical path; the values of its entries are numbers of cells. */
  | { readonly kind: "spatial"; readonly path: string; readonly cells: CellNumbers }
  | FullTextIndex;

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

/** How shapes become numbers of cells. */
export interface CellNumbers {
  /** No two that make different numbers share one. */
  readonly name: string;
  /** None for what is not a shape. */
  numbersOf(value: Value): readonly number[];
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
    case "spatial":
      return `${index.path} ${index.cells.name}`;
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
