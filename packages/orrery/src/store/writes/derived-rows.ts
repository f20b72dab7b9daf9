/**
 * All rows that follow from an item: keys, and the rows of indexes that are more than keys. They are taken from one version
 * of the item to the next together, in its transaction.
 */
import type { Transaction } from "../../kv/key-value-store.ts";
import { inTurns } from "../../schedule/in-turns.ts";
import { atOnce } from "../../value/at-once.ts";
import type { IndexKind } from "../indexes/index-kind.ts";
import type { IndexWriter, WriteWork } from "../indexes/index-rows.ts";
import type { IdFilter } from "../partition/id-filter.ts";
import type { PartitionContext, PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import {
  addWords,
  NO_WORDS,
  ONE_LESS_WITH_FORM,
  ONE_WITH_FORM,
  type WordTotals,
} from "../records/word-totals.ts";
import { DerivedKeys } from "./derived-keys.ts";

export class DerivedRows {
  readonly #kv: Transaction;
  readonly #keys: DerivedKeys;
  readonly #space: PartitionSpace;
  readonly #context: PartitionContext;
  readonly #ids: IdFilter;
  /** Made when the first item is written whose container has indexes of the kind. */
  readonly #writers = new Map<IndexKind, IndexWriter>();
  /** What the totals of words change by. */
  words: WordTotals = NO_WORDS;

  constructor(kv: Transaction, partition: PartitionSpace) {
    const { space, context, ids } = partition;
    this.#kv = kv;
    this.#space = partition;
    this.#context = context;
    this.#ids = ids;
    this.#keys = new DerivedKeys(kv, space, context);
  }

  get work(): WriteWork {
    return this.#keys.work;
  }

  /** Writes the rows of the indexes of a kind. */
  writerOf(kind: IndexKind): IndexWriter {
    let writer = this.#writers.get(kind);
    if (writer === undefined) {
      const { space, indexes: partition } = this.#space;
      writer = kind.rows!.writer({
        kv: this.#kv,
        space,
        partition,
        work: this.work,
        indexesOf: (item) => this.#context.indexes.indexesOf(kind, item),
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
    return this.#context.indexes.rowKinds.map((kind) => this.writerOf(kind));
  }

  /** Keys that hold the address of one item and may hold no other's. */
  pointersOf(item: StoredItem): Buffer[] {
    return this.#keys.pointersOf(item);
  }

  /** From `before` to `after`, of which one may be absent. `isCounted`: the totals count the item. */
  change(before: StoredItem | undefined, after: StoredItem | undefined, isCounted = true): Promise<void> {
    if (isCounted) this.#countForm(before?.hasForm === true, after?.hasForm === true);
    if (after !== undefined && after.id !== before?.id) this.#ids.add(after.epk, after.id);
    return this.#changeIndexes(this.#keys.change(before, after), before, after, isCounted);
  }

  /** Where items have digits that no index entry holds, queries must read the items. */
  #countForm(before: boolean, after: boolean): void {
    if (after) this.#space.noteForm();
    if (before !== after) this.words = addWords(this.words, after ? ONE_WITH_FORM : ONE_LESS_WITH_FORM);
  }

  /** The index rows alone, of an item that stays what it is. */
  reindex(before: StoredItem, after: StoredItem, isCounted: boolean): Promise<void> {
    return this.#changeIndexes(this.#keys.changeEntries(before, after), before, after, isCounted);
  }

  /** Large writes to one container take turns with everybody else as one. */
  async #changeIndexes(
    keyChanges: Iterator<void>,
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    isCounted: boolean,
  ): Promise<void> {
    for (const writer of this.#allWriters) await writer.prepare?.(before, after);
    await inTurns(this.#context.scheduler, this.#context, keyChanges);
    for (const writer of this.#allWriters) await writer.change(before, after, isCounted);
  }

  /** As `reindex`, at the commit, of an item that was written in this transaction. */
  reindexWritten(before: StoredItem, after: StoredItem): void {
    atOnce(this.#keys.changeEntries(before, after));
    for (const writer of this.#allWriters) writer.changeAtCommit(before, after);
  }
}
