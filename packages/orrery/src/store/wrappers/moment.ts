/**
 * All partitions as they are at one moment, for those who read several things that must agree. Writers go on
 * meanwhile. Held until `close`: the store keeps what was deleted since for as long.
 */
import {
  type SectionReader,
  type SectionSnapshot,
  UncachedReader,
} from "../../kv/key-cache/section-reader.ts";
import type { Reader } from "../../kv/key-value-store.ts";

export class Moment {
  readonly #snapshot: SectionSnapshot;

  constructor(snapshot: SectionSnapshot) {
    this.#snapshot = snapshot;
  }

  close(): void {
    this.#snapshot.close();
  }

  /** For this folder alone: what to read with; without a moment, whatever is newest. */
  static reader(moment: Moment | undefined, newest: Reader): SectionReader {
    return moment === undefined ? new UncachedReader(newest) : moment.#snapshot;
  }
}
