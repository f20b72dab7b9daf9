/**
 * Moves items to the effective partition key (EPK) that their key has. Up to format 1, that of a string of over 100
 * characters (in partition keys of version 1) ended with a byte of the string instead of 00. Its hash was right, so
 * an item's physical partition stays the same.
 *
 * Nobody else may have the partition open. Each transaction leaves it whole, so that the work may end anywhere and
 * begin again. What readers hold on to stays where that is possible:
 *
 * - An item keeps its ETag, its time, its LSN and with it its place in the change feed. It keeps its address, too,
 *   unless the EPK is taken: keys that were told apart by their 101st byte are one logical partition now.
 * - Of two items of such keys with one id, or with the same unique values, one must go. The second is set aside.
 * - The version log tells of addresses and EPKs that are gone. It counts as trimmed.
 */
import type { KeyValueStore, Transaction } from "../kv/key-value-store.ts";
import { atOnce } from "../value/at-once.ts";
import { DerivedKeys } from "./derived-keys.ts";
import { DroppedPartitions } from "./dropped-partitions.ts";
import { StoredItem } from "./item-record.ts";
import {
  epkOfLogicalKey,
  idKey,
  itemKey,
  Kind,
  logicalKey,
  logKey,
  makeRef,
  type Ref,
  refAtEnd,
  refOfValue,
  SUMMARY_KEY,
} from "./key-layout.ts";
import {
  decodeLogicalRecord,
  encodeLogicalRecord,
  encodeSummary,
  type LogicalRecord,
  readSummary,
} from "./logical-record.ts";
import type { PartitionContext } from "./partition-space.ts";
import { withSystemProperties } from "./system-properties.ts";

/** In one transaction; one of them may exceed the bytes. */
const BATCH_ITEMS = 100;
const BATCH_BYTES = 4 * 1024 * 1024;

export interface RehashObserver {
  /** So many more items have been moved. */
  moved(items: number): void;
  /** Keeps items that are about to be removed, durably when it resolves. After a crash they may come again. */
  setAside(items: readonly Buffer[]): Promise<void>;
}

export async function rehashPartition(
  kv: KeyValueStore,
  space: number,
  context: PartitionContext,
  observer: RehashObserver,
): Promise<void> {
  const dropped = await DroppedPartitions.load(kv, space);
  const range = { from: Buffer.of(Kind.logical), to: Buffer.of(Kind.logical + 1) };
  for await (const rows of kv.scan(space, range)) {
    for (const { key, value } of rows) {
      const from = epkOfLogicalKey(key);
      const source = decodeLogicalRecord(value);
      const to = context.epkOf(source.key);
      if (from.equals(to)) continue;
      const target = await kv.get(space, logicalKey(to));
      const move = new LogicalMove(
        { kv, space, context, dropped, observer },
        { epk: from, record: source },
        {
          epk: to,
          record: target ? decodeLogicalRecord(target) : { ...source, items: 0, bytes: 0 },
        },
      );
      await move.run();
    }
  }
}

interface Surroundings {
  readonly kv: KeyValueStore;
  readonly space: number;
  readonly context: PartitionContext;
  readonly dropped: DroppedPartitions;
  readonly observer: RehashObserver;
}

interface Place {
  readonly epk: Buffer;
  readonly record: LogicalRecord;
}

/** The move of one logical partition into another, which may have items already. */
class LogicalMove {
  readonly #around: Surroundings;
  readonly #from: Place;
  readonly #to: Place;
  /** What the partition as a whole has lost. */
  #lost = { items: 0, bytes: 0 };

  constructor(around: Surroundings, from: Place, to: Place) {
    this.#around = around;
    this.#from = from;
    this.#to = to;
  }

