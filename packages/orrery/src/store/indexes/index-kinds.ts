/** The kinds of indexes. A kind is a folder, and a line here. */
import { type IndexIdentity, indexName } from "../../value/rows/index-identity.ts";
import { COMPOSITE } from "./composite/composite-indexes.ts";
import { FULL_TEXT } from "./full-text/full-text-indexes.ts";
import type { IndexKind } from "./index-kind.ts";
import { indexPrefix } from "./index-prefix.ts";
import { RANGE } from "./range/range-indexes.ts";
import { SPATIAL } from "./spatial/spatial-indexes.ts";
import { VECTOR } from "./vector/vector-indexes.ts";

/** In the order of their lists in a policy. */
export const INDEX_KINDS: IndexKind[] = [RANGE, COMPOSITE, SPATIAL, VECTOR, FULL_TEXT];

export function kindOfRow(key: Buffer): IndexKind | undefined {
  return INDEX_KINDS.find(({ keyByte }) => keyByte === key[0]);
}

/** How the keys of an index begin. Callers must not change it. */
export function prefixOf(index: IndexIdentity): Buffer {
  const name = index.kind === "functional" ? index.type : index.kind;
  const kind = INDEX_KINDS.find((other) => other.name === name);
  if (kind === undefined) throw new RangeError(`There is no kind of index that is called '${name}'.`);
  return indexPrefix(kind.keyByte, indexName(index));
}
