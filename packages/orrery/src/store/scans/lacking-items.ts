/**
 * Which items have no entry in the index of a path. ORDER BY puts them before all others, and to find them takes a
 * look at every entry: so what was found is remembered, with the LSN up to which it is true, and the next reader asks
 * the change log only for what was written since. What each writer keeps instead, a count for every path, would cost
 * every write.
 *
 * Everything is read at one moment, in which the log, the index and the items agree. A reader whose
 * moment is before the LSN of what is remembered looks for itself, and leaves it alone.
 */

import { LRUCache } from "lru-cache";
import { countRows } from "../../kv/count-rows.ts";
import type { Reader } from "../../kv/key-value-store.ts";
import { encodeValue } from "../../value/encode-value.ts";
import { parsePath } from "../../value/path.ts";
import { pathIndex } from "../../value/rows/index-identity.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { prefixOf } from "../indexes/index-kinds.ts";
import { valueAt } from "../indexes/value-at.ts";
import { StoredItem } from "../records/item-record.ts";
import {
  afterPrefix,
  itemKey,
  Kind,
  logKey,
  rangeOfKind,
  refAtEnd,
  refOfValue,
} from "../records/key-layout.ts";
import { readSummary } from "../records/logical-record.ts";

/** More are not remembered: then so many items lack the path that walking through all of them finds some soon. */
const REFS_MAX = 16_384;
/** After so many changes it is no more work to look at every entry again. */
const CHANGES_MAX = 4_096;
const COMMITS_MAX = 4 * CHANGES_MAX;
const PATHS_MAX = 16;
/** Four bytes each. */
const COUNTERS_MAX = 2 ** 22 - 1;

interface Known {
  readonly lsn: number;
  /** When every entry was looked at. Items that were deleted since are still named. */
  readonly foundLsn: number;
  /** In order; undefined: too many. */
  readonly refs: readonly ItemRef[] | undefined;
}

export class LackingItems {
  readonly #space: number;
  readonly #known = new LRUCache<string, Known>({ max: PATHS_MAX });

  constructor(space: number) {
    this.#space = space;
  }

  /** Refs among which are those of all items that lack a path, in order; undefined: too many to tell. */
  async among(reader: Reader, path: string): Promise<readonly ItemRef[] | undefined> {
    const { lsn } = await readSummary(reader, this.#space);
    const known = this.#known.get(path);
    if (known?.lsn === lsn) return known.refs;
    const isNewer = known === undefined || known.lsn < lsn;
    const now =
      (known && isNewer ? await this.#broughtUpToDate(reader, path, known, lsn) : undefined) ??
      (await this.#found(reader, path, lsn));
    if (isNewer) this.#known.set(path, now);
    return now.refs;
  }

  /** Undefined where too much has changed. */
  async #broughtUpToDate(
    reader: Reader,
    path: string,
    { lsn: knownLsn, foundLsn, refs }: Known,
    lsn: number,
  ): Promise<Known | undefined> {
    if (lsn - foundLsn > COMMITS_MAX) return undefined;
    if (refs === undefined) return { lsn, foundLsn, refs };
    const changed = new Set<ItemRef>();
    const range = { from: logKey(knownLsn + 1, 0), to: Buffer.of(Kind.log + 1), limit: CHANGES_MAX };
    for await (const rows of reader.scan(this.#space, range)) {
      for (const { value } of rows) changed.add(refOfValue(value));
    }
    if (changed.size >= CHANGES_MAX) return undefined;
    const lacking = await this.#lacking(reader, path, [...changed]);
    const all = [...refs.filter((ref) => !changed.has(ref)), ...lacking].sort();
    return all.length > REFS_MAX ? undefined : { lsn, foundLsn, refs: all };
  }

  async #lacking(reader: Reader, path: string, refs: readonly ItemRef[]): Promise<ItemRef[]> {
    const names = namesOf(path);
    const records = await reader.getMany(this.#space, refs.map(itemKey));
    return refs.filter((ref, i) => {
      const record = records[i];
      if (record === undefined) return false;
      return valueAt(StoredItem.decode(ref, record).document, names) === undefined;
    });
  }

  /**
   * Every item has one entry in the change log, and one in the index unless it lacks the path. Both are counted by
   * a hash of the ref: where there are more of the one, some lack the path, and the others of that hash are named with
   * them. That takes little memory, however many items there are.
   */
  async #found(reader: Reader, path: string, lsn: number): Promise<Known> {
    const as = (refs: readonly ItemRef[] | undefined): Known => ({ lsn, foundLsn: lsn, refs });
    const prefix = prefixOf(pathIndex(path));
    // A policy that names the path makes entries for items that lack it, which another policy may have left behind.
    const defined = Buffer.concat([prefix, afterPrefix(encodeValue(undefined))]);
    const entries = { from: defined, to: afterPrefix(prefix) };
    const items = await countRows(reader, this.#space, LOG);
    const lacking = items - (await countRows(reader, this.#space, entries));
    if (lacking === 0) return as([]);
    if (lacking > REFS_MAX) return as(undefined);
    const counts = new Int32Array(2 ** Math.ceil(Math.log2(Math.min(items, COUNTERS_MAX) + 1)));
    for await (const rows of reader.scan(this.#space, { ...entries, keysOnly: true })) {
      for (const { key } of rows) counts[hashOf(refAtEnd(key)) & (counts.length - 1)]!--;
    }
    for await (const ref of this.#logged(reader)) counts[hashOf(ref) & (counts.length - 1)]!++;
    const refs: ItemRef[] = [];
    for await (const ref of this.#logged(reader)) {
      if (counts[hashOf(ref) & (counts.length - 1)]! > 0) refs.push(ref);
    }
    return as(refs.sort());
  }

  /** The refs of all items, by the time of their last write. */
  async *#logged(reader: Reader): AsyncGenerator<ItemRef> {
    for await (const rows of reader.scan(this.#space, { ...LOG, valuesOnly: true })) {
      for (const { value } of rows) yield refOfValue(value);
    }
  }
}

const LOG = rangeOfKind(Kind.log);

function hashOf(ref: ItemRef): number {
  let hash = 0;
  for (let i = 0; i < ref.length; i++) hash = Math.imul(hash ^ ref.charCodeAt(i), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The names of a path that leads through no array. */
export function namesOf(path: string): string[] {
  return parsePath(path)?.filter((name) => name !== null) ?? [];
}
