/**
 * The vector rows of items, in the transaction that writes the items. An item's full row says where its quantized twin
 * is, so that both are found again whatever has become of the cells. Unlike other entries they do not depend on the
 * indexing directive of a request.
 */
import { Corruption } from "../../../value/corruption.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import type { StoredItem } from "../../records/item-record.ts";
import type { IndexTransaction, IndexWriter } from "../index-rows.ts";
import type { CompiledVectors } from "./compiled-vectors.ts";
import { PartitionVectors } from "./partition-vectors.ts";
import { quantize } from "./quantized-vector.ts";
import type { VectorIndex } from "./vector-index.ts";
import {
  encodeFull,
  fullKey,
  placeOfFull,
  quantizedKey,
  readFull,
  UNASSIGNED,
  type VectorPlace,
  withPlace,
} from "./vector-rows.ts";

interface OwnVector {
  readonly index: VectorIndex;
  readonly vector: readonly number[];
}

interface PlacedVector {
  readonly index: VectorIndex;
  readonly ref: ItemRef;
  /** With whatever place. */
  readonly full: Buffer;
  /** Absent where the index has none. */
  readonly quantized: Buffer | undefined;
  readonly place: VectorPlace;
}

export class VectorWrites implements IndexWriter {
  readonly #transaction: IndexTransaction<CompiledVectors>;
  readonly #vectors: PartitionVectors;
  /** What this transaction has put into cells, by index and ref. */
  readonly #placed = new Map<string, PlacedVector>();

  constructor(transaction: IndexTransaction<CompiledVectors>) {
    this.#transaction = transaction;
    this.#vectors = PartitionVectors.of(transaction.partition);
  }

  async change(before: StoredItem | undefined, after: StoredItem | undefined): Promise<void> {
    const { work } = this.#transaction;
    const old = this.#vectorsOf(before);
    for (const [path, { index, vector }] of this.#vectorsOf(after)) {
      const known = old.get(path);
      if (known !== undefined && isSame(known.vector, vector)) {
        old.delete(path);
        continue;
      }
      if (known !== undefined) await this.#remove(index, after!.ref);
      old.delete(path);
      this.#put(newVector(index, after!.ref, vector, await this.#placeOf(index, vector)));
      work.termsAdded++;
      if (known !== undefined) work.termsRemoved++;
    }
    for (const { index } of old.values()) {
      await this.#remove(index, before!.ref);
      work.termsRemoved++;
    }
  }

  /** Adds what `after` has rows of and `before` has not: it is put into cells later. */
  changeAtCommit(before: StoredItem, after: StoredItem): void {
    const old = this.#vectorsOf(before);
    for (const [path, { index, vector }] of this.#vectorsOf(after)) {
      if (!old.has(path)) this.#put(newVector(index, after.ref, vector, UNASSIGNED));
    }
  }

  /** By path. */
  #vectorsOf(item: StoredItem | undefined): Map<string, OwnVector> {
    const found = new Map<string, OwnVector>();
    for (const index of (item && this.#transaction.indexesOf(item)?.all) ?? []) {
      const vector = index.vectorOf(item!.document);
      if (vector !== undefined) found.set(index.path, { index, vector });
    }
    return found;
  }

  /** Puts vectors where they belong now. */
  async move(index: VectorIndex, refs: readonly ItemRef[]): Promise<void> {
    const { kv, space } = this.#transaction;
    const rows = await kv.getMany(
      space,
      refs.map((ref) => fullKey(index.prefix, ref)),
    );
    const vector = new Float32Array(index.dimensions);
    const moved: Omit<PlacedVector, "quantized">[] = [];
    for (const [i, full] of rows.entries()) {
      if (full === undefined) continue;
      readFull(full, vector);
      const place = await this.#vectors.placeOf(index, vector);
      if (place.set !== placeOfFull(full).set) moved.push({ index, ref: refs[i]!, full, place });
    }
    const keys = moved.map(({ ref, full }) => quantizedKey(index.prefix, placeOfFull(full), ref));
    const quantized = await kv.getMany(space, keys);
    for (const [i, row] of moved.entries()) {
      if (quantized[i] === undefined) throw new Corruption("A vector is not in the cell that it names.");
      kv.delete(space, keys[i]!);
      this.#put({ ...row, quantized: quantized[i] });
    }
  }

  #put(row: PlacedVector): void {
    const { kv, space } = this.#transaction;
    const { index, ref, full, quantized, place } = row;
    kv.put(space, fullKey(index.prefix, ref), withPlace(full, place));
    if (quantized === undefined) return;
    kv.put(space, quantizedKey(index.prefix, place, ref), quantized);
    if (this.#placed.size === 0) kv.beforeCommit(() => this.#leaveClosedCells());
    this.#placed.set(`${index.path} ${ref}`, row);
  }

  /** Others may have become current while the transaction was under way. */
  #leaveClosedCells(): void {
    const { kv, space } = this.#transaction;
    for (const row of this.#placed.values()) {
      if (this.#vectors.isOpen(row.index, row.place)) continue;
      kv.delete(space, quantizedKey(row.index.prefix, row.place, row.ref));
      this.#put({ ...row, place: UNASSIGNED });
    }
  }

  async #placeOf(index: VectorIndex, vector: readonly number[]): Promise<VectorPlace> {
    return index.isQuantized ? this.#vectors.placeOf(index, vector) : UNASSIGNED;
  }

  async #remove(index: VectorIndex, ref: ItemRef): Promise<void> {
    const { kv, space } = this.#transaction;
    const key = fullKey(index.prefix, ref);
    const row = await kv.get(space, key);
    if (row === undefined) return;
    kv.delete(space, key);
    this.#placed.delete(`${index.path} ${ref}`);
    if (index.isQuantized) kv.delete(space, quantizedKey(index.prefix, placeOfFull(row), ref));
  }
}

function newVector(
  index: VectorIndex,
  ref: ItemRef,
  vector: readonly number[],
  place: VectorPlace,
): PlacedVector {
  const quantized = index.isQuantized ? quantize(vector, index.metric) : undefined;
  return { index, ref, full: encodeFull(place, vector), quantized, place };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((component, i) => component === b[i]);
}
