/**
 * All rows of a LevelDB's folder that are whole, in the order of their keys, read from its files without opening it. Of
 * several writes of a key the last one counts; where a block between whose keys it lies is lost, a later one may be.
 */

import { join } from "node:path";
import { toByteString } from "../../../value/byte-string.ts";
import { Unreadable } from "./byte-cursor.ts";
import { currentManifest, type FolderFiles, listFiles, readManifest, readWhole } from "./folder-files.ts";
import type { LevelRow } from "./level-row.ts";
import { readLog } from "./log-records.ts";
import { type Manifest, tableName } from "./manifest.ts";
import { TableFile } from "./table-file.ts";
import { rowsOfBatch } from "./write-batch.ts";

export interface RescuedRow {
  /** With its space. */
  readonly fullKey: Buffer;
  readonly value: Buffer;
  /** False: the row may have been written again, or deleted, in what is lost. */
  readonly isLast: boolean;
}

interface KeyBounds {
  readonly from: Buffer;
  /** Absent: to the end. */
  readonly last?: Buffer;
}

interface Source extends KeyBounds {
  rows(): Promise<Iterator<LevelRow>>;
}

const FIRST_KEY = Buffer.alloc(0);

export class RescuedRows {
  readonly #sources: readonly Source[];
  /** Rows between these keys may be missing. */
  readonly lost: readonly KeyBounds[];

  private constructor(sources: readonly Source[], lost: readonly KeyBounds[]) {
    this.#sources = sources.toSorted((a, b) => a.from.compare(b.from));
    this.lost = lost;
  }

  static async of(folder: string): Promise<RescuedRows> {
    const files = await listFiles(folder);
    const manifest = await usableManifest(folder);
    const lost: KeyBounds[] = [];
    const sources: Source[] = [];
    for (const [number, name] of tablesInUse(files, manifest)) {
      const entry = manifest?.tables.find((table) => table.number === number);
      const bounds = entry ? { from: entry.smallest, last: entry.largest } : { from: FIRST_KEY };
      const read = () => readWhole(join(folder, name));
      const bytes = await read().catch(unreadable);
      if (bytes === undefined) {
        lost.push(bounds);
        continue;
      }
      const table = new TableFile(bytes).rescue();
      for (const { after, last } of table.lost ?? []) lost.push({ from: after ?? bounds.from, last });
      if (table.lost === undefined) lost.push(bounds);
      sources.push({
        ...(entry ? bounds : boundsOf(table.rows)),
        rows: async () => new TableFile(await read()).rescue().rows[Symbol.iterator](),
      });
    }
    const logged = await rowsOfLogs(folder, files, manifest?.logNumber ?? 0);
    sources.push({ from: FIRST_KEY, rows: async () => logged[Symbol.iterator]() });
    return new RescuedRows(sources, lost);
  }

  /** Of keys from `from` to before `to`. */
  async *rows({
    from,
    to,
  }: {
    readonly from?: Buffer;
    readonly to?: Buffer;
  } = {}): AsyncGenerator<RescuedRow> {
    for await (const { key, value } of this.#merged(from, to)) {
      if (value !== null)
        yield { fullKey: key, value, isLast: !this.lost.some((each) => isWithin(key, each)) };
    }
  }

  /** The last write of each key that is left. Tables are read when their keys come, and forgotten after them. */
  async *#merged(from: Buffer | undefined, to: Buffer | undefined): AsyncGenerator<LevelRow> {
    const waiting = this.#sources.filter(
      (source) =>
        (to === undefined || source.from.compare(to) < 0) &&
        (from === undefined || source.last === undefined || source.last.compare(from) >= 0),
    );
    let active: { readonly rows: Iterator<LevelRow>; head: LevelRow }[] = [];
    for (;;) {
      let least = leastOf(active);
      while (waiting.length > 0 && (least === undefined || waiting[0]!.from.compare(least.key) <= 0)) {
        const rows = await waiting.shift()!.rows();
        const head = nextFrom(rows, from);
        if (head !== undefined) active.push({ rows, head });
        least = leastOf(active);
      }
      if (least === undefined || (to !== undefined && least.key.compare(to) >= 0)) return;
      const { key } = least;
      yield least;
      for (const each of active) {
        while (each.head?.key.equals(key)) each.head = nextFrom(each.rows, undefined)!;
      }
      active = active.filter(({ head }) => head !== undefined);
    }
  }
}

function boundsOf(rows: Iterable<LevelRow>): KeyBounds {
  let from: Buffer | undefined;
  let last: Buffer = FIRST_KEY;
  for (const { key } of rows) {
    from ??= key;
    last = key;
  }
  return { from: from ?? FIRST_KEY, last };
}

function leastOf(active: readonly { readonly head: LevelRow }[]): LevelRow | undefined {
  let least: LevelRow | undefined;
  for (const { head } of active) {
    const order = least === undefined ? -1 : head.key.compare(least.key);
    if (order < 0 || (order === 0 && head.sequence > least!.sequence)) least = head;
  }
  return least;
}

function nextFrom(rows: Iterator<LevelRow>, from: Buffer | undefined): LevelRow | undefined {
  for (;;) {
    const { done, value } = rows.next();
    if (done) return undefined;
    if (from === undefined || value.key.compare(from) >= 0) return value;
  }
}

function isWithin(key: Buffer, { from, last }: KeyBounds): boolean {
  return key.compare(from) >= 0 && (last === undefined || key.compare(last) <= 0);
}

/** Undefined where it cannot be read in full: then all tables count that there are. */
async function usableManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const manifest = await readManifest(folder, await currentManifest(folder));
    return manifest.damage.length === 0 ? manifest : undefined;
  } catch (error) {
    return unreadable(error);
  }
}

function* tablesInUse(files: FolderFiles, manifest: Manifest | undefined): Generator<[number, string]> {
  if (manifest === undefined) yield* files.tables;
  for (const table of manifest?.tables ?? []) {
    yield [table.number, files.tables.get(table.number) ?? tableName(table)];
  }
}

async function rowsOfLogs(folder: string, files: FolderFiles, firstNumber: number): Promise<LevelRow[]> {
  const last = new Map<string, LevelRow>();
  for (const [number, name] of files.logs) {
    if (number < firstNumber) continue;
    const bytes = await readWhole(join(folder, name)).catch(unreadable);
    for (const record of bytes === undefined ? [] : readLog(bytes).records) {
      for (const row of wholeBatch(record)) {
        const name = toByteString(row.key);
        if ((last.get(name)?.sequence ?? -1) < row.sequence) last.set(name, row);
      }
    }
  }
  return [...last.values()].sort((a, b) => a.key.compare(b.key));
}

function wholeBatch(record: Buffer): LevelRow[] {
  try {
    return rowsOfBatch(record);
  } catch (error) {
    return unreadable(error) ?? [];
  }
}

function unreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error;
  return undefined;
}