  async run(): Promise<void> {
    const { kv, space } = this.#around;
    const { number } = this.#from.record;
    const range = { from: itemKey(makeRef(number, 0)), to: itemKey(makeRef(number + 1, 0)) };
    let batch: StoredItem[] = [];
    let bytes = 0;
    for await (const rows of kv.scan(space, range)) {
      for (const { key, value } of rows) {
        const item = StoredItem.decode(refAtEnd(key), value);
        // Moved before a crash, to the same address.
        if (!item.epk.equals(this.#from.epk)) continue;
        batch.push(item);
        bytes += item.size;
        if (batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue;
        await this.#moveBatch(batch);
        batch = [];
        bytes = 0;
      }
    }
    await this.#moveBatch(batch);
  }

  async #moveBatch(items: readonly StoredItem[]): Promise<void> {
    const { kv, space, context, observer } = this.#around;
    this.#lost = { items: 0, bytes: 0 };
    await kv.transact(`rehash:${space}`, async (transaction) => {
      const derived = new DerivedKeys(transaction, space, context);
      const refused: Buffer[] = [];
      for (const item of items) {
        if (!(await this.#moveItem(transaction, derived, item))) refused.push(item.json);
      }
      if (refused.length > 0) await observer.setAside(refused);
      this.#putLogical(transaction, this.#from);
      this.#putLogical(transaction, this.#to);
      await this.#putSummary(transaction);
    });
    observer.moved(items.length);
    await kv.caughtUp();
  }

  /** False if it had to be removed, although it is live. */
  async #moveItem(transaction: Transaction, derived: DerivedKeys, item: StoredItem): Promise<boolean> {
    const { space, context } = this.#around;
    const { record: source } = this.#from;
    const { record: target } = this.#to;
    source.items--;
    source.bytes -= item.size;
    const keepsAddress = source.number === target.number;
    const moved = this.#movedItem(
      item,
      keepsAddress ? item.ref : makeRef(target.number, target.nextSequence),
    );
    if (!(await this.#clearWay(transaction, derived, moved))) {
      this.#erase(transaction, derived, item);
      count(this.#lost, item.size);
      return !context.lifetimes.isLive(item, context.nowSeconds);
    }
    if (!keepsAddress) target.nextSequence++;
    atOnce(derived.change(item, moved));
    transaction.delete(space, idKey(item.epk, item.id));
    transaction.delete(space, itemKey(item.ref));
    const address = Buffer.from(moved.ref, "latin1");
    transaction.put(space, idKey(moved.epk, moved.id), address);
    transaction.put(space, itemKey(moved.ref), moved.record);
    transaction.put(space, logKey(moved.lsn, moved.place), address);
    count(target, moved.size);
    return true;
  }

  #movedItem(item: StoredItem, ref: Ref): StoredItem {
    const { etag, timestamp, document } = item;
    const { container } = this.#around.context;
    return item.movedTo(
      ref,
      this.#to.epk,
      ref === item.ref ? document : withSystemProperties(document, container, { ref, etag, timestamp }),
    );
  }

  /** False if a live item holds the id or the unique values; what is dropped or expired is removed. */
  async #clearWay(transaction: Transaction, derived: DerivedKeys, moved: StoredItem): Promise<boolean> {
    const { space, context, dropped } = this.#around;
    const holders = await transaction.getMany(space, derived.pointersOf(moved));
    const refs = new Set(holders.filter((holder) => holder !== undefined).map(refOfValue));
    for (const ref of refs) {
      const record = await transaction.get(space, itemKey(ref));
      if (record === undefined) continue;
      const holder = StoredItem.decode(ref, record);
      const isDropped = dropped.holds(ref);
      if (!isDropped && context.lifetimes.isLive(holder, context.nowSeconds)) return false;
      this.#erase(transaction, derived, holder);
      if (isDropped) continue;
      this.#to.record.items--;
      this.#to.record.bytes -= holder.size;
      count(this.#lost, holder.size);
    }
    return true;
  }

  #erase(transaction: Transaction, derived: DerivedKeys, item: StoredItem): void {
    const { space } = this.#around;
    atOnce(derived.change(item, undefined));
    transaction.delete(space, itemKey(item.ref));
    transaction.delete(space, logKey(item.lsn, item.place));
  }

  #putLogical(transaction: Transaction, { epk, record }: Place): void {
    const { space } = this.#around;
    if (record.items <= 0) transaction.delete(space, logicalKey(epk));
    else transaction.put(space, logicalKey(epk), encodeLogicalRecord(record));
  }

  async #putSummary(transaction: Transaction): Promise<void> {
    const { space } = this.#around;
    const summary = await readSummary(transaction, space);
    const { lsn, items, bytes } = summary;
    const after = {
      ...summary,
      items: items - this.#lost.items,
      bytes: bytes - this.#lost.bytes,
      versionsAfter: lsn,
    };
    transaction.put(space, SUMMARY_KEY, encodeSummary(after));
  }
}

function count(total: { items: number; bytes: number }, bytes: number): void {
  total.items++;
  total.bytes += bytes;
}
