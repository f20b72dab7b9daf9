/**
 * Proves that items and the rows of vector indexes agree: each vector is there in full and quantized, at the place that it
 * names, whose set is there with all its centroids; and there are no other rows.
 */
import type { Reader } from "../../../kv/key-value-store.ts";
import { Corruption } from "../../../value/corruption.ts";
import type { StoredItem } from "../../records/item-record.ts";
import { Kind } from "../../records/key-layout.ts";
import { quantize } from "./quantized-vector.ts";
import type { VectorIndex } from "./vector-index.ts";
import { encodeFull, fullKey, NO_SET, placeOfFull, quantizedKey, type SetId } from "./vector-rows.ts";
import { readSet, readSetHeaders } from "./vector-set.ts";

export class VectorCheck {
  readonly #reader: Reader;
  readonly #space: number;
  readonly #report: (finding: string) => void;
  readonly #sets = new Map<string, Promise<ReadonlySet<SetId>>>();
  /** Rows that must be there. */
  #expected = 0;

  constructor(reader: Reader, space: number, report: (finding: string) => void) {
    this.#reader = reader;
    this.#space = space;
    this.#report = report;
  }

  async checkItem(item: StoredItem, indexes: readonly VectorIndex[]): Promise<void> {
    for (const index of indexes) {
      const vector = index.vectorOf(item.document);
      if (vector === undefined) continue;
      const finding = await this.#fault(item, index, vector).catch(findingOf);
      if (finding !== undefined) this.#report(`The vector ${index.path} of item "${item.id}" ${finding}`);
    }
  }

  async #fault(item: StoredItem, index: VectorIndex, vector: readonly number[]): Promise<string | undefined> {
    const { prefix, isQuantized, metric } = index;
    this.#expected += isQuantized ? 2 : 1;
    const full = await this.#reader.get(this.#space, fullKey(prefix, item.ref));
    if (full === undefined) return "is not in its index.";
    const place = placeOfFull(full);
    if (!full.equals(encodeFull(place, vector))) return "is another one in its index.";
    if (!isQuantized) return undefined;
    const quantized = await this.#reader.get(this.#space, quantizedKey(prefix, place, item.ref));
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
    const sets = new Set<SetId>();
    try {
      for (const header of await readSetHeaders(this.#reader, this.#space, index)) {
        const { cells } = await readSet(this.#reader, this.#space, index, header);
        this.#expected += 1 + cells;
        sets.add(header.id);
      }
    } catch (error) {
      if (!(error instanceof Corruption)) throw error;
      this.#report(`Vector index ${index.path}: ${error.finding}`);
    }
    return sets;
  }

  /** After all items: whether there are other rows. `indexes` are all that items may have rows in. */
  async finish(indexes: readonly VectorIndex[]): Promise<void> {
    for (const index of indexes) await this.#setsOf(index);
    let found = 0;
    const range = { from: Buffer.of(Kind.vector), to: Buffer.of(Kind.vector + 1) };
    for await (const rows of this.#reader.scan(this.#space, { ...range, keysOnly: true }))
      found += rows.length;
    if (found !== this.#expected) {
      this.#report(`${found} rows of vector indexes are stored, but the items make ${this.#expected}.`);
    }
  }
}

function findingOf(error: unknown): string {
  if (error instanceof Corruption) return `cannot be read: ${error.finding}`;
  throw error;
}
