/** An entry of an index as it is stored: it stands for itself alone, and its values were not read from its key. */
import type { Value } from "@orrerydb/exact-json";
import type { EachEntry, IndexEntry, ItemRef } from "./row-source.ts";

export class StoredEntry implements IndexEntry {
  readonly ref: ItemRef;
  readonly key: string;
  readonly value: Value;
  readonly exact: boolean;

  constructor(ref: ItemRef, key: string, value: Value, exact: boolean) {
    this.ref = ref;
    this.key = key;
    this.value = value;
    this.exact = exact;
  }

  get times(): number {
    return 1;
  }

  get values(): readonly Value[] | undefined {
    return undefined;
  }

  get each(): EachEntry | undefined {
    return undefined;
  }
}
