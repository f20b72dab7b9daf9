/**
 * What the catalogue keeps in space 0: its resources, and which spaces partitions may take and which are to be
 * emptied. Knows nothing of what resources mean.
 */
import type { KeyValueStore, Transaction } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import type { Json } from "../value/json.ts";
import {
  CATALOG_SPACE,
  CatalogKind,
  droppedSpaceKey,
  encodeUInt32,
  FIRST_PARTITION_SPACE,
  logicalNumbersKey,
  NEXT_SPACE_KEY,
  resourceKey,
  sequenceOfResourceKey,
  spaceOfDroppedKey,
} from "./catalog-space.ts";
import { beginPartitions, type NamedSpaces, raiseFirstLsn } from "./first-lsn.ts";

const LOCK = "catalog";
const SPACES_LOCK = "spaces";
const EMPTY = Buffer.alloc(0);

interface StoredCatalog {
  /** In the order of their sequence numbers, which is that of their creation. */
  readonly resources: readonly { readonly sequence: number; readonly resource: Json }[];
  /** The first space that was never used. */
  readonly nextSpace: number;
  readonly droppedSpaces: readonly number[];
}

/** Its spaces are emptied later. */
export interface RemovedContainer extends NamedSpaces {
  readonly rid: string;
}

/** The writes of one change; of use only inside `CatalogStore.change`. */
class CatalogWrites {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  put(sequence: number, resource: Json): void {
    this.#transaction.put(CATALOG_SPACE, resourceKey(sequence), Buffer.from(JSON.stringify(resource)));
  }
  remove(sequence: number): void {
    this.#transaction.delete(CATALOG_SPACE, resourceKey(sequence));
  }
  /** Forgets a container's numbers of logical partitions, and remembers how far its partitions came. */
  async removeContainer(container: RemovedContainer): Promise<void> {
    this.#transaction.delete(CATALOG_SPACE, logicalNumbersKey(container.rid));
    for (const space of container.spaces) this.dropSpace(space);
    await raiseFirstLsn(this.#transaction, container);
  }
  /** Of a new container. */
  beginPartitions(container: NamedSpaces): Promise<void> {
    return beginPartitions(this.#transaction, container);
  }
  raiseFirstLsn(container: NamedSpaces): Promise<void> {
    return raiseFirstLsn(this.#transaction, container);
  }
  /** Marks a space as one to be emptied, also after a crash. */
  dropSpace(space: number): void {
    this.#transaction.put(CATALOG_SPACE, droppedSpaceKey(space), EMPTY);
  }
  /** Takes the mark away: of a space that was taken provisionally and is needed for good. */
  adoptSpace(space: number): void {
    this.#transaction.delete(CATALOG_SPACE, droppedSpaceKey(space));
  }
  afterCommit(notice: () => void): void {
    this.#transaction.afterCommit(notice);
  }
}

export class CatalogStore {
  readonly #kv: KeyValueStore;

  constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  async load(): Promise<StoredCatalog> {
    const resources: { sequence: number; resource: Json }[] = [];
    for await (const rows of this.#scan(CatalogKind.resource)) {
      for (const { key, value } of rows) {
        resources.push({ sequence: sequenceOfResourceKey(key), resource: parseResource(value) });
      }
    }
    const droppedSpaces: number[] = [];
    for await (const rows of this.#scan(CatalogKind.droppedSpace)) {
      for (const { key } of rows) droppedSpaces.push(spaceOfDroppedKey(key));
    }
    const nextSpace = await this.#kv.get(CATALOG_SPACE, NEXT_SPACE_KEY);
    return { resources, nextSpace: nextSpace?.readUInt32BE(0) ?? FIRST_PARTITION_SPACE, droppedSpaces };
  }

  /** Changes take turns; each is written whole or not at all. */
  change<T>(work: (writes: CatalogWrites) => Promise<T> | T): Promise<T> {
    return this.#kv.transact(LOCK, (transaction) => work(new CatalogWrites(transaction)));
  }

  /**
   * Notes that the spaces that `take` gives are used from now on; provisional ones are emptied by the next start,
   * unless a change adopts them before.
   */
  takeSpaces(
    take: () => { readonly spaces: readonly number[]; readonly next: number },
    provisional: boolean,
  ): Promise<readonly number[]> {
    return this.#kv.transact(SPACES_LOCK, (transaction) => {
      const { spaces, next } = take();
      transaction.put(CATALOG_SPACE, NEXT_SPACE_KEY, encodeUInt32(next));
      if (provisional)
        for (const space of spaces) transaction.put(CATALOG_SPACE, droppedSpaceKey(space), EMPTY);
      return spaces;
    });
  }

  /** Empties a space that was dropped, then takes its mark away. */
  async emptySpace(space: number): Promise<void> {
    await this.#kv.dropSpace(space);
    await this.change((writes) => writes.adoptSpace(space));
  }

  #scan(kind: number) {
    return this.#kv.scan(CATALOG_SPACE, { from: Buffer.of(kind), to: Buffer.of(kind + 1) });
  }
}

function parseResource(value: Buffer): Json {
  try {
    return JSON.parse(value.toString()) as Json;
  } catch (cause) {
    throw new Corruption("A resource of the catalogue is not readable JSON.", { cause });
  }
}
