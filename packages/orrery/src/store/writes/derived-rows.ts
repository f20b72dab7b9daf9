/**
 * All rows that follow from what is in an item: its id entry, unique keys, index entries and expiry, and the rows of
 * indexes that are more than keys. They are taken from one version of the item to the next together, in its transaction.
 * Requires that no other item holds the id or the unique values of the next.
 */
import type { Transaction } from "../../kv/key-value-store.ts";
import type { Write } from "../../kv/write.ts";
import { inTurns } from "../../schedule/in-turns.ts";
import { atOnce } from "../../value/at-once.ts";
import { fromByteString } from "../../value/byte-string.ts";
import type { IndexKind } from "../indexes/index-kind.ts";
import type { IndexWriter, WriteWork } from "../indexes/index-rows.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { expiryKey, idKey, refBytes } from "../records/key-layout.ts";
import {
  addWords,
  NO_WORDS,
  ONE_LESS_WITH_FORM,
  ONE_WITH_FORM,
  type WordTotals,
} from "../records/word-totals.ts";

const EMPTY = Buffer.alloc(0);
/** How many keys are written in a piece of the work. */
const PIECE_KEYS = 256;

export class DerivedRows {
  readonly work: WriteWork = { termsAdded: 0, termsRemoved: 0 };
  readonly #kv: Transaction;
  readonly #partition: PartitionSpace;
  readonly #space: number;
  /** Made when the first item is written whose container has indexes of the kind. */
  readonly #writers = new Map<IndexKind, IndexWriter>();
  /** What the totals of words change by. */
  words: WordTotals = NO_WORDS;

  constructor(kv: Transaction, partition: PartitionSpace) {
    this.#kv = kv;
    this.#partition = partition;
    this.#space = partition.space;
  }

  /** Writes the rows of the indexes of a kind. */
  writerOf(kind: IndexKind): IndexWriter {
    let writer = this.#writers.get(kind);
    if (writer === undefined) {
      const { context, indexes: partition } = this.#partition;
      writer = kind.rows!.writer({
        kv: this.#kv,
        space: this.#space,
        partition,
        work: this.work,
        indexesOf: (item) => context.indexes.indexesOf(kind, item),
        addTotals: (words) => {
          this.words = addWords(this.words, words);
        },
      });
      this.#writers.set(kind, writer);
    }
    return writer;
  }

  /** Of all kinds in use: most containers have none. */
  get #allWriters(): readonly IndexWriter[] {
    return this.#partition.context.indexes.rowKinds.map((kind) => this.writerOf(kind));
  }

  /** Keys that hold the address of one item and may hold no other's. */
  pointersOf(item: StoredItem): Buffer[] {
    return [idKey(item.epk, item.id), ...this.#partition.context.uniqueKeys.keysOf(item.epk, item.document)];
  }

  /** From `before` to `after`, of which one may be absent. `isCounted`: the totals count the item. */
  change(before: StoredItem | undefined, after: StoredItem | undefined, isCounted = true): Promise<void> {
    if (isCounted) this.#countForm(before?.hasForm === true, after?.hasForm === true);
    this.#changeUnique(before, after);
    if (before !== undefined && before.id !== after?.id)
      this.#kv.delete(this.#space, idKey(before.epk, before.id));
    if (after !== undefined && before?.id !== after.id) {
      this.#partition.ids.add(after.epk, after.id);
      this.#kv.put(this.#space, idKey(after.epk, after.id), refBytes(after.ref));
    }
    if (before !== undefined && before.ttl > 0) this.#kv.delete(this.#space, expiryOf(before));
    if (after !== undefined && after.ttl > 0) this.#kv.put(this.#space, expiryOf(after), EMPTY);
    return this.changeIndexes(before, after, isCounted);
  }

  /** The index rows alone. Large writes to one container take turns with everybody else as one. */
  async changeIndexes(
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    isCounted: boolean,
  ): Promise<void> {
    const { context } = this.#partition;
    for (const writer of this.#allWriters) await writer.prepare?.(before, after);
    await inTurns(context.scheduler, context, this.#changeEntries(before, after));
    for (const writer of this.#allWriters) await writer.change(before, after, isCounted);
  }

  /** As `changeIndexes`, at the commit, of an item that was written in this transaction. */
  changeIndexesAtCommit(before: StoredItem, after: StoredItem): void {
    atOnce(this.#changeEntries(before, after));
    for (const writer of this.#allWriters) writer.changeAtCommit(before, after);
  }

  /** Where items have digits that no index entry holds, queries must read the items. */
  #countForm(before: boolean, after: boolean): void {
    if (after) this.#partition.noteForm();
    if (before !== after) this.words = addWords(this.words, after ? ONE_WITH_FORM : ONE_LESS_WITH_FORM);
  }

  #changeUnique(before: StoredItem | undefined, after: StoredItem | undefined): void {
    const { uniqueKeys } = this.#partition.context;
    if (uniqueKeys.count === 0) return;
    const old = before ? uniqueKeys.keysOf(before.epk, before.document) : [];
    for (const key of old) this.#kv.delete(this.#space, key);
    for (const key of after ? uniqueKeys.keysOf(after.epk, after.document) : []) {
      this.#kv.put(this.#space, key, refBytes(after!.ref));
    }
  }

  /** The index entries, in pieces. Those that stay are not written again. */
  *#changeEntries(before: StoredItem | undefined, after: StoredItem | undefined): Generator<void, void> {
    const { indexes } = this.#partition.context;
    const old = before && indexes.walkEntries(before, this.#space);
    const gone = new Set<string>();
    if (old !== undefined) {
      while (!old.next()) yield;
      yield* inPieces(old.keys, (keys) => {
        for (const { bareText } of keys) gone.add(bareText);
      });
    }
    const added = after && indexes.walkEntries(after, this.#space);
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
