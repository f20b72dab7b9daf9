/** The index keys of an item, of all kinds, in slices: most items are one. */
import type { JsonObject } from "@orrerydb/exact-json";
import { NewKeys, type Write } from "../../kv/write.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { CompiledIndexes, EntryWalk } from "./compiled-indexes.ts";

export type EntryIndexes = CompiledIndexes & Required<Pick<CompiledIndexes, "addEntries">>;

export class ItemEntries {
  readonly #keys: NewKeys;
  readonly #indexes: readonly EntryIndexes[];
  readonly #document: JsonObject;
  readonly #ref: ItemRef;
  /** Of the indexes, how many have added all of theirs. */
  #finished = 0;
  /** Through the document, for the next of them. */
  #walk: EntryWalk | undefined;

  constructor(indexes: readonly EntryIndexes[], document: JsonObject, ref: ItemRef, space: number) {
    this.#keys = new NewKeys(space);
    this.#indexes = indexes;
    this.#document = document;
    this.#ref = ref;
  }

  /** What there is of them by now. */
  get keys(): readonly Write[] {
    return this.#keys.writes;
  }

  /** All of them. */
  finish(): readonly Write[] {
    while (!this.next());
    return this.keys;
  }

  /** Does the next slice; true: it was the last. */
  next(): boolean {
    for (const indexes = this.#indexes; this.#finished < indexes.length; this.#finished++) {
      this.#walk ??= indexes[this.#finished]!.addEntries(this.#keys, this.#document, this.#ref);
      if (this.#walk?.next() === false) return false;
      this.#walk = undefined;
    }
    return true;
  }
}
