/**
 * What the catalogue keeps in space 0: its resources, and which spaces partitions may take and which are to be
 * emptied. Knows nothing of what resources mean.
 */
import type { Json } from "@orrerydb/exact-json";
import type { KeyValueStore, Reader, Transaction } from "../../kv/key-value-store.ts";
import { Corruption } from "../../value/corruption.ts";
import {
  CATALOG_SPACE,
  CATALOG_VERSION_KEY,
  CatalogKind,
  droppedSpaceKey,
  encodeUInt32,
  FIRST_PARTITION_SPACE,
  logicalNumbersKey,
  NEXT_SPACE_KEY,
  resourceKey,
  sequenceOfResourceKey,
  spaceOfDroppedKey,
} from "../records/catalog-space.ts";
import { beginPartitions, type NamedSpaces, raiseFirstLsn } from "./first-lsn.ts";

const LOCK = "catalog";
const SPACES_LOCK = "spaces";

interface StoredCatalog {
  /** As of before the rest was read. */
  readonly version: number;
  /** In the order of their sequence numbers, which is that of their creation. */
  readonly resources: readonly { readonly sequence: number; readonly resource: Json }[];
}

/** A space that is to be emptied, or is being filled. */
interface DroppedSpace {
  readonly space: number;
  /** Of the process that marked it. */
  readonly mark: string;
}

/** Its spaces are emptied later. */
export interface RemovedContainer extends NamedSpaces {
  readonly rid: string;
}

/** The writes of one change; of use only inside `CatalogStore.change`. */
class CatalogWrites {
  readonly #transaction: Transaction;
  readonly #mark: string;

  constructor(transaction: Transaction, mark: string) {
    this.#transaction = transaction;
    this.#mark = mark;
  }

  /** Tells other processes that what they know of the catalogue is old. */
  version(version: number): void {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(version, 0, 6);
    this.#transaction.put(CATALOG_SPACE, CATALOG_VERSION_KEY, bytes);
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
    this.#transaction.put(CATALOG_SPACE, droppedSpaceKey(space), Buffer.from(this.#mark));
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
  /** On spaces that this process empties or fills; empty where it is alone. */
  mark = "";

  constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  async load(): Promise<StoredCatalog> {
    const version = await this.version();
    const resources: { sequence: number; resource: Json }[] = [];
    for await (const rows of this.#scan(CatalogKind.resource)) {
      for (const { key, value } of rows) {
        resources.push({ sequence: sequenceOfResourceKey(key), resource: parseResource(value) });
      }
    }
    return { version, resources };
  }

  /** Grows with every change, where several processes share the store. */
  async version(reader: Reader = this.#kv): Promise<number> {
    return (await reader.get(CATALOG_SPACE, CATALOG_VERSION_KEY))?.readUIntBE(0, 6) ?? 0;
  }

  async droppedSpaces(): Promise<DroppedSpace[]> {
    const dropped: DroppedSpace[] = [];
    for await (const rows of this.#scan(CatalogKind.droppedSpace)) {
      for (const { key, value } of rows) {
        dropped.push({ space: spaceOfDroppedKey(key), mark: value.toString() });
      }
    }
    return dropped;
  }

  /** Changes take turns; each is written whole or not at all. */
  change<T>(work: (writes: CatalogWrites) => Promise<T>): Promise<T> {
    return this.#kv.transact(LOCK, (transaction) => work(new CatalogWrites(transaction, this.mark)));
  }

  /**
   * Spaces that were never used, and are from now on; provisional ones are emptied by the next start, unless a change
   * adopts them before.
   */
  takeSpaces(count: number, provisional: boolean): Promise<readonly number[]> {
    return this.#kv.transact(SPACES_LOCK, async (transaction) => {
      const stored = await transaction.get(CATALOG_SPACE, NEXT_SPACE_KEY);
      const first = stored?.readUInt32BE(0) ?? FIRST_PARTITION_SPACE;
      const spaces = Array.from({ length: count }, (_, i) => first + i);
      transaction.put(CATALOG_SPACE, NEXT_SPACE_KEY, encodeUInt32(first + count));
      const writes = new CatalogWrites(transaction, this.mark);
      if (provisional) for (const space of spaces) writes.dropSpace(space);
      return spaces;
    });
  }

  /** Empties a space that was dropped, then takes its mark away. */
  async emptySpace(space: number): Promise<void> {
    await this.#kv.dropSpace(space);
    await this.change(async (writes) => writes.adoptSpace(space));
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
