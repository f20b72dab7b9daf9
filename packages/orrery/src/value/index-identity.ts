/**
 * What an index is of: one path, or several paths with their directions. Whoever writes entries and whoever reads
 * them know an index by this value; `indexName` is its text, and no two indexes of a kind share one.
 */
import { canonicalPath, parsePath, quotedSegment } from "./path.ts";

export type IndexIdentity =
  /** The values at one canonical path (`value/path.ts`). */
  | { readonly kind: "path"; readonly path: string }
  /** At least two paths; entries are in the order of the first, then of the second, and so on. */
  | { readonly kind: "composite"; readonly parts: CompositeParts };

export type CompositeParts = readonly CompositePart[];

export interface CompositePart {
  /** Canonical. */
  readonly path: string;
  readonly descending: boolean;
}

export function pathIndex(path: string): IndexIdentity {
  return { kind: "path", path };
}

/** "/a", or "/a ASC,/b DESC". It is hashed into index keys. On disk: do not change. */
export function indexName(index: IndexIdentity): string {
  switch (index.kind) {
    case "path":
      return index.path;
    case "composite":
      return partNames(index.parts).join(",");
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
