/**
 * Keeps the cells of a partition's vector indexes in proportion to what is in them, while it serves: makes a set of cells
 * when there are enough vectors, and another when they have become several times as many; moves vectors into the cells
 * of the current set; removes sets that are empty. Each step leaves the index whole, so that it may end anywhere.
 *
 * Requires that the partition is not copied meanwhile: sets belong to no logical partition, and are not mirrored.
 */

import { setImmediate } from "node:timers/promises";
import type { Epk } from "@orrerydb/keys/hash";
import { LRUCache } from "lru-cache";
import { countRows } from "../../../kv/count-rows.ts";
import type { KeyRange } from "../../../kv/key-range.ts";
import type { Transaction } from "../../../kv/key-value-store.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { StoredItem } from "../../records/item-record.ts";
import { afterPrefix, itemKey, logicalNumberOf, refAtEnd } from "../../records/key-layout.ts";
import type { MaintainedPartition } from "../index-rows.ts";
import type { CompiledVectors } from "./compiled-vectors.ts";
import { PartitionVectors } from "./partition-vectors.ts";
import { QUANTIZED_ITEMS_MIN } from "./search-vectors.ts";
import { type TrainedCells, trainCells } from "./train-cells.ts";
import type { VectorIndex } from "./vector-index.ts";
import {
  centroidKey,
  encodeCentroid,
  encodeSetHeader,
  NO_SET,
  numberOfSet,
  readFull,
  rolePrefix,
  type SetHeader,
  type SetId,
  setId,
  setKey,
  setPrefix,
  VectorRole,
} from "./vector-rows.ts";
import { normalize } from "./vector-set.ts";
import type { VectorWrites } from "./vector-writes.ts";

/** New cells are made when there are so many times as many vectors as when the last ones were made. */
const GROWTH = 4;
const VECTORS_PER_CELL = 128;
const CELLS_MAX = 4_096;
const CENTROID_BYTES_MAX = 16 * 1024 * 1024;
/** Vectors from which the centroids of a cell are computed, on average. */
const SAMPLE_PER_CELL = 24;
const SAMPLE_BYTES_MAX = 64 * 1024 * 1024;
const CHUNK_ROWS = 256;
const KNOWN_EPKS_MAX = 10_000;

type Partition = MaintainedPartition<CompiledVectors>;

export async function needsTending(partition: Partition): Promise<boolean> {
  for (const index of quantizedIndexes(partition)) {
    if ((await mayNeedCells(partition, index)) || (await scatteredSets(partition, index)).length > 0)
      return true;
  }
  return false;
}

export async function tendVectors(partition: Partition, isStopped: () => boolean): Promise<void> {
  for (const index of quantizedIndexes(partition)) {
    const work = new Tending(partition, index, isStopped);
    if (await mayNeedCells(partition, index)) await work.makeCells();
    for (const set of await scatteredSets(partition, index)) await work.moveAll(set);
    if (!isStopped()) await work.removeEmptySets();
  }
}

function quantizedIndexes({ indexes }: Partition): readonly VectorIndex[] {
  return indexes.all.filter(({ isQuantized }) => isQuantized);
}

/** By the number of items, which may be more than there are vectors. */
async function mayNeedCells({ partition, items }: Partition, index: VectorIndex): Promise<boolean> {
  const vectors = PartitionVectors.of(partition);
  return items >= (await cellsNeededFrom(vectors, index)) && vectors.mayHaveGrown(index, items);
}

/** How many vectors there must be for new cells to be made. */
async function cellsNeededFrom(vectors: PartitionVectors, index: VectorIndex): Promise<number> {
  const current = (await vectors.headers(index)).at(-1);
  return current === undefined ? QUANTIZED_ITEMS_MIN : GROWTH * current.trainedOn;
}

