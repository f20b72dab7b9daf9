/**
 * All rows that follow from an item: keys, postings of its texts, its vectors. They are taken from one version of the item
 * to the next together, in its transaction.
 */
import type { Transaction } from "../../kv/key-value-store.ts";
import { inTurns } from "../../schedule/in-turns.ts";
import { atOnce } from "../../value/at-once.ts";
import { TextWrites } from "../indexes/full-text/text-writes.ts";
import type { VectorIndex } from "../indexes/vector/vector-index.ts";
import { VectorWrites } from "../indexes/vector/vector-writes.ts";
import type { IdFilter } from "../partition/id-filter.ts";
import type { PartitionContext, PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import type { Ref } from "../records/key-layout.ts";
import { addWords, ONE_LESS_WITH_FORM, ONE_WITH_FORM, type WordTotals } from "../records/word-totals.ts";
import { DerivedKeys, type WriteWork } from "./derived-keys.ts";

export class DerivedRows {
  readonly #keys: DerivedKeys;
  readonly #texts: TextWrites;
  readonly #vectors: VectorWrites;
  readonly #space: PartitionSpace;
  readonly #context: PartitionContext;
  readonly #ids: IdFilter;

  constructor(kv: Transaction, partition: PartitionSpace) {
    const { space, context, vectors, ids } = partition;
    this.#space = partition;
    this.#context = context;
    this.#ids = ids;
    this.#keys = new DerivedKeys(kv, space, context);
    this.#texts = new TextWrites(kv, space, context.indexes, this.#keys.work);
    this.#vectors = new VectorWrites(kv, space, vectors, context.indexes);
  }

  get work(): WriteWork {
    return this.#keys.work;
  }

  /** What the totals of words change by. */
  get words(): WordTotals {
    return this.#texts.words;
  }
  set words(words: WordTotals) {
    this.#texts.words = words;
  }

  /** Keys that hold the address of one item and may hold no other's. */
  pointersOf(item: StoredItem): Buffer[] {
    return this.#keys.pointersOf(item);
  }

  /**
   * From `before` to `after`, of which one may be absent. `isCounted`: the totals count the item. Most containers have
   * neither texts nor vectors, and most items are small: then nothing is waited for.
   */
  change(
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    isCounted = true,
  ): Promise<void> | undefined {
    const { hasTexts, hasVectors } = this.#context.indexes;
    if (isCounted) this.#countForm(before?.hasForm === true, after?.hasForm === true);
    if (after !== undefined && after.id !== before?.id) this.#ids.add(after.epk, after.id);
    return hasTexts || hasVectors
      ? this.#changeAll(before, after, isCounted)
      : this.#inTurns(this.#keys.change(before, after));
  }

  /** Where items have digits that no index entry holds, queries must read the items. */
  #countForm(before: boolean, after: boolean): void {
    if (after) this.#space.noteForm();
    if (before !== after) this.words = addWords(this.words, after ? ONE_WITH_FORM : ONE_LESS_WITH_FORM);
  }

  async #changeAll(
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    isCounted: boolean,
  ): Promise<void> {
    await this.#texts.prepare(before, after);
    await this.#inTurns(this.#keys.change(before, after));
    this.#texts.change(before, after, isCounted);
    await this.#vectors.change(before, after, this.work);
  }

  /** The index rows alone, of an item that stays what it is. */
  async reindex(before: StoredItem, after: StoredItem, isCounted: boolean): Promise<void> {
    await this.#texts.prepare(before, after);
    await this.#inTurns(this.#keys.changeEntries(before, after));
    this.#texts.change(before, after, isCounted);
    await this.#vectors.change(before, after, this.work);
  }

  /** As `reindex`, at the commit, of an item that was written in this transaction. */
  reindexWritten(before: StoredItem, after: StoredItem): void {
    atOnce(this.#keys.changeEntries(before, after));
    this.#texts.change(before, after);
    this.#vectors.add(before, after);
  }

  /** Large writes to one container take turns with everybody else as one. */
  #inTurns(pieces: Iterator<void>): Promise<void> | undefined {
    return inTurns(this.#context.scheduler, this.#context, pieces);
  }

  /** Puts the vectors of items into the cells where they belong now. */
  moveVectors(index: VectorIndex, refs: readonly Ref[]): Promise<void> {
    return this.#vectors.move(index, refs);
  }
}
