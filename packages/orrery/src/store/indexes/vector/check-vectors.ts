/**
 * Proves that items and the rows of vector indexes agree: each vector is there in full and quantized, at the place that it
 * names, whose set is there with all its centroids; and there are no other rows.
 */
import { Corruption } from "../../../value/corruption.ts";
import type { StoredItem } from "../../records/item-record.ts";
import { NO_WORDS, type WordTotals } from "../../records/word-totals.ts";
import type { CheckedPartition, IndexCheck } from "../index-rows.ts";
import type { CompiledVectors } from "./compiled-vectors.ts";
import { quantize } from "./quantized-vector.ts";
import type { VectorIndex } from "./vector-index.ts";
import { encodeFull, fullKey, NO_SET, placeOfFull, quantizedKey, type SetId } from "./vector-rows.ts";
import { readSet, readSetHeaders } from "./vector-set.ts";

export class VectorCheck implements IndexCheck {
  readonly #checked: CheckedPartition<CompiledVectors>;
  readonly #sets = new Map<string, Promise<ReadonlySet<SetId>>>();
  /** Rows that must be there. */
  #expected = 0;

  constructor(checked: CheckedPartition<CompiledVectors>) {
    this.#checked = checked;
  }

  async checkItem(item: StoredItem): Promise<WordTotals> {
    for (const index of this.#checked.indexesOf(item)?.all ?? []) {
      const vector = index.vectorOf(item.document);
      if (vector === undefined) continue;
      const finding = await this.#fault(item, index, vector).catch(findingOf);
      if (finding !== undefined)
        this.#checked.report(`The vector ${index.path} of item "${item.id}" ${finding}`);
    }
    return NO_WORDS;
  }

  async #fault(item: StoredItem, index: VectorIndex, vector: readonly number[]): Promise<string | undefined> {
    const { reader, space } = this.#checked;
    const { prefix, isQuantized, metric } = index;
    this.#expected += isQuantized ? 2 : 1;
    const full = await reader.get(space, fullKey(prefix, item.ref));
    if (full === undefined) return "is not in its index.";
    const place = placeOfFull(full);
    if (!full.equals(encodeFull(place, vector))) return "is another one in its index.";
    if (!isQuantized) return undefined;
    const quantized = await reader.get(space, quantizedKey(prefix, place, item.ref));
    if (quantized === undefined) return "is not in its cell.";
    if (!quantized.equals(quantize(vector, metric))) return "is another one in its cell.";
    const isThere = place.set === NO_SET || (await this.#setsOf(index)).has(place.set);
    return isThere ? undefined : "is in a cell of a set that there is not.";
  }

  #setsOf(index: VectorIndex): Promise<ReadonlySet<SetId>> {
    let sets = this.#sets.get(index.path);
    if (sets === undefined) {
      sets = this.#checkSets(index);
      this.#sets.set(index.path, sets);
    }
    return sets;
  }

  async #checkSets(index: VectorIndex): Promise<ReadonlySet<SetId>> {
    const { reader, space, report } = this.#checked;
    const sets = new Set<SetId>();
    try {
      for (const header of await readSetHeaders(reader, space, index)) {
        const { cells } = await readSet(reader, space, index, header);
        this.#expected += 1 + cells;
        sets.add(header.id);
      }
    } catch (error) {
      if (!(error instanceof Corruption)) throw error;
      report(`Vector index ${index.path}: ${error.finding}`);
    }
    return sets;
  }

  /** Sets are there without items too. */
  async finish(): Promise<number> {
    const indexes = this.#checked.all.flatMap(({ all }) => all);
    for (const index of new Map(indexes.map((one) => [one.path, one])).values()) await this.#setsOf(index);
    return this.#expected;
  }
}

function findingOf(error: unknown): string {
  if (error instanceof Corruption) return `cannot be read: ${error.finding}`;
  throw error;
}
