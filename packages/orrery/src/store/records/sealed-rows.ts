/**
 * Which rows carry a checksum of their own, where a store keeps one: all that no other row can be made from again, and
 * those that lead to items. Rows of indexes do not: there are many, most have no value, and verifying them would double
 * the time of a search among vectors. The checksums of the files guard them, and `orrery check` compares them with the
 * items. On disk: do not change.
 */
import { CATALOG_SPACE, CatalogKind } from "./catalog-space.ts";
import { isIndexByte } from "./key-layout.ts";

export function isSealedKind(space: number, kind: number | undefined): boolean {
  // Every version must be able to read the format.
  return space === CATALOG_SPACE ? kind !== CatalogKind.format : !isIndexByte(kind);
}
