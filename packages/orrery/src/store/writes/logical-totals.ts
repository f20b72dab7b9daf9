/** The record of a logical partition in a transaction that changes it: its number, its sequence, and its totals. */
import assert from "node:assert/strict";
import type { Epk } from "@orrerydb/keys/hash";
import type { Transaction } from "../../kv/key-value-store.ts";
import { Failure } from "../../value/failure.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import { logicalKey, makeRef, SEQUENCES } from "../records/key-layout.ts";
import {
  checkRoom,
  encodeLogicalRecord,
  type LogicalRecord,
  type TotalsDelta,
} from "../records/logical-record.ts";
import { addWords, NO_WORDS, negatedWords } from "../records/word-totals.ts";
import type { DerivedRows } from "./derived-rows.ts";

export class LogicalTotals {
  readonly #space: PartitionSpace;
  readonly #kv: Transaction;
  readonly #derived: DerivedRows;
  readonly #epk: Epk;
  readonly #key: string | undefined;
  #record: LogicalRecord | undefined;
  #wordsBefore = NO_WORDS;
  #itemsDelta = 0;
  #bytesDelta = 0;

  /** `key`: the key value, which only a first item needs. `derived`: counts the words of texts. */
  constructor(
    space: PartitionSpace,
    kv: Transaction,
    derived: DerivedRows,
    epk: Epk,
    key: string | undefined,
  ) {
    this.#space = space;
    this.#kv = kv;
    this.#derived = derived;
    this.#epk = epk;
    this.#key = key;
  }

  /** What the totals of the physical partition change by. */
  get delta(): TotalsDelta {
    return { items: this.#itemsDelta, bytes: this.#bytesDelta, words: this.#derived.words };
  }

  add(items: number, bytes: number): void {
    this.#itemsDelta += items;
    this.#bytesDelta += bytes;
  }

  /** Undefined while the logical partition has no item. */
  async number(): Promise<number | undefined> {
    return (this.#record ?? (await this.#stored()))?.number;
  }

  /** A copy of the record that this transaction may change. */
  async open(): Promise<LogicalRecord> {
    if (this.#record === undefined) {
      const stored = await this.#stored();
      this.#record = stored === undefined ? await this.#newRecord() : { ...stored };
      this.#wordsBefore = this.#record.words;
    }
    return this.#record;
  }

  /** The address of a new item. */
  async nextRef(): Promise<ItemRef> {
    const record = this.#record ?? (await this.open());
    if (record.nextSequence >= SEQUENCES) {
      throw new Failure(
        "forbidden",
        "This logical partition has used up its resource ids. Move its items to a new container to go on.",
      );
    }
    return makeRef(record.number, record.nextSequence++);
  }

  /** Writes the record with its changed totals. Fails if the logical partition has no room for them. Requires that it is open. */
  put(): void {
    const record = this.#record!;
    record.items += this.#itemsDelta;
    record.bytes += this.#bytesDelta;
    if (this.#bytesDelta > 0) checkRoom(record, this.#space.context.logicalBytesMax);
    this.putWords();
  }

  /** The same where nothing but the words of texts has changed. */
  putWords(): void {
    const record = this.#record!;
    record.words = addWords(this.#wordsBefore, this.#derived.words);
    const key = logicalKey(this.#epk);
    if (record.items === 0) this.#kv.delete(this.#space.space, key);
    else this.#kv.put(this.#space.space, key, encodeLogicalRecord(record));
  }

  /** After the commit. */
  updateCache(): void {
    const { cache } = this.#space.context;
    const key = this.#space.cacheKey(this.#epk);
    if (this.#record!.items === 0) cache.delete(key);
    else cache.set(key, this.#record!);
  }

  /** Removes the record, with all that it counts. Returns it as it was; undefined if there is none. */
  async remove(): Promise<LogicalRecord | undefined> {
    const stored = await this.#stored();
    if (stored === undefined) return undefined;
    this.#kv.delete(this.#space.space, logicalKey(this.#epk));
    this.add(-stored.items, -stored.bytes);
    this.#derived.words = negatedWords(stored.words);
    return stored;
  }

  #stored(): Promise<LogicalRecord | undefined> {
    return this.#space.logicalPartition(this.#epk, this.#kv);
  }

  async #newRecord(): Promise<LogicalRecord> {
    assert(this.#key !== undefined, "a first item needs the key value");
    const number = await this.#space.context.logicalNumbers.next();
    return { number, nextSequence: 0, items: 0, bytes: 0, key: this.#key, words: NO_WORDS };
  }
}
