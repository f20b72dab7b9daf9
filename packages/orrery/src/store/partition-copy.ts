/**
 * Copies partitions into new ones while they are written: one into two for a split, two into one for a merge.
 *
 * From the start every transaction on a source writes its rows to the target too, in the same commit. Meanwhile
 * the keys that the sources had at the start are gone through once, chunk after chunk, and each chunk is written to
 * the targets as it is by then, except for what transactions have written since a chunk before was: theirs is newer,
 * and already there. Both decide it before their commits, which are in one order, so that at the end the targets are
 * equal to the sources and stay so with every commit. Nothing has to be caught up, however fast the writers are; they
 * wait only for the last of them to leave.
 *
 * - A row keeps its key and value. In a merge LSNs of the sources coincide, so the log entries of each LSN are numbered
 *   anew, those of the second source behind all those of the first: their LSNs stay, and with them every position in
 *   the change feed.
 * - Rows of indexes that belong to no item, as sets of vector cells, go to each target. Their writers must not run
 *   beside a copy.
 * - A commit that fails while it is mirrored leaves the copy in doubt. It is given up then, never repaired.
 */

import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { type Epk, epkOfBytes } from "@orrerydb/keys/hash";
import type { KeyValueStore, Row, Snapshot, Transaction } from "../kv/key-value-store.ts";
import { toByteString } from "../value/byte-string.ts";
import { kindOfRow } from "./indexes/index-kinds.ts";
import { LogPlaces } from "./logs/log-places.ts";
import { decodeVersion } from "./logs/version-log.ts";
import { NumberTable } from "./number-table.ts";
import type { PartitionStore, WriteMirror } from "./partition-store.ts";
import { epkOfLogicalKey, Kind, numberOfDroppedKey, SUMMARY_KEY } from "./records/key-layout.ts";
import {
  addTotals,
  decodeLogicalRecord,
  encodeSummary,
  type PartitionSummary,
  type TotalsDelta,
} from "./records/logical-record.ts";
import { isLogKey, logicalNumberOfRow, logKeyOfRow, PLACES, withPlace } from "./records/stored-row.ts";
import { NO_WORDS } from "./records/word-totals.ts";
import type { ItemProgress } from "./upkeep/item-progress.ts";
import type { RecordedWrite } from "./wrappers/recorded-transaction.ts";

export interface CopyTarget {
  readonly space: number;
  readonly max: Epk;
}

/**
 * Writers wait while a chunk is written: small ones cost them little. The store reads more than 256 rows beside the
 * event loop: that halves the longest time for which a chunk holds it up.
 */
const CHUNK_ROWS = 320;
const TURNS_FOR_OTHERS = 16;
/** Transactions with more items than this are rare; one on the first source of a merge makes it start anew. */
const PLACES_MIN = 128;
const NO_TOTALS: TotalsDelta = { items: 0, bytes: 0, words: NO_WORDS };
const FIRST_ROW = Buffer.of(Kind.summary + 1);

/** The copy could not be finished; the sources are as they were. */
export class CopyAbandoned extends Error {
  override readonly name = "CopyAbandoned";
}

export class PartitionCopy {
  readonly #kv: KeyValueStore;
  readonly #sources: readonly PartitionStore[];
  readonly #targets: readonly CopyTarget[];
  readonly #totals: TotalsDelta[];
  /** Which target the logical partitions that existed at the start go to. Rows of later ones are all mirrored. */
  readonly #owners = new NumberTable();
  /** Rows written since the last chunk that had something to copy: source and key. */
  #touched = new Set<string>();
  /** In a merge, the place in the log that number 0 of each source gets, and how its entries are numbered. */
  #places: readonly { readonly first: number; readonly numbers: LogPlaces }[] = [];
  #doubt: string | undefined;
  /** The sources at the start. */
  #snapshot: Snapshot | undefined;

  private constructor(kv: KeyValueStore, sources: readonly PartitionStore[], targets: readonly CopyTarget[]) {
    this.#kv = kv;
    this.#sources = sources;
    this.#targets = targets;
    this.#totals = targets.map(() => NO_TOTALS);
  }

