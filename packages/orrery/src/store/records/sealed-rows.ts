/**
 * Which rows carry a checksum of their own, where a store keeps one: all that no other row can be made from again, and
 * those that lead to items. Rows of indexes do not: there are many, most have no value, and verifying them would double
 * the time of a search among vectors. The checksums of the files guard them, and `orrery check` compares them with the
 * items. On disk: do not change.
 */
import { CATALOG_SPACE, CatalogKind } from "./catalog-space.ts";
import { Kind } from "./key-layout.ts";

const INDEX_KINDS: ReadonlySet<number | undefined> = new Set([
  Kind.index,
  Kind.composite,
  Kind.spatial,
  Kind.fullText,
  Kind.vector,
]);

export function isSealedKind(space: number, kind: number | undefined): boolean {
  // Every version must be able to read the format.
  return space === CATALOG_SPACE ? kind !== CatalogKind.format : !INDEX_KINDS.has(kind);
}
