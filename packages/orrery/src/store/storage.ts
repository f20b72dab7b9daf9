/**
 * Everything durable, on one key-value store: the store's front door. Whoever starts the program chooses the
 * implementation; from here on nobody knows which it is.
 */
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { CatalogStore } from "./catalog-store.ts";
import { bringUpToDate, checkFormat, isOutdated } from "./data-format.ts";
import { LogicalNumbers } from "./logical-numbers.ts";
import { Moment } from "./moment.ts";
import { type CopyTarget, PartitionCopy } from "./partition-copy.ts";
import type { PartitionContext } from "./partition-space.ts";
import { PartitionStore } from "./partition-store.ts";
import { type RehashObserver, rehashPartition } from "./rehash-partition.ts";
import { TranslatedStore } from "./translated-store.ts";

export class Storage {
  readonly catalog: CatalogStore;
  readonly #kv: KeyValueStore;

  constructor(kv: KeyValueStore) {
    this.#kv = new TranslatedStore(kv);
    this.catalog = new CatalogStore(this.#kv);
  }

  /** Fails if the data has a format that this version cannot read. */
  checkFormat(): Promise<void> {
    return checkFormat(this.#kv);
  }

  /** Whether the data has an older format, which `bringUpToDate` changes. */
  isOutdated(): Promise<boolean> {
    return isOutdated(this.#kv);
  }

  /** Runs `work`, which must leave the data as this version writes it, if an older one wrote it. */
  bringUpToDate(work: () => Promise<void>): Promise<void> {
    return bringUpToDate(this.#kv, work);
  }

  /** Moves the items of a partition to where the hashes of their keys are. Requires that nobody has it open. */
  rehashPartition(space: number, context: PartitionContext, observer: RehashObserver): Promise<void> {
    return rehashPartition(this.#kv, space, context, observer);
  }

  /** A partition as it is on the store. */
  openPartition(space: number, context: PartitionContext): Promise<PartitionStore> {
    return PartitionStore.open(this.#kv, space, context);
  }

  /** The numbers of a container's logical partitions. */
  logicalNumbers(containerRid: string): LogicalNumbers {
    return new LogicalNumbers(this.#kv, containerRid);
  }

  /** This moment; to be closed. */
  moment(): Moment {
    return new Moment(this.#kv);
  }

  /** Begins to copy partitions into new spaces. */
  copy(sources: readonly PartitionStore[], targets: readonly CopyTarget[]): Promise<PartitionCopy> {
    return PartitionCopy.start(this.#kv, sources, targets);
  }

  close(): Promise<void> {
    return this.#kv.close();
  }
}
