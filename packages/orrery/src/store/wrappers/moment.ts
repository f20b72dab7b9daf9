/**
 * All partitions as they are at one moment, for those who read several things that must agree. Writers go on
 * meanwhile. Held until `close`: the store keeps what was deleted since for as long.
 */
import type { KeyValueStore, Reader, Snapshot } from "../../kv/key-value-store.ts";

export class Moment {
  readonly #snapshot: Snapshot;

  constructor(kv: KeyValueStore) {
    this.#snapshot = kv.snapshot();
  }

  close(): void {
    this.#snapshot.close();
  }

  /** For this folder alone: what to read with; without a moment, whatever is newest. */
  static reader(moment: Moment | undefined, newest: Reader): Reader {
    return moment === undefined ? newest : moment.#snapshot;
  }
}
