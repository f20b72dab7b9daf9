/**
 * The vectors nearest to one, by all of them: a pass over the full rows in scope keeps the best few, and tells what the
 * rest cannot exceed. Whoever wants more of them, because a filter takes some away, causes another pass for more.
 */
import type { KeyRange } from "../../../kv/key-range.ts";
import type { NearestChunk } from "../../../value/rows/row-source.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import { refAtEnd } from "../../records/key-layout.ts";
import { FullMeasure } from "./full-measure.ts";
import { readFull, rolePrefix, VectorRole } from "./vector-rows.ts";
import { compareNearness, type NearVector, type VectorSource } from "./vector-source.ts";

/** Beside those that are wanted, so that the bound of the others is a little way off. */
const SPARE = 16;
const GROWTH = 8;
/** Whoever needs more than these is better off with the items themselves. */
const KEPT_MAX = 65_536;

export async function* searchExactly(
  source: VectorSource,
  { vector, metric, wanted }: VectorSearch,
): AsyncGenerator<NearestChunk> {
  const measure = new FullMeasure(vector, metric);
  let last: NearVector | undefined;
  for (let count = wanted + SPARE; count <= KEPT_MAX; count *= GROWTH) {
    const best = new BestVectors(count, last);
    const vectorsRead = await pass(source, measure, best);
    const found = best.sorted();
    if (found.length > 0) {
      last = found.at(-1)!;
      yield {
        refs: found.map(({ ref }) => ref),
        bound: measure.scoreOf(last.closeness),
        vectorsRead,
        lookups: fullRanges(source).length,
      };
    }
    if (!best.hasDropped) return;
  }
}

/** Where the full vectors in scope lie, with some others among them. */
function fullRanges({ ranges, index }: VectorSource): readonly KeyRange[] {
  return ranges(rolePrefix(index.prefix, VectorRole.full));
}

/** Returns how many vectors it has read. */
async function pass(source: VectorSource, measure: FullMeasure, best: BestVectors): Promise<number> {
  const { reader, space, index } = source;
  const vector = new Float32Array(index.dimensions);
  let count = 0;
  for (const range of fullRanges(source)) {
    for await (const rows of reader.scan(space, range)) {
      for (const { key, value } of rows) {
        readFull(value, vector);
        const closeness = measure.closenessMax(vector);
        count++;
        if (closeness < best.least) continue;
        const ref = refAtEnd(key);
        if (source.inScope(ref)) best.add({ ref, closeness });
      }
    }
  }
  return count;
}

/** Keeps the first few after a position of all that are added. */
class BestVectors {
  readonly #count: number;
  readonly #after: NearVector | undefined;
  #kept: NearVector[] = [];
  /** What is further away than this is not kept. */
  least = Number.NEGATIVE_INFINITY;
  hasDropped = false;

  constructor(count: number, after: NearVector | undefined) {
    this.#count = count;
    this.#after = after;
  }

  add(vector: NearVector): void {
    if (this.#after !== undefined && compareNearness(vector, this.#after) <= 0) return;
    this.#kept.push(vector);
    if (this.#kept.length >= 2 * this.#count) this.#cut();
  }

  sorted(): readonly NearVector[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort(compareNearness);
    if (this.#kept.length <= this.#count) return;
    this.hasDropped = true;
    this.#kept = this.#kept.slice(0, this.#count);
    this.least = this.#kept.at(-1)!.closeness;
  }
}
