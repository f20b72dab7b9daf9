/** Rows of indexes that are more than keys: how they are written, checked and kept in order. */
import type { Epk } from "@orrerydb/keys/hash";
import type { SectionReader } from "../../kv/key-cache/section-reader.ts";
import type { KeyRange } from "../../kv/key-range.ts";
import type { KeyValueStore, Reader, Transaction } from "../../kv/key-value-store.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { StoredItem } from "../records/item-record.ts";
import type { WordTotals } from "../records/word-totals.ts";
import type { CompiledIndexes } from "./compiled-indexes.ts";
import type { PartitionIndexes } from "./partition-indexes.ts";

export interface IndexRows<Compiled extends CompiledIndexes> {
  /** Items have rows even where a request or the policy says that they are not indexed. */
  readonly areOfEveryItem?: boolean;
  /** Writers need to know what was committed before them: no transaction may begin while another one commits. */
  readonly dependOnCommits?: boolean;
  writer(transaction: IndexTransaction<Compiled>): IndexWriter;
  check(checked: CheckedPartition<Compiled>): IndexCheck;
  /** Whether a row belongs to the whole partition and not to an item. A copy of a partition gets it with every part. */
  isOfPartition?(key: Buffer): boolean;
  /** Work in the background that its rows need as they become more. */
  readonly maintenance?: IndexMaintenance<Compiled>;
}

/** What a write did to the indexes, for its charge. */
export interface WriteWork {
  termsAdded: number;
  termsRemoved: number;
}

/** A transaction on items of one logical partition. */
export interface IndexTransaction<Compiled extends CompiledIndexes> {
  readonly kv: Transaction;
  readonly space: number;
  readonly work: WriteWork;
  readonly partition: PartitionIndexes;
  /** The indexes that an item has rows in; undefined: none. */
  indexesOf(item: StoredItem): Compiled | undefined;
  /** Adds to the totals that are kept with the records of the partition. */
  addTotals(words: WordTotals): void;
}

/** Takes rows from one version of an item to the next; one of them may be absent. Rows that stay are not touched. */
export interface IndexWriter {
  /** What takes long, before anything is written. */
  prepare?(before: StoredItem | undefined, after: StoredItem | undefined): Promise<void>;
  /** `isCounted`: totals count the item. */
  change(before: StoredItem | undefined, after: StoredItem | undefined, isCounted: boolean): Promise<void>;
  /** The same of an item that was written in this transaction, at its commit: without waiting. */
  changeAtCommit(before: StoredItem, after: StoredItem): void;
}

/** A partition as it was at one moment. */
export interface CheckedPartition<Compiled extends CompiledIndexes> {
  readonly reader: Reader;
  readonly space: number;
  /** Of every generation that items may be of. */
  readonly all: readonly Compiled[];
  indexesOf(item: StoredItem): Compiled | undefined;
  report(finding: string): void;
}

export interface IndexCheck {
  /** Reports what the item lacks; returns what it adds to the totals. */
  checkItem(item: StoredItem): Promise<WordTotals>;
  /** After all items; returns how many rows there must be. */
  finish(): Promise<number>;
}

/** What is in a request's scope, for scans of rows. */
export interface IndexScope {
  readonly reader: SectionReader;
  readonly space: number;
  /** The keys that begin with `entry` and end in a ref in scope, or nearly; strictly after a ref, if there is one. */
  ranges(
    entry: Buffer,
    options?: { readonly after?: ItemRef; readonly reverse?: boolean },
  ): readonly KeyRange[];
  inScope(ref: ItemRef): boolean;
  /** Those of items that are there for readers. */
  live<T extends { readonly ref: ItemRef }>(rows: readonly T[]): Promise<readonly T[]>;
  /** About how many items are in scope. */
  readonly items: number;
  /** Whether every item may have to be looked at to know if it is there. */
  readonly mayExpire: boolean;
  /** Whether ranges hold nothing but what is in scope. */
  readonly isTight: boolean;
  /** Whether it is the whole partition. */
  readonly isWhole: boolean;
}

export interface IndexMaintenance<Compiled extends CompiledIndexes> {
  /** Whether there may be something to do. */
  isNeeded(partition: MaintainedPartition<Compiled>): Promise<boolean>;
  /** Goes on until there is nothing to do, or until it is stopped; each step leaves the index whole. */
  run(partition: MaintainedPartition<Compiled>, isStopped: () => boolean): Promise<void>;
}

/** A partition that serves meanwhile, and is not copied. */
export interface MaintainedPartition<Compiled extends CompiledIndexes> {
  readonly kv: KeyValueStore;
  readonly space: number;
  readonly partition: PartitionIndexes;
  /** As of now. */
  readonly items: number;
  /** Those that items are indexed by from now on. */
  readonly indexes: Compiled;
  /** Runs work that concerns no logical partition, unless others hold the data by now. */
  maintain(work: () => Promise<void>): Promise<boolean>;
  /** Changes rows of one logical partition. */
  write(epk: Epk, work: (writer: IndexWriter) => Promise<void>): Promise<void>;
}
