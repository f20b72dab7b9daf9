/**
 * Everything durable, on one key-value store: the store's front door. Whoever starts the program chooses the
 * implementation; from here on nobody knows which it is.
 */

import { CachingStore } from "../kv/key-cache/caching-store.ts";
import type { KeyCacheOptions } from "../kv/key-cache/key-cache.ts";
import { type SectionSnapshot, UncachedSnapshot } from "../kv/key-cache/section-reader.ts";
import type { KeyValueStore } from "../kv/key-value-store.ts";
import type { ItemRef } from "../value/rows/row-source.ts";
import { CatalogStore } from "./catalog/catalog-store.ts";
import { checkFormat } from "./catalog/data-format.ts";
import { LogicalNumbers } from "./catalog/logical-numbers.ts";
import type { PartitionContext } from "./partition/partition-space.ts";
import { type CopyTarget, PartitionCopy } from "./partition-copy.ts";
import { PartitionStore } from "./partition-store.ts";
import { itemKey } from "./records/key-layout.ts";
import { type PartitionSummary, readSummary } from "./records/logical-record.ts";
import { type RestoredTotals, type RestoreSource, restorePartition } from "./upkeep/restore-partition.ts";
import { Moment } from "./wrappers/moment.ts";
import { MomentStore } from "./wrappers/moment-store.ts";
import { TranslatedStore } from "./wrappers/translated-store.ts";

export class Storage {
  readonly catalog: CatalogStore;
  readonly #kv: KeyValueStore;
  readonly #snapshot: () => SectionSnapshot;

  /** Index keys are cached where there are options for it, and no other process writes to the store. */
  constructor(kv: KeyValueStore, keyCache?: KeyCacheOptions) {
    const translated = new TranslatedStore(kv);
    if (keyCache === undefined) {
      this.#kv = translated;
      this.#snapshot = () => new UncachedSnapshot(translated.snapshot());
    } else {
      const caching = new CachingStore(translated, keyCache);
      this.#kv = caching;
      this.#snapshot = () => caching.snapshot();
    }
    this.catalog = new CatalogStore(this.#kv);
  }

  /** Fails if the data has a format that this version cannot read. */
  checkFormat(): Promise<void> {
    return checkFormat(this.#kv);
  }

  /** Fills an empty partition, which nobody has open. */
  restorePartition(space: number, context: PartitionContext, source: RestoreSource): Promise<RestoredTotals> {
    return restorePartition(this.#kv, space, context, source);
  }

  async hasItem(space: number, ref: ItemRef): Promise<boolean> {
    return (await this.#kv.get(space, itemKey(ref))) !== undefined;
  }

  /** Of a partition that another process may have open: as it is stored now. */
  summaryOf(space: number): Promise<PartitionSummary> {
    return readSummary(this.#kv, space);
  }

  /** A partition as it is on the store. */
  openPartition(space: number, context: PartitionContext): Promise<PartitionStore> {
    return PartitionStore.open(this.#kv, space, context);
  }

  /** A partition that another process may have open, as it is at a moment, to be read; `failure` is what writers are told. */
  async partitionAt(
    moment: Moment,
    space: number,
    context: PartitionContext,
    failure: () => Error,
  ): Promise<PartitionStore> {
    const store = await PartitionStore.open(new MomentStore(Moment.reader(moment, this.#kv)), space, context);
    await store.shutForGood(failure);
    return store;
  }

  /** Of the catalogue, at a moment. */
  catalogVersionAt(moment: Moment): Promise<number> {
    return this.catalog.version(Moment.reader(moment, this.#kv));
  }

  /** The numbers of a container's logical partitions. */
  logicalNumbers(containerRid: string): LogicalNumbers {
    return new LogicalNumbers(this.#kv, containerRid);
  }

  /** This moment; to be closed. */
  moment(): Moment {
    return new Moment(this.#snapshot());
  }

  /** Begins to copy partitions into new spaces. */
  copy(sources: readonly PartitionStore[], targets: readonly CopyTarget[]): Promise<PartitionCopy> {
    return PartitionCopy.start(this.#kv, sources, targets);
  }

  close(): Promise<void> {
    return this.#kv.close();
  }
}
