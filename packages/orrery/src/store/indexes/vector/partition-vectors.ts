/**
 * The vector indexes of one partition: which sets of cells there are, for writers and readers. A set never changes. The
 * one that was made last is current: vectors that are written are put into its cells, and those of others are moved
 * there. From the commit on that makes a set current, no commit puts anything into another.
 */

import type { Reader, Transaction } from "../../../kv/key-value-store.ts";
import { toByteString } from "../../../value/byte-string.ts";
import type { PartitionIndexes } from "../partition-indexes.ts";
import type { VectorIndex } from "./vector-index.ts";
import { NO_SET, type SetHeader, type SetId, UNASSIGNED, type VectorPlace } from "./vector-rows.ts";
import { cellVector, readSet, readSetHeaders, type VectorSet } from "./vector-set.ts";

const COUNTED_GROWTH = 1.25;

export class PartitionVectors {
  readonly #partition: PartitionIndexes;
  /** By path: the sets that are there, the current one last. */
  readonly #headers = new Map<string, Promise<readonly SetHeader[]>>();
  /** By path: the set that commits put vectors into. */
  readonly #current = new Map<string, SetId>();
  /** By path: how many items there were when the vectors were last counted. */
  readonly #countedAt = new Map<string, number>();

  constructor(partition: PartitionIndexes) {
    this.#partition = partition;
  }

  static of(partition: PartitionIndexes): PartitionVectors {
    return partition.known("vector", () => new PartitionVectors(partition));
  }

  /** As of the last change of sets. */
  headers(index: VectorIndex): Promise<readonly SetHeader[]> {
    let headers = this.#headers.get(index.path);
    if (headers === undefined) {
      headers = this.#readHeaders(index);
      headers.catch(() => this.#headers.delete(index.path));
      this.#headers.set(index.path, headers);
    }
    return headers;
  }

  async #readHeaders(index: VectorIndex): Promise<readonly SetHeader[]> {
    const headers = await readSetHeaders(this.#partition.kv, this.#partition.space, index);
    this.#current.set(index.path, headers.at(-1)?.id ?? NO_SET);
    return headers;
  }

  /** A transaction changes the sets to these. */
  change(transaction: Transaction, { path }: VectorIndex, headers: readonly SetHeader[]): void {
    transaction.beforeCommit(() => {
      const before = this.#current.get(path)!;
      this.#current.set(path, headers.at(-1)!.id);
      transaction.afterFailure(() => this.#current.set(path, before));
    });
    transaction.afterCommit(() => this.#headers.set(path, Promise.resolve(headers)));
  }

  async set(reader: Reader, index: VectorIndex, header: SetHeader): Promise<VectorSet> {
    const key = `vectors ${header.id}${toByteString(index.prefix)}`;
    const { cache, space } = this.#partition;
    const known = cache.indexPart(key) as VectorSet | undefined;
    if (known !== undefined) return known;
    const set = await readSet(reader, space, index, header);
    cache.set(key, set);
    return set;
  }

  /** Where a vector belongs. */
  async placeOf(index: VectorIndex, vector: ArrayLike<number>): Promise<VectorPlace> {
    const current = (await this.headers(index)).at(-1);
    if (current === undefined) return UNASSIGNED;
    const set = await this.set(this.#partition.kv, index, current);
    return { set: current.id, cell: set.cellOf(cellVector(vector, index.metric)) };
  }

  /** Counting vectors takes a while: it is done again only when there are many more items. */
  mayHaveGrown({ path }: VectorIndex, items: number): boolean {
    return items >= COUNTED_GROWTH * (this.#countedAt.get(path) ?? 0);
  }

  /** The vectors were counted when there were so many items. */
  noteCount({ path }: VectorIndex, items: number): void {
    this.#countedAt.set(path, items);
  }

  /** Whether a commit may put a vector there. */
  isOpen({ path }: VectorIndex, { set }: VectorPlace): boolean {
    return set === NO_SET || set === this.#current.get(path);
  }
}