/** Sets besides the current one, and those of no set, unless there are no cells to move them to. */
async function scatteredSets(own: Partition, index: VectorIndex): Promise<SetId[]> {
  const headers = await PartitionVectors.of(own.partition).headers(index);
  if (headers.length === 0) return [];
  const others = headers.slice(0, -1).map(({ id }) => id);
  return (await isEmpty(own, index, NO_SET)) ? others : [NO_SET, ...others];
}

async function isEmpty({ kv, space }: Partition, index: VectorIndex, set: SetId): Promise<boolean> {
  const range = vectorsOf(index, set);
  return (await countRows(kv, space, { ...range, limit: 1 })) === 0;
}

function vectorsOf({ prefix }: VectorIndex, set: SetId): KeyRange {
  const from = setPrefix(prefix, set);
  return { from, to: afterPrefix(from) };
}

class Tending {
  readonly #own: Partition;
  readonly #vectors: PartitionVectors;
  readonly #index: VectorIndex;
  readonly #isStopped: () => boolean;
  /** By the number of the logical partition. */
  readonly #epks = new LRUCache<number, Epk>({ max: KNOWN_EPKS_MAX });

  constructor(own: Partition, index: VectorIndex, isStopped: () => boolean) {
    this.#own = own;
    this.#vectors = PartitionVectors.of(own.partition);
    this.#index = index;
    this.#isStopped = isStopped;
  }

