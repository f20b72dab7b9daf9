/**
 * Everything that is written beside an item because of what is in it: its id entry, unique keys, index entries and
 * expiry. Takes them from one version of the item to the next, in its transaction. Requires that no other item holds
 * the id or the unique values of the next.
 */

import type { Transaction } from "../../kv/key-value-store.ts";
import type { Write } from "../../kv/write.ts";
import { fromByteString } from "../../value/byte-string.ts";
import type { WriteWork } from "../indexes/index-rows.ts";
import type { PartitionContext } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { expiryKey, idKey, refBytes } from "../records/key-layout.ts";

const EMPTY = Buffer.alloc(0);
/** How many keys are written in a piece of the work. */
const PIECE_KEYS = 256;

export class DerivedKeys {
  readonly work: WriteWork = { termsAdded: 0, termsRemoved: 0 };
  readonly #kv: Transaction;
  readonly #space: number;
  readonly #context: Pick<PartitionContext, "indexes" | "uniqueKeys">;

  constructor(kv: Transaction, space: number, context: Pick<PartitionContext, "indexes" | "uniqueKeys">) {
    this.#kv = kv;
    this.#space = space;
    this.#context = context;
  }

  /** Keys that hold the address of one item and may hold no other's. */
  pointersOf(item: StoredItem): Buffer[] {
    return [idKey(item.epk, item.id), ...this.#context.uniqueKeys.keysOf(item.epk, item.document)];
  }

  /** From `before` to `after`, which are versions of one item; one of them may be absent. The index entries in pieces. */
  change(before: StoredItem | undefined, after: StoredItem | undefined): Generator<void, void> {
    this.#changeUnique(before, after);
    if (before !== undefined && before.id !== after?.id)
      this.#kv.delete(this.#space, idKey(before.epk, before.id));
    if (after !== undefined && before?.id !== after.id) {
      this.#kv.put(this.#space, idKey(after.epk, after.id), refBytes(after.ref));
    }
    if (before !== undefined && before.ttl > 0) this.#kv.delete(this.#space, expiryOf(before));
    if (after !== undefined && after.ttl > 0) this.#kv.put(this.#space, expiryOf(after), EMPTY);
    return this.changeEntries(before, after);
  }

  /** The index entries alone. Those that stay are not written again. */
  *changeEntries(before: StoredItem | undefined, after: StoredItem | undefined): Generator<void, void> {
    const old = before && this.#context.indexes.walkEntries(before, this.#space);
    const gone = new Set<string>();
    if (old !== undefined) {
      while (!old.next()) yield;
      yield* inPieces(old.keys, (keys) => {
        for (const { bareText } of keys) gone.add(bareText);
      });
    }
    const added = after && this.#context.indexes.walkEntries(after, this.#space);
    if (added !== undefined) {
      while (!added.next()) yield;
      yield* inPieces(added.keys, (keys) => this.#addEntries(keys, gone));
    }
    if (gone.size === 0) return;
    this.work.termsRemoved += gone.size;
    yield* inPieces([...gone], (keys) => {
      for (const key of keys) this.#kv.delete(this.#space, fromByteString(key));
    });
  }

  /** But those that were there. */
  #addEntries(keys: readonly Write[], before: Set<string>): void {
    const added = before.size === 0 ? keys : keys.filter(({ bareText }) => !before.delete(bareText));
    this.#kv.putAll(added);
    this.work.termsAdded += added.length;
  }

  #changeUnique(before: StoredItem | undefined, after: StoredItem | undefined): void {
    const { uniqueKeys } = this.#context;
    if (uniqueKeys.count === 0) return;
    const old = before ? uniqueKeys.keysOf(before.epk, before.document) : [];
    for (const key of old) this.#kv.delete(this.#space, key);
    for (const key of after ? uniqueKeys.keysOf(after.epk, after.document) : []) {
      this.#kv.put(this.#space, key, refBytes(after!.ref));
    }
  }
}

function* inPieces<T>(keys: readonly T[], work: (piece: readonly T[]) => void): Generator<void, void> {
  for (let from = 0; from < keys.length; from += PIECE_KEYS) {
    if (from > 0) yield;
    work(keys.slice(from, from + PIECE_KEYS));
  }
}

export function expiryOf(item: StoredItem): Buffer {
  return expiryKey(item.timestamp + item.ttl, item.ref);
}
