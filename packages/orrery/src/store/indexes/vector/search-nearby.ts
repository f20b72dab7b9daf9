/**
 * The vectors nearest to one, approximately: those of the cells whose centroids are nearest, by their quantized twins,
 * of which the best are measured in full. Where a filter takes items away, so many more cells are read, until there are
 * no more.
 *
 * What is found depends on the search and the data alone, never on how many of the answers are taken.
 */

import type { KeyPart } from "../../../kv/key-cache/packed-keys.ts";
import { toByteString } from "../../../value/byte-string.ts";
import type { NearestChunk } from "../../../value/rows/row-source.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import { afterPrefix, REF_BYTES, refAtEnd } from "../../records/key-layout.ts";
import { FullMeasure } from "./full-measure.ts";
import { QuantizedMeasure, quantizedBytes } from "./quantized-vector.ts";
import {
  cellPrefix,
  fullKey,
  readFull,
  type SetHeader,
  setPrefix,
  UNASSIGNED,
  type VectorPlace,
} from "./vector-rows.ts";
import { distanceSquare, type VectorSet } from "./vector-set.ts";
import { compareNearness, type NearVector, type VectorSource } from "./vector-source.ts";

/** Quantized vectors that are read for each item that is wanted, and how many of these there are at least. */
const READ_PER_WANTED = 50;
const WANTED_MIN = 10;
/**
 * How much nearer than their centroids vectors may be, in standard deviations of those read: where that would not bring
 * those of the next cell among the best, it is not read, and none after it. Six, because the tails are long: with five,
 * recall fell below 0.95 where clusters overlap; where there are none, nothing is left out.
 */
const DEVIATIONS = 6;
const SAMPLE_MIN = 200;
/** So large a part of what may be read is read at a time. */
const BATCH_PART = 0.05;
/** Cells that are read at a time, at most. */
const CELLS_AT_ONCE = 16;
/** Whoever has looked at so many and needs more is better off with the items themselves. */
const READ_MAX = 200_000;
const CHUNK_MAX = 256;

/** `usefulShare` tells how many of the items given so far were of use: less than 1 where there is a filter. */
export async function* searchNearby(
  source: VectorSource,
  headers: readonly SetHeader[],
  search: VectorSearch,
  usefulShare: () => number,
): AsyncGenerator<NearestChunk> {
  const { wanted, searchBreadth, refined } = search;
  const measure = new FullMeasure(search.vector, search.metric);
  const cells = await CellReader.open(source, headers, measure, search);
  const readMin = searchBreadth * READ_PER_WANTED * Math.max(wanted, WANTED_MIN);
  let undrawn: NearVector[] = [];
  let drawn: NearVector[] = [];
  let size = wanted;
  for (;;) {
    const share = usefulShare();
    const before = { vectors: cells.vectorsRead, lookups: cells.lookups };
    // A filter spreads the nearest over more cells, but most of them are still in the nearest of these.
    const measured = Math.ceil((refined * wanted) / share);
    const read = await cells.readUntil(readMin / Math.sqrt(share), Math.ceil(wanted / share));
    undrawn = undrawn.concat(read).sort(compareNearness);
    const count = Math.max(measured - drawn.length, 0);
    const more = await refine(source, undrawn.slice(0, count), measure);
    undrawn = undrawn.slice(count);
    drawn = drawn.concat(more).sort(compareNearness);
    if (drawn.length === 0) return;
    yield {
      refs: drawn.slice(0, size).map(({ ref }) => ref),
      vectorsRead: cells.vectorsRead - before.vectors + more.length,
      lookups: cells.lookups - before.lookups,
    };
    drawn = drawn.slice(size);
    size = Math.max(Math.min(2 * size, CHUNK_MAX), wanted);
    if (cells.vectorsRead > READ_MAX) return;
  }
}

interface RankedCell {
  readonly place: VectorPlace;
  /** How near its centroid is, as quantized vectors are measured. */
  readonly closeness: number;
}

/** All cells, nearest first; what belongs to no cell comes before them. */
function rankCells(sets: readonly VectorSet[], query: Float64Array, { metric }: VectorSearch): RankedCell[] {
  const vector = Float32Array.from(query);
  const ranked: RankedCell[] = [];
  for (const set of sets) {
    for (let cell = 0; cell < set.cells; cell++) {
      const closeness =
        metric === "euclidean"
          ? -distanceSquare(set.centroids, cell, vector)
          : product(set.centroids, cell, vector);
      ranked.push({ place: { set: set.header.id, cell }, closeness });
    }
  }
  ranked.sort((a, b) => b.closeness - a.closeness);
  return [{ place: UNASSIGNED, closeness: Number.POSITIVE_INFINITY }, ...ranked];
}

function product(list: Float32Array, number: number, vector: Float32Array): number {
  const offset = number * vector.length;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += list[offset + i]! * vector[i]!;
  return sum;
}

/** Reads the quantized vectors of one cell after another. */
class CellReader {
  readonly #source: VectorSource;
  readonly #cells: readonly RankedCell[];
  readonly #measure: QuantizedMeasure;
  /** About how many there are. */
  readonly #vectors: number;
  #at = 0;
  #inScope = 0;
  /** How near the best are, the nearest first. */
  #best: number[] = [];
  /** How much nearer than their centroids the vectors are. */
  readonly #gains = new Gains();
  vectorsRead = 0;