  /** Makes a new set, if there are enough vectors for it. */
  async makeCells(): Promise<void> {
    const { kv, items, space } = this.#own;
    const count = await countRows(kv, space, fullRows(this.#index));
    this.#vectors.noteCount(this.#index, items);
    if (count < (await cellsNeededFrom(this.#vectors, this.#index))) return;
    const cells = cellsFor(count, this.#index);
    const sample = await this.#sample(count, cells);
    const trained = await this.#train(sample, cells);
    if (trained === undefined) return;
    const headers = await this.#vectors.headers(this.#index);
    const number = Math.max(0, ...headers.map(({ id }) => numberOfSet(id))) + 1;
    const { groupStarts, centroids } = trained;
    await this.#publish([...headers, { id: setId(space, number), trainedOn: count, groupStarts }], centroids);
  }

  /** Undefined where it was stopped. */
  async #train(sample: Float32Array, cells: number): Promise<TrainedCells | undefined> {
    if (sample.length === 0) return undefined;
    return trainCells(sample, this.#index.dimensions, cells, async () => {
      await setImmediate();
      if (this.#isStopped()) throw new Stopped();
    }).catch(unlessStopped);
  }

  /** Moves the vectors of a set into the cells of the current one. */
  async moveAll(set: SetId): Promise<void> {
    const { kv, space } = this.#own;
    const scan = { ...vectorsOf(this.#index, set), keysOnly: true, chunkRows: CHUNK_ROWS };
    for await (const rows of kv.scan(space, scan)) {
      if (this.#isStopped()) return;
      await this.#move(rows.map(({ key }) => refAtEnd(key)));
      await kv.caughtUp();
      await setImmediate();
    }
  }

  async removeEmptySets(): Promise<void> {
    const headers = await this.#vectors.headers(this.#index);
    const removed: SetHeader[] = [];
    for (const header of headers.slice(0, -1)) {
      if (await isEmpty(this.#own, this.#index, header.id)) removed.push(header);
    }
    if (removed.length > 0) await this.#remove(removed);
  }

  /** Some of the vectors, evenly spread over all of them. */
  async #sample(count: number, cells: number): Promise<Float32Array> {
    const { dimensions, metric } = this.#index;
    const { kv, space } = this.#own;
    const most = Math.max(Math.floor(SAMPLE_BYTES_MAX / (4 * dimensions)), cells);
    const size = Math.min(count, cells * SAMPLE_PER_CELL, most);
    const sample = new Float32Array(size * dimensions);
    let seen = 0;
    let found = 0;
    for await (const rows of kv.scan(space, { ...fullRows(this.#index), keysOnly: true })) {
      const chosen = rows.filter(() => {
        seen++;
        return Math.floor((seen * size) / count) > Math.floor(((seen - 1) * size) / count);
      });
      for (const row of await kv.getMany(
        space,
        chosen.map(({ key }) => key),
      )) {
        // It may have been deleted since, and others may have come.
        if (row === undefined || found === size) continue;
        const vector = sample.subarray(found * dimensions, (found + 1) * dimensions);
        readFull(row, vector);
        if (metric === "cosine") normalize(vector);
        if (vector.every(Number.isFinite)) found++;
      }
    }
    return sample.subarray(0, found * dimensions);
  }

  async #publish(headers: readonly SetHeader[], centroids: Float32Array): Promise<void> {
    const { prefix, dimensions } = this.#index;
    const { space } = this.#own;
    const header = headers.at(-1)!;
    await this.#change(headers, (transaction) => {
      transaction.put(space, setKey(prefix, header.id), encodeSetHeader(header));
      for (let cell = 0; cell * dimensions < centroids.length; cell++) {
        const centroid = centroids.subarray(cell * dimensions, (cell + 1) * dimensions);
        transaction.put(space, centroidKey(prefix, { set: header.id, cell }), encodeCentroid(centroid));
      }
    });
  }

  async #remove(removed: readonly SetHeader[]): Promise<void> {
    const { prefix } = this.#index;
    const { space } = this.#own;
    const left = (await this.#vectors.headers(this.#index)).filter((header) => !removed.includes(header));
    await this.#change(left, (transaction) => {
      for (const { id, groupStarts } of removed) {
        transaction.delete(space, setKey(prefix, id));
        for (let cell = 0; cell < groupStarts.at(-1)!; cell++)
          transaction.delete(space, centroidKey(prefix, { set: id, cell }));
      }
    });
  }

  async #change(headers: readonly SetHeader[], write: (transaction: Transaction) => void): Promise<void> {
    const { kv, space } = this.#own;
    await this.#own.maintain(() =>
      kv.transact(`vectors:${space}`, async (transaction) => {
        write(transaction);
        this.#vectors.change(transaction, this.#index, headers);
      }),
    );
  }

  async #move(refs: readonly ItemRef[]): Promise<void> {
    const byLogical = new Map<number, ItemRef[]>();
    for (const ref of refs) {
      const number = logicalNumberOf(ref);
      byLogical.set(number, [...(byLogical.get(number) ?? []), ref]);
    }
    await this.#findEpks([...byLogical].map(([, [ref]]) => ref!));
    await Promise.all(
      [...byLogical].map(async ([number, own]) => {
        const epk = this.#epks.get(number);
        if (epk === undefined) return;
        await this.#own.write(epk, (writer) => (writer as VectorWrites).move(this.#index, own));
      }),
    );
  }

  /** The EPK of a logical partition stands in its items. */
  async #findEpks(refs: readonly ItemRef[]): Promise<void> {
    const { kv, space } = this.#own;
    const unknown = refs.filter((ref) => !this.#epks.has(logicalNumberOf(ref)));
    const records = await kv.getMany(space, unknown.map(itemKey));
    for (const [i, record] of records.entries()) {
      // It may have been deleted; others of its logical partition are moved the next time.
      if (record === undefined) continue;
      const ref = unknown[i]!;
      this.#epks.set(logicalNumberOf(ref), StoredItem.decode(ref, record).epk);
    }
  }
}

function fullRows({ prefix }: VectorIndex): KeyRange {
  const from = rolePrefix(prefix, VectorRole.full);
  return { from, to: afterPrefix(from) };
}

function cellsFor(vectors: number, { dimensions }: VectorIndex): number {
  const most = Math.max(Math.floor(CENTROID_BYTES_MAX / (4 * dimensions)), 1);
  return Math.min(Math.ceil(vectors / VECTORS_PER_CELL), CELLS_MAX, most);
}

class Stopped extends Error {}

function unlessStopped(error: unknown): undefined {
  if (!(error instanceof Stopped)) throw error;
}
