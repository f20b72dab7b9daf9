/**
 * Logical partitions of a physical one that were deleted whole. Their items are still stored until the background
 * has removed them, and no reader may see them: what matters is the logical partition's number, which every address
 * begins with and which is never given again.
 *
 * A number stays known for a while after its last item is gone, because a snapshot from before may still be read.
 */

import { type Epk, epkOfBytes } from "@orrerydb/keys/hash";
import type { Reader } from "../../kv/key-value-store.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { Kind, logicalNumberOf, numberOfDroppedKey, rangeOfKind } from "../records/key-layout.ts";

/** Longer than any request holds a snapshot. */
const REMEMBERED_SECONDS = 60;

export class DroppedPartitions {
  /** EPK by number. */
  readonly #pending = new Map<number, Epk>();
  /** When the last item was removed, by number. */
  readonly #removed = new Map<number, number>();

  static async load(reader: Reader, space: number): Promise<DroppedPartitions> {
    const dropped = new DroppedPartitions();
    for await (const rows of reader.scan(space, rangeOfKind(Kind.dropped))) {
      for (const { key, value } of rows) dropped.#pending.set(numberOfDroppedKey(key), epkOfBytes(value));
    }
    return dropped;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#removed.size === 0;
  }

  /** Those with items to remove. */
  get pending(): readonly { readonly number: number; readonly epk: Epk }[] {
    return [...this.#pending].map(([number, epk]) => ({ number, epk }));
  }

  get counts(): { readonly pending: number; readonly remembered: number } {
    return { pending: this.#pending.size, remembered: this.#removed.size };
  }

  holds(ref: ItemRef): boolean {
    if (this.isEmpty) return false;
    const number = logicalNumberOf(ref);
    return this.#pending.has(number) || this.#removed.has(number);
  }

  add(number: number, epk: Epk): void {
    this.#pending.set(number, epk);
  }

  removed(number: number, nowSeconds: number): void {
    this.#pending.delete(number);
    this.#removed.set(number, nowSeconds);
  }

  forget(nowSeconds: number): void {
    for (const [number, at] of this.#removed) {
      if (at + REMEMBERED_SECONDS < nowSeconds) this.#removed.delete(number);
    }
  }
}
