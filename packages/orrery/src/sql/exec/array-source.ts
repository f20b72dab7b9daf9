/**
 * A row source over objects in memory: for the resources that are not items (databases, containers, users …), which
 * are few, and for tests. Indexes are computed when they are asked for, with the same keys as stored ones.
 */
import { hasForm, type JsonObject, printJsonText, type Value } from "@orrerydb/exact-json";
import { fromByteString, toByteString } from "../../value/byte-string.ts";
import { decodeCompositeKey } from "../../value/composite-key.ts";
import { DIGEST_BYTES, decodeKey, encodeKey } from "../../value/encode-value.ts";
import { parsePath } from "../../value/path.ts";
import {
  type CompositeParts,
  type FunctionalIndex,
  type IndexIdentity,
  indexName,
} from "../../value/rows/index-identity.ts";
import { ParsedRow } from "../../value/rows/parsed-row.ts";
import type {
  IndexEntry,
  IndexScan,
  ItemName,
  ItemRef,
  ItemRow,
  ItemScan,
  RowSource,
  ValueBound,
} from "../../value/rows/row-source.ts";
import { StoredEntry } from "../../value/rows/stored-entry.ts";
import { keyPart } from "../plan/access/composite-interval.ts";
import { ArrayTexts } from "./texts/array-texts.ts";

interface ArraySourceOptions {
  /** In ascending order, one for each object; absent: their numbers. */
  readonly refs?: readonly ItemRef[];
  /** Rows and entries in each chunk. */
  readonly chunkRows?: number;
  /** How many entries an index is said to have for each object, as if others were out of scope; absent: one. */
  readonly entriesPerItem?: number;
  /** Whether objects that lack a path have an entry for it. */
  readonly isExplicit?: (path: string) => boolean;
  /** Texts with more terms are not held by full-text indexes. */
  readonly textTermsMax?: number;
  /** An object as its index entries show it; absent: as it is. */
  readonly indexedAs?: (object: JsonObject) => JsonObject;
  /** By which objects are found; absent: they have none. */
  readonly nameOf?: (object: JsonObject) => ItemName;
}

const CHUNK_ROWS = 256;

export class ArraySource implements RowSource {
  readonly texts: ArrayTexts;
  readonly indexLosesDigits: boolean;
  readonly #rows: readonly ArrayRow[];
  readonly #byRef: ReadonlyMap<ItemRef, ArrayRow>;
  readonly #chunkRows: number;
  readonly #entriesPerItem: number;
  readonly #isExplicit: (path: string) => boolean;
  readonly #nameOf: ArraySourceOptions["nameOf"];
  readonly #indexedAs: (object: JsonObject) => JsonObject;
  readonly #indexes = new Map<string, readonly IndexEntry[]>();

  constructor(objects: readonly JsonObject[], options: ArraySourceOptions = {}) {
    this.#rows = objects.map((object, i) => new ArrayRow(options.refs?.[i] ?? numberedRef(i), object));
    this.indexLosesDigits = objects.some(hasForm);
    this.#byRef = new Map(this.#rows.map((row) => [row.ref, row]));
    this.#chunkRows = options.chunkRows ?? CHUNK_ROWS;
    this.#entriesPerItem = options.entriesPerItem ?? 1;
    this.#isExplicit = options.isExplicit ?? (() => false);
    this.texts = new ArrayTexts(
      this.#rows,
      this.#chunkRows,
      options.textTermsMax ?? Number.POSITIVE_INFINITY,
    );
    this.#nameOf = options.nameOf;
    this.#indexedAs = options.indexedAs ?? ((object) => object);
  }

  itemCount(): number {
    return this.#rows.length;
  }

  itemBytes(): number {
    return this.#rows.reduce((bytes, { size }) => bytes + size, 0);
  }

  indexedItemCount(): number {
    return this.itemCount() * this.#entriesPerItem;
  }

  async exactCount(): Promise<number> {
    return this.itemCount();
  }

  async *items({ after, reverse = false }: ItemScan): AsyncGenerator<ItemRow[]> {
    const rows = this.#rows.filter(({ ref }) => after === undefined || (reverse ? ref < after : ref > after));
    yield* chunksOf(reverse ? rows.reverse() : rows, this.#chunkRows);
  }

  async refs(scan: ItemScan): Promise<AsyncIterable<readonly ItemRef[]>> {
    return this.#refs(scan);
  }

  async *#refs(scan: ItemScan): AsyncGenerator<ItemRef[]> {
    for await (const rows of this.items(scan)) yield rows.map(({ ref }) => ref);
  }

  async *lacking(path: string, scan: ItemScan): AsyncGenerator<ItemRow[]> {
    const segments = parsePath(path) ?? [];
    for await (const rows of this.items(scan)) {
      yield rows.filter((row) => valuesAt(row.value(), segments).length === 0);
    }
  }

