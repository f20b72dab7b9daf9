/**
 * Fills an empty partition with items that were saved from elsewhere: each keeps its address, content, ETag, time, LSN
 * and place in the change feed, and everything that follows from items is made anew. Versions before are not kept.
 */
import type { Epk } from "@orrerydb/keys/hash";
import type { KeyValueStore, Transaction } from "../../kv/key-value-store.ts";
import { type PartitionContext, PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import {
  itemKey,
  logicalKey,
  logicalNumberOf,
  logKey,
  refBytes,
  SUMMARY_KEY,
  sequenceOf,
} from "../records/key-layout.ts";
import {
  addTotals,
  decodeLogicalRecord,
  EMPTY_SUMMARY,
  encodeLogicalRecord,
  encodeSummary,
  type LogicalRecord,
} from "../records/logical-record.ts";
import { addWords, NO_WORDS } from "../records/word-totals.ts";
import { DerivedRows } from "../writes/derived-rows.ts";

/** In one transaction; one of them may exceed the bytes. */
const BATCH_ITEMS = 100;
const BATCH_BYTES = 4 * 1024 * 1024;

export interface RestoreSource {
  /** In the order of their addresses. */
  readonly items: AsyncIterable<StoredItem>;
  /** At least; as far as the partition is known to have come. */
  readonly lsn: number;
  /** The key value of an item, as the protocol's JSON array. */
  keyOf(item: StoredItem): string;
  /** An item cannot be there beside another: both have one id, unique value or place in the log. */
  refused(item: StoredItem): void;
}

export interface RestoredTotals {
  readonly items: number;
  /** The highest number of a logical partition; -1 without any. */
  readonly numberMax: number;
}

export async function restorePartition(
  kv: KeyValueStore,
  space: number,
  context: PartitionContext,
  source: RestoreSource,
): Promise<RestoredTotals> {
  return new PartitionRestore(await PartitionSpace.open(kv, space, context), source).run();
}

class PartitionRestore {
  readonly #space: PartitionSpace;
  readonly #source: RestoreSource;
  #summary = EMPTY_SUMMARY;
  #numberMax = -1;
  /** The logical partition that is being filled. */
  #logical: { readonly epk: Epk; readonly record: LogicalRecord } | undefined;

  constructor(space: PartitionSpace, source: RestoreSource) {
    this.#space = space;
    this.#source = source;
  }

  async run(): Promise<RestoredTotals> {
    let batch: StoredItem[] = [];
    let bytes = 0;
    for await (const item of this.#source.items) {
      batch.push(item);
      bytes += item.size;
      if (batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue;
      await this.#write(batch);
      batch = [];
      bytes = 0;
    }
    await this.#write(batch);
    return { items: this.#summary.items, numberMax: this.#numberMax };
  }

  async #write(items: readonly StoredItem[]): Promise<void> {
    const { kv, space } = this.#space;
    await kv.transact(`restore:${space}`, async (transaction) => {
      for (const item of items) {
        if (!(await this.#writeItem(transaction, item))) this.#source.refused(item);
      }
      this.#putLogical(transaction);
      const lsn = Math.max(this.#summary.lsn, this.#source.lsn);
      this.#summary = { ...this.#summary, lsn, versionsAfter: lsn };
      transaction.put(space, SUMMARY_KEY, encodeSummary(this.#summary));
    });
    await kv.caughtUp();
  }

  async #writeItem(transaction: Transaction, item: StoredItem): Promise<boolean> {
    const { space } = this.#space;
    const number = logicalNumberOf(item.ref);
    if (this.#logical?.record.number !== number) {
      this.#putLogical(transaction);
      this.#logical = undefined;
      const other = await transaction.get(space, logicalKey(item.epk));
      if (other !== undefined && decodeLogicalRecord(other).number !== number) return false;
    }
    const derived = new DerivedRows(transaction, this.#space);
    const place = logKey(item.lsn, item.place);
    const holders = await transaction.getMany(space, [place, ...derived.pointersOf(item)]);
    if (holders.some((holder) => holder !== undefined)) return false;
    this.#logical ??= {
      epk: item.epk,
      record: { number, nextSequence: 0, items: 0, bytes: 0, key: this.#source.keyOf(item), words: NO_WORDS },
    };
    await derived.change(undefined, item);
    transaction.put(space, itemKey(item.ref), item.record);
    transaction.put(space, place, refBytes(item.ref));
    const { record } = this.#logical;
    record.items++;
    record.bytes += item.size;
    record.nextSequence = Math.max(record.nextSequence, sequenceOf(item.ref) + 1);
    record.words = addWords(record.words, derived.words);
    this.#numberMax = Math.max(this.#numberMax, number);
    this.#summary = {
      ...addTotals(this.#summary, { items: 1, bytes: item.size, words: derived.words }),
      lsn: Math.max(this.#summary.lsn, item.lsn),
    };
    return true;
  }

  #putLogical(transaction: Transaction): void {
    if (this.#logical === undefined) return;
    const { epk, record } = this.#logical;
    transaction.put(this.#space.space, logicalKey(epk), encodeLogicalRecord(record));
  }
}