  static async open(
    source: VectorSource,
    headers: readonly SetHeader[],
    { query }: FullMeasure,
    search: VectorSearch,
  ): Promise<CellReader> {
    const { index, reader } = source;
    const sets = await Promise.all(headers.map((header) => source.vectors.set(reader, index, header)));
    const ranked = rankCells(sets, query, search);
    const vectors = headers.reduce((sum, { trainedOn }) => sum + trainedOn, 0);
    return new CellReader(source, ranked, query, vectors);
  }

  private constructor(
    source: VectorSource,
    cells: readonly RankedCell[],
    query: Float64Array,
    vectors: number,
  ) {
    this.#source = source;
    this.#cells = cells;
    this.#vectors = vectors;
    this.#measure = new QuantizedMeasure(query, source.index.metric);
  }

  get lookups(): number {
    return this.#at;
  }

  /**
   * Reads on until so many vectors in scope have been read in all, or others are unlikely to be among the `best`; some
   * are read in any case.
   */
  async readUntil(vectors: number, best: number): Promise<NearVector[]> {
    const perCell = this.#vectors / this.#cells.length;
    const batch = Math.min(Math.ceil((vectors * BATCH_PART) / perCell), CELLS_AT_ONCE);
    let found: NearVector[] = [];
    do {
      const cells = this.#cells.slice(this.#at, this.#at + batch);
      this.#at += cells.length;
      const near = await Promise.all(cells.map(({ place }) => this.#readCell(place)));
      for (const [i, { closeness }] of cells.entries()) this.#gains.note(near[i]!, closeness);
      found = found.concat(near.flat());
      this.#noteBest(near.flat(), best);
    } while (this.#at < this.#cells.length && this.#inScope < vectors && this.#mayBeOfUse(best));
    return found;
  }

  /** Whether a vector of the next cell may be among the best. */
  #mayBeOfUse(best: number): boolean {
    const least = this.#best[best - 1];
    if (least === undefined || this.#gains.count < SAMPLE_MIN) return true;
    return this.#cells[this.#at]!.closeness + this.#gains.most > least;
  }

  #noteBest(near: readonly NearVector[], best: number): void {
    const least = this.#best[best - 1] ?? Number.NEGATIVE_INFINITY;
    const better = near.map(({ closeness }) => closeness).filter((closeness) => closeness > least);
    this.#best = [...this.#best, ...better].sort((a, b) => b - a).slice(0, best);
  }

  async #readCell(place: VectorPlace): Promise<NearVector[]> {
    const { reader, space, index } = this.#source;
    const from = cellPrefix(index.prefix, place);
    const range = { from, to: afterPrefix(from) };
    const section = {
      prefix: setPrefix(index.prefix, place.set),
      rows: this.#vectors,
      tailBytes: REF_BYTES,
      valueBytes: quantizedBytes(index.dimensions),
    };
    const cached = await reader.cached(space, section, range);
    const near: NearVector[] = [];
    if (cached !== undefined) this.#lookAt(cached, near);
    else {
      for await (const rows of reader.scanSection(space, section, range)) {
        for (const { key, value } of rows) {
          const ref = refAtEnd(key);
          if (this.#source.inScope(ref)) near.push({ ref, closeness: this.#measure.closeness(value) });
        }
        this.vectorsRead += rows.length;
      }
    }
    this.#inScope += near.length;
    return near;
  }

  /** At vectors that are in memory. */
  #lookAt(part: KeyPart, near: NearVector[]): void {
    const { first, end, tails } = part;
    for (let place = first; place < end; place++) {
      const start = part.tailStartOf(place);
      const valueAt = start + REF_BYTES;
      const ref = toByteString(tails, start, valueAt);
      if (!this.#source.inScope(ref)) continue;
      near.push({ ref, closeness: this.#measure.closenessAt(tails, valueAt) });
    }
    this.vectorsRead += end - first;
  }
}

class Gains {
  #sum = 0;
  #squares = 0;
  count = 0;

  note(vectors: readonly NearVector[], centroid: number): void {
    // Those of no cell have no centroid.
    if (!Number.isFinite(centroid)) return;
    for (const { closeness } of vectors) {
      const gain = closeness - centroid;
      this.#sum += gain;
      this.#squares += gain * gain;
    }
    this.count += vectors.length;
  }

  /** That any vector is likely to have. */
  get most(): number {
    const mean = this.#sum / this.count;
    return mean + DEVIATIONS * Math.sqrt(Math.max(this.#squares / this.count - mean * mean, 0));
  }
}

/** The same vectors by their full components, nearest first. */
async function refine(
  { reader, space, index }: VectorSource,
  drawn: readonly NearVector[],
  measure: FullMeasure,
): Promise<NearVector[]> {
  const keys = drawn.map(({ ref }) => fullKey(index.prefix, ref));
  const rows = await reader.getMany(space, keys);
  const vector = new Float32Array(index.dimensions);
  const near: NearVector[] = [];
  for (const [i, row] of rows.entries()) {
    // Where the reader is not of one moment, it may have gone since.
    if (row === undefined) continue;
    readFull(row, vector);
    near.push({ ref: drawn[i]!.ref, closeness: measure.closenessMax(vector) });
  }
  return near.sort(compareNearness);
}
