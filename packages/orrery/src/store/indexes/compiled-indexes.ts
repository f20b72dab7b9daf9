import type { JsonObject } from "@orrerydb/exact-json";
import type { NewKeys } from "../../kv/write.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";

/** All indexes of one kind that a definition asks for. */
export interface CompiledIndexes {
  /** The index of a path, as queries know it (`IndexingView.indexAt`), with a name that no other index of the kind has. */
  indexAt?(path: string): { readonly name: string; readonly index: object } | undefined;
  /** Adds the keys of an item, none twice. Undefined: that is all; else the rest comes with the slices of a walk. */
  addEntries?(keys: NewKeys, document: JsonObject, ref: ItemRef): EntryWalk | undefined;
}

export interface EntryWalk {
  /** Does the next slice; true: it was the last. */
  next(): boolean;
}
