/**
 * Proves that the items of a partition and everything derived from them agree: ids, index entries, unique keys,
 * expiry, change log, version log, logical partition totals and the summary. Reads one moment, so writers may go on.
 * Items of dropped logical partitions, not yet removed, have all that is derived from them but are in no total.
 *
 * Every derived key that should be there is looked up, and the numbers of keys of each kind are compared: if all are
 * found and there are no others, the two sides are the same.
 */

import { hasForm, mayLoseForm, parseJsonText } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import { countRows } from "../../kv/count-rows.ts";
import type { Reader } from "../../kv/key-value-store.ts";
import { toByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { INDEX_KINDS } from "../indexes/index-kinds.ts";
import type { IndexCheck } from "../indexes/index-rows.ts";
import { decodeVersion, type ItemVersion } from "../logs/version-log.ts";
import { DroppedPartitions } from "../partition/dropped-partitions.ts";
import type { PartitionContext } from "../partition/partition-space.ts";
import { StoredItem } from "../records/item-record.ts";
import {
  epkOfLogicalKey,
  idKey,
  itemKey,
  Kind,
  logicalNumberOf,
  logKey,
  lsnOfLogKey,
  rangeOfKind,
  refAtEnd,
  refName,
  SUMMARY_KEY,
  sequenceOf,
} from "../records/key-layout.ts";
import { decodeLogicalRecord, decodeSummary, EMPTY_SUMMARY } from "../records/logical-record.ts";
import { addWords, isSameWords, NO_WORDS, ONE_WITH_FORM, type WordTotals } from "../records/word-totals.ts";
import { expiryOf } from "../writes/derived-rows.ts";

const FINDINGS_MAX = 100;

type CheckContext = Pick<PartitionContext, "indexes" | "uniqueKeys" | "epkOf">;

export interface CheckReport {
  readonly items: number;
  readonly logicalPartitions: number;
  readonly indexEntries: number;
  /** What does not agree, in plain words; at most 100. */
  readonly findings: readonly string[];
}

export async function checkPartition(
  reader: Reader,
  space: number,
  context: CheckContext,
): Promise<CheckReport> {
  return new PartitionCheck(reader, space, context).run();
}

class PartitionCheck {
  readonly #reader: Reader;
  readonly #space: number;
  readonly #context: CheckContext;
  readonly #findings: string[] = [];
  readonly #expected = new Map<number, number>();
  /** Of the rows of each kind that are counted. */
  readonly #names: ReadonlyMap<number, string> = new Map([
    [Kind.id, "id entries"],
    ...INDEX_KINDS.map(({ keyByte, rowsName }) => [keyByte, rowsName] as const),
    [Kind.unique, "unique key entries"],
    [Kind.log, "change log entries"],
    [Kind.expiry, "expiry entries"],
  ]);
  readonly #totals = new Map<
    Epk,
    { items: number; bytes: number; number: number; sequenceMax: number; words: WordTotals }
  >();
  #words = NO_WORDS;
  #items = 0;
  #bytes = 0;
  #lsnMax = 0;
  #dropped = new DroppedPartitions();
  #summary = EMPTY_SUMMARY;
  /** Items that cannot be read. */
  readonly #damaged = new Set<ItemRef>();
  /** Of indexes whose rows are more than keys, by the byte of their kind. */
  readonly #indexChecks = new Map<number, IndexCheck>();
  /** Items that were written since versions are kept. */
  #versioned = 0;

  constructor(reader: Reader, space: number, context: CheckContext) {
    this.#reader = reader;
    this.#space = space;
    this.#context = context;
    for (const kind of INDEX_KINDS) {
      const check = kind.rows?.check({
        reader,
        space,
        all: context.indexes.all(kind),
        indexesOf: (item) => context.indexes.indexesOf(kind, item),
        report: (finding) => this.#report(finding),
      });
      if (check !== undefined) this.#indexChecks.set(kind.keyByte, check);
    }
  }

  async run(): Promise<CheckReport> {
    this.#dropped = await DroppedPartitions.load(this.#reader, this.#space);
    const summary = await this.#reader.get(this.#space, SUMMARY_KEY);
    if (summary !== undefined) {
      this.#summary = this.#decoded("Summary", () => decodeSummary(summary)) ?? this.#summary;
    }
    for await (const rows of this.#scan(Kind.item)) {
      for (const { key, value } of rows) await this.#checkItem(refAtEnd(key), value);
    }
    await this.#checkLogicalPartitions();
    this.#checkSummary();
    await this.#checkVersions();
    for (const [kind, check] of this.#indexChecks) this.#expected.set(kind, await check.finish());
    for (const [kind, name] of this.#names) {
      const found = await countRows(this.#reader, this.#space, rangeOfKind(kind));
      const expected = this.#expected.get(kind) ?? 0;
      if (found !== expected) {
        this.#report(`${found} ${name} are stored, but the items make ${expected}.`);
      }
    }
    return {
      items: this.#items,
      logicalPartitions: this.#totals.size,
      indexEntries: INDEX_KINDS.filter(({ rows }) => rows === undefined).reduce(
        (sum, { keyByte }) => sum + (this.#expected.get(keyByte) ?? 0),
        0,
      ),
      findings: this.#findings,
    };
  }

  async #checkItem(ref: ItemRef, record: Buffer): Promise<void> {
    const { indexes, uniqueKeys } = this.#context;
    const readable = this.#decoded(`Item ${refName(ref)}`, () => {
      const stored = StoredItem.decode(ref, record);
      return { item: stored, document: stored.document, terms: indexes.entriesOf(stored) };
    });
    if (readable === undefined) {
      this.#damaged.add(ref);
      return;
    }
    const { item, document, terms } = readable;
    const { id } = document;
    if (typeof id !== "string") {
      this.#report(`The item at ${refName(item.ref)} has no id.`);
      return;
    }
    if (StoredItem.decode(undefined, item.record).ref !== item.ref) {
      this.#report(`Item "${id}" has a resource id that is not its own.`);
    }
    this.#lsnMax = Math.max(this.#lsnMax, item.lsn);
    const entries = [...terms, ...(item.ttl > 0 ? [expiryOf(item)] : [])];
    const pointers = [
      idKey(item.epk, id),
      logKey(item.lsn, item.place),
      ...uniqueKeys.keysOf(item.epk, document),
    ];
    const values = await this.#reader.getMany(this.#space, [...pointers, ...entries]);
    for (const [i, key] of [...pointers, ...entries].entries()) {
      const kind = key[0]!;
      this.#expected.set(kind, (this.#expected.get(kind) ?? 0) + 1);
      const value = values[i];
      if (value === undefined) {
        this.#report(`Item "${id}" (${refName(item.ref)}) lacks one of its ${this.#names.get(kind)}.`);
      } else if (i < pointers.length && toByteString(value) !== item.ref) {
        this.#report(`One of the ${this.#names.get(kind)} of item "${id}" leads to another item.`);
      }
    }
    let totals = item.hasForm ? ONE_WITH_FORM : NO_WORDS;
    if (!item.hasForm && hasUnrecordedForm(item.json.toString()))
      this.#report(`Item "${id}" (${refName(item.ref)}) does not record that its JSON has digits to keep.`);
    for (const check of this.#indexChecks.values()) totals = addWords(totals, await check.checkItem(item));
    if (item.lsn > this.#summary.versionsAfter) this.#versioned++;
    if (!this.#dropped.holds(item.ref)) this.#count(item, id, addWords(NO_WORDS, totals));
  }

  #count(item: StoredItem, id: string, words: WordTotals): void {
    this.#items++;
    this.#words = addWords(this.#words, words);
    this.#bytes += item.size;
    const { epk } = item;
    const total = this.#totals.get(epk) ?? {
      items: 0,
      bytes: 0,
      number: logicalNumberOf(item.ref),
      sequenceMax: -1,
      words: NO_WORDS,
    };
    total.words = addWords(total.words, words);
    total.items++;
    total.sequenceMax = Math.max(total.sequenceMax, sequenceOf(item.ref));
    total.bytes += item.size;
    if (total.number !== logicalNumberOf(item.ref)) {
      this.#report(`Item "${id}" lies outside its logical partition.`);
    }
    this.#totals.set(epk, total);
  }

  async #checkLogicalPartitions(): Promise<void> {
    let found = 0;
    const misplaced = { items: 0, partitions: 0, firstKey: "" };
    for await (const rows of this.#scan(Kind.logical)) {
      for (const { key, value } of rows) {
        found++;
        const epk = epkOfLogicalKey(key);
        const readable = this.#decoded(`Logical partition ${epk}`, () => {
          const record = decodeLogicalRecord(value);
          return { record, isMisplaced: this.#context.epkOf(record.key) !== epk };
        });
        if (readable === undefined) continue;
        const { record, isMisplaced } = readable;
        if (isMisplaced) {
          misplaced.items += record.items;
          if (misplaced.partitions++ === 0) misplaced.firstKey = record.key;
        }
        const total = this.#totals.get(epk);
        if (total?.items !== record.items || total.bytes !== record.bytes || total.number !== record.number) {
          this.#report(
            `Logical partition ${record.key} is counted as ${record.items} items of ${record.bytes} bytes, but holds ${total?.items ?? 0} of ${total?.bytes ?? 0}.`,
          );
        }
        if (total !== undefined && !isSameWords(total.words, record.words)) {
          this.#report(`The words of logical partition ${record.key} are not counted as they are.`);
        }
        if (total !== undefined && total.sequenceMax >= record.nextSequence) {
          this.#report(`Logical partition ${record.key} would give an address to a second item.`);
        }
      }
    }
    if (found !== this.#totals.size) {
      this.#report(`${found} logical partitions are recorded, but the items make ${this.#totals.size}.`);
    }
    if (misplaced.partitions > 0) {
      this.#report(
        `${misplaced.items} items in ${misplaced.partitions} logical partitions do not lie where the hash of their key is. The first of these keys is ${misplaced.firstKey}.`,
      );
    }
  }

  #checkSummary(): void {
    const summary = this.#summary;
    if (summary.items !== this.#items || summary.bytes !== this.#bytes) {
      this.#report(
        `The partition is counted as ${summary.items} items of ${summary.bytes} bytes, but holds ${this.#items} of ${this.#bytes}.`,
      );
    }
    if (!isSameWords(summary.words, this.#words)) {
      this.#report("The words of the partition are not counted as they are.");
    }
    if (summary.lsn < this.#lsnMax)
      this.#report(`An item is newer (${this.#lsnMax}) than the last LSN (${summary.lsn}).`);
  }

  /** Since versions are kept, the last version of each item that is there is the item. */
  async #checkVersions(): Promise<void> {
    let matched = 0;
    for await (const rows of this.#scan(Kind.version)) {
      const versions = rows
        .map(({ key, value }) =>
          this.#decoded(`Version ${lsnOfLogKey(key)}`, () => decodeVersion(key, value)),
        )
        .filter((version) => version !== undefined);
      const records = await this.#reader.getMany(
        this.#space,
        versions.map(({ ref }) => itemKey(ref)),
      );
      for (const [i, version] of versions.entries()) {
        const { lsn } = version;
        if (lsn > this.#summary.lsn) {
          this.#report(`A version is newer (${lsn}) than the last LSN (${this.#summary.lsn}).`);
        }
        // Older ones wait to be trimmed, and nobody reads them.
        const isItem = !this.#damaged.has(version.ref) && isVersionOf(version, records[i]);
        if (lsn > this.#summary.versionsAfter && isItem) matched++;
      }
    }
    if (matched !== this.#versioned) {
      this.#report(
        `${matched} versions are those of present items, but ${this.#versioned} items should have one.`,
      );
    }
  }

  #scan(kind: number) {
    return this.#reader.scan(this.#space, rangeOfKind(kind));
  }

  /** What is damaged is a finding, and the rest is checked all the same. */
  #decoded<T>(name: string, decode: () => T): T | undefined {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof Corruption)) throw error;
      this.#report(`${name}: ${error.finding}`);
      return undefined;
    }
  }

  #report(finding: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(finding);
  }
}

function isVersionOf({ ref, lsn, current }: ItemVersion, record: Buffer | undefined): boolean {
  if (record === undefined) return false;
  const item = StoredItem.decode(ref, record);
  return item?.lsn === lsn && current?.equals(item.json) === true;
}

function hasUnrecordedForm(json: string): boolean {
  return mayLoseForm(json) && hasForm(parseJsonText(json));
}