  /** From here on writes go to both sides. Ends with `run`, `hold`, `finish` and `detach`, or with `abandon`. */
  static async start(
    kv: KeyValueStore,
    sources: readonly PartitionStore[],
    targets: readonly CopyTarget[],
  ): Promise<PartitionCopy> {
    const copy = new PartitionCopy(kv, sources, targets);
    if (sources.length > 1) await copy.#choosePlaces();
    const snapshot = await copy.#attach();
    try {
      for (const source of sources) await copy.#readLogicalPartitions(snapshot, source.space);
      copy.#owners.seal();
      return copy;
    } catch (error) {
      await copy.abandon();
      throw error;
    }
  }

  /** Begins the mirroring; returns the sources as they were then. */
  async #attach(): Promise<Snapshot> {
    const release = await this.hold();
    try {
      const snapshot = this.#kv.snapshot();
      this.#snapshot = snapshot;
      for (const [i, source] of this.#sources.entries()) source.mirrorTo(this.#mirror(i));
      return snapshot;
    } finally {
      release();
    }
  }

  /** Copies everything. */
  async run({ isStopped, seen }: ItemProgress): Promise<void> {
    const scan = { from: FIRST_ROW, keysOnly: true, chunkRows: CHUNK_ROWS };
    for (const [i, { space }] of this.#sources.entries()) {
      if (isStopped()) throw new CopyAbandoned("The server is stopping.");
      for await (const rows of this.#snapshot!.scan(space, scan)) {
        await this.#copyChunk(i, rows);
        seen(rows.reduce((items, { key }) => items + Number(key[0] === Kind.item), 0));
        this.#assertSound();
        if (this.#touched.size > 0) await letOthersGoFirst();
        await this.#kv.caughtUp();
        if (isStopped()) throw new CopyAbandoned("The server is stopping.");
      }
    }
  }

  /** Keeps writers out of all sources. Resolves when none is inside. */
  async hold(): Promise<() => void> {
    const releases = await Promise.all(this.#sources.map((source) => source.keepWritersOut()));
    return () => {
      for (const release of releases) release();
    };
  }

  /** Makes the targets complete. Requires that writers are kept out. */
  async finish(): Promise<void> {
    this.#assertSound();
    const summaries = this.#sources.map(({ summary }) => summary);
    const lsn = Math.max(...summaries.map((summary) => summary.lsn));
    const versionsAfter = Math.max(...summaries.map((summary) => summary.versionsAfter));
    await this.#kv.transact(this.#lock, async (transaction) => {
      for (const [i, { space }] of this.#targets.entries()) {
        const summary: PartitionSummary = { lsn, versionsAfter, ...this.#totals[i]! };
        transaction.put(space, SUMMARY_KEY, encodeSummary(summary));
      }
    });
    const items = this.#totals.reduce((sum, total) => sum + total.items, 0);
    assert.equal(
      items,
      summaries.reduce((sum, summary) => sum + summary.items, 0),
      "items were lost or doubled",
    );
  }

  /** Ends the mirroring. Requires that writers are kept out. */
  detach(): void {
    this.#snapshot?.close();
    for (const source of this.#sources) source.mirrorTo(undefined);
  }

  async abandon(): Promise<void> {
    const release = await this.hold();
    this.detach();
    release();
  }

  get #lock(): string {
    return `copy:${this.#targets[0]!.space}`;
  }

  async #readLogicalPartitions(snapshot: Snapshot, space: number): Promise<void> {
    const range = { from: Buffer.of(Kind.logical), to: Buffer.of(Kind.dropped + 1) };
    for await (const rows of snapshot.scan(space, range)) {
      for (const { key, value } of rows) {
        if (key[0] === Kind.dropped) {
          this.#owners.add(numberOfDroppedKey(key), this.#targetOf(epkOfBytes(value)));
          continue;
        }
        const target = this.#targetOf(epkOfLogicalKey(key));
        const { number, items, bytes, words } = decodeLogicalRecord(value);
        this.#owners.add(number, target);
        this.#count(target, { items, bytes, words });
      }
    }
  }

  /** Places that are taken later are checked when they are copied. */
  async #choosePlaces(): Promise<void> {
    const places: { first: number; numbers: LogPlaces }[] = [];
    let first = 0;
    for (const { space } of this.#sources) {
      const numbers = await LogPlaces.read(this.#kv, space);
      places.push({ first, numbers });
      first += Math.max(numbers.entriesMax, PLACES_MIN);
    }
    if (first > PLACES) {
      throw new CopyAbandoned("Their change logs have too many entries of one LSN to be put together.");
    }
    this.#places = places;
  }