  async load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]> {
    return refs.flatMap((ref) => this.#byRef.get(ref) ?? []);
  }

  async find(names: readonly ItemName[]): Promise<readonly ItemRef[]> {
    const wanted = new Set(names.map(nameText));
    const named = this.#rows.filter(
      ({ object }) => this.#nameOf && wanted.has(nameText(this.#nameOf(object))),
    );
    return named.map(({ ref }) => ref);
  }

  async *index(scan: IndexScan): AsyncGenerator<IndexEntry[]> {
    const entries = this.#scan(scan);
    yield* chunksOf(scan.alike === undefined ? entries : alikeAsOne(entries, scan), this.#chunkRows);
  }

  /** Entries are in memory: nothing is gained by judging them here. */
  async judged(): Promise<undefined> {}

  /** There are no vector indexes. */
  async *nearest(): AsyncGenerator<never> {}

  async count(scan: IndexScan): Promise<number> {
    return this.#scan(scan).length;
  }

  async estimate(scans: readonly IndexScan[], max: number): Promise<number> {
    return Math.min(
      scans.reduce((sum, scan) => sum + this.#scan(scan).length, 0),
      max,
    );
  }

  #scan({ index, low, high, keys, reverse = false, after }: IndexScan): IndexEntry[] {
    const from = low && boundKey(low);
    const to = high && boundKey(high);
    const entries = this.#entries(index).filter(({ key, ref }) => {
      if (keys !== undefined && (key < keys.from || key >= keys.to)) return false;
      if (from !== undefined && (key < from.prefix || (!from.inclusive && key.startsWith(from.prefix)))) {
        return false;
      }
      if (
        to !== undefined &&
        (to.inclusive ? key > to.prefix && !key.startsWith(to.prefix) : key >= to.prefix)
      ) {
        return false;
      }
      if (after === undefined) return true;
      const order =
        key < after.key ? -1 : key > after.key ? 1 : ref < after.ref ? -1 : ref > after.ref ? 1 : 0;
      return reverse ? order < 0 : order > 0;
    });
    return reverse ? entries.reverse() : entries;
  }

  #entries(index: IndexIdentity): readonly IndexEntry[] {
    const id = `${index.kind} ${indexName(index)}`;
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const entries = this.#makeEntries(index);
    entries.sort((a, b) => (a.key < b.key || (a.key === b.key && a.ref < b.ref) ? -1 : 1));
    this.#indexes.set(id, entries);
    return entries;
  }

  #makeEntries(index: IndexIdentity): IndexEntry[] {
    switch (index.kind) {
      case "path":
        return this.#pathEntries(index.path);
      case "composite":
        return this.#compositeEntries(index.parts);
      case "functional":
        return this.#functionalEntries(index);
      case "fullText":
        // Its rows are postings, which are not scanned as entries.
        return [];
    }
  }

  #functionalEntries(index: FunctionalIndex): IndexEntry[] {
    const segments = parsePath(index.path) ?? [];
    return this.#rows.flatMap(({ ref, object }) => {
      const values = valuesAt(object, segments).flatMap((value) => index.valuesOf(value));
      const keys = new Set(values.map(encodeKey));
      return [...keys].map((key) => new StoredEntry(ref, key, undefined, false));
    });
  }

  #pathEntries(path: string): IndexEntry[] {
    const segments = parsePath(path) ?? [];
    const isExplicit = this.#isExplicit(path);
    return this.#rows.flatMap(({ ref, object }) => {
      const found = valuesAt(this.#indexedAs(object), segments);
      const values: readonly Value[] = found.length === 0 && isExplicit ? [undefined] : found;
      const encodings = new Set(values.map(encodeKey));
      return [...encodings].map((key) => {
        const { value, exact } = decodeKey(key);
        return new StoredEntry(ref, key, value, exact);
      });
    });
  }

  #compositeEntries(composite: CompositeParts): IndexEntry[] {
    const parts = composite.map(({ path, descending }) => ({ segments: parsePath(path) ?? [], descending }));
    return this.#rows.map(({ ref, object: stored }) => {
      const object = this.#indexedAs(stored);
      const key = parts.map(({ segments, descending }) => {
        return keyPart(encodeKey(valuesAt(object, segments)[0]), { descending });
      });
      return new StoredEntry(ref, key.join(""), undefined, false);
    });
  }
}

class ArrayRow extends ParsedRow {
  readonly ref: ItemRef;
  readonly object: JsonObject;
  #bytes: Buffer | undefined;

  constructor(ref: ItemRef, object: JsonObject) {
    super();
    this.ref = ref;
    this.object = object;
  }

  value(): JsonObject {
    return this.object;
  }

  bytes(): Buffer {
    this.#bytes ??= Buffer.from(printJsonText(this.object));
    return this.#bytes;
  }

  get size(): number {
    return this.bytes().length;
  }
}

function nameText({ epk, id }: ItemName): string {
  return `${epk} ${id}`;
}

/** Entries with the same key as one, where it holds their values whole. */
function alikeAsOne(entries: readonly IndexEntry[], { index, alike }: IndexScan): IndexEntry[] {
  const runs: IndexEntry[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const isWhole =
      index.kind === "composite"
        ? decodeCompositeKey(fromByteString(entry.key), 0, index.parts) !== undefined
        : entry.exact;
    const { ref, key, value } = entry;
    if (last?.key !== key || !isWhole) {
      runs.push({ ref, key, value, values: undefined, exact: isWhole, times: 1, each: undefined });
    } else if (alike === "counted") runs[runs.length - 1] = { ...last, times: last.times + 1 };
  }
  return runs;
}

function numberedRef(number: number): ItemRef {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(number, 4);
  return toByteString(bytes);
}

function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** The values at a path; null segments are all elements of an array. */
function valuesAt(value: Value, segments: readonly (string | null)[]): readonly Value[] {
  if (value === undefined) return [];
  const [segment, ...rest] = segments;
  if (segment === undefined) return [value];
  if (segment === null) {
    return Array.isArray(value) ? value.flatMap((element: Value) => valuesAt(element, rest)) : [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.hasOwn(value, segment) ? valuesAt((value as JsonObject)[segment], rest) : [];
}

/** A bound on a value whose encoding is only a digest takes in all values that begin alike. */
function boundKey({ value, inclusive }: ValueBound): { prefix: string; inclusive: boolean } {
  const key = encodeKey(value);
  if (decodeKey(key).exact) return { prefix: key, inclusive };
  return { prefix: key.slice(0, -DIGEST_BYTES), inclusive: true };
}