  async #copyChunk(source: number, rows: readonly Row[]): Promise<void> {
    const keys = rows.map(({ key }) => key);
    const values = await this.#kv.getMany(this.#sources[source]!.space, keys);
    await this.#kv.transact(this.#lock, async (transaction) => {
      transaction.beforeCommit(() => {
        let isWritten = false;
        for (const [i, key] of keys.entries()) {
          const value = values[i];
          const isOld = value === undefined || this.#touched.has(touchedName(source, key));
          if (isOld || !this.#hasRoom(source, key)) continue;
          for (const target of this.#targetsOfRow(key, value)) {
            this.#put(transaction, source, target, key, value);
            isWritten = true;
          }
        }
        // The next chunk reads what is committed. Only a commit that is behind theirs proves that those writes are: an empty
        // one does not wait for them.
        if (isWritten) this.#touched = new Set();
      });
    });
  }

  /** None for a row of a logical partition that began after the copy: it was mirrored. */
  #targetsOfRow(key: Buffer, value: Buffer): readonly CopyTarget[] {
    if (this.#targets.length === 1 || kindOfRow(key)?.rows?.isOfPartition?.(key)) return this.#targets;
    const target =
      key[0] === Kind.version
        ? this.#targetOf(decodeVersion(key, value).epk)
        : this.#owners.find(logicalNumberOfRow(key, value));
    return target === undefined ? [] : [this.#targets[target]!];
  }

  #mirror(source: number): WriteMirror {
    return {
      write: (kv, epk, writes, delta) => this.#mirrorWrites(kv, source, epk, writes, delta),
      spoil: () => {
        this.#doubt = "A write failed while the partition was copied.";
      },
    };
  }

  #mirrorWrites(
    kv: Transaction,
    source: number,
    epk: Epk,
    writes: readonly RecordedWrite[],
    delta: TotalsDelta,
  ): void {
    if (!writes.every(({ key }) => this.#hasRoom(source, key))) return;
    const target = this.#targetOf(epk);
    this.#count(target, delta);
    for (const { key, value } of writes) {
      if (key[0] === Kind.summary) continue;
      this.#touched.add(touchedName(source, key));
      this.#put(kv, source, this.#targets[target]!, key, value);
    }
  }

  /** Whether a row's place in the log is below those of the next source. */
  #hasRoom(source: number, key: Buffer): boolean {
    if (!isLogKey(key) || this.#places.length === 0) return true;
    if (this.#placeOf(source, key) < (this.#places[source + 1]?.first ?? PLACES)) return true;
    this.#doubt = "A transaction wrote more items than the merged change log has places for at its LSN.";
    return false;
  }

  #placeOf(source: number, key: Buffer): number {
    const { first, numbers } = this.#places[source]!;
    return first + numbers.numberOf(key);
  }

  #put(kv: Transaction, source: number, { space }: CopyTarget, key: Buffer, value: Uint8Array | null): void {
    const entry = this.#places.length === 0 ? undefined : logKeyOfRow(key, value);
    const [newKey, newValue] =
      entry === undefined ? [key, value] : withPlace(key, value, this.#placeOf(source, entry));
    if (newValue === null) kv.delete(space, newKey);
    else kv.put(space, newKey, newValue);
  }

  #targetOf(epk: Epk): number {
    const target = this.#targets.findIndex(({ max }) => epk < max);
    assert(target >= 0, "the targets cover the sources");
    return target;
  }

  #count(target: number, delta: TotalsDelta): void {
    this.#totals[target] = addTotals(this.#totals[target]!, delta);
  }

  #assertSound(): void {
    if (this.#doubt !== undefined) throw new CopyAbandoned(this.#doubt);
  }
}

/** While there are writers, the copy takes only part of the turns: it has time, and they wait for answers. */
async function letOthersGoFirst(): Promise<void> {
  for (let turn = 0; turn < TURNS_FOR_OTHERS; turn++) await setImmediate();
}

function touchedName(source: number, key: Buffer): string {
  return `${source}${toByteString(key)}`;
}
