/**
 * Prints and parses the items of one transaction: large ones in slices, and all of them counted against the room on the heap.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import type { HeapShare } from "../../schedule/heap-room.ts";
import { inPieces, LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { heapRefusal, heapWeight } from "../../value/json-text/heap-weight.ts";
import { printInPieces } from "../../value/json-text/json-in-pieces.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { PartitionContext } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { withoutSystemProperties } from "../records/system-properties.ts";
import { composeItem } from "./compose-item.ts";

export interface WriteOptions {
  /** Whether the item gets index entries (`x-ms-indexing-directive`); absent: as the policy says. */
  readonly indexed?: boolean | undefined;
}

export class ItemComposer {
  readonly #context: PartitionContext;
  readonly #epk: Epk;
  /** Work in the background takes one item at a time. */
  readonly #countsHeap: boolean;
  #heap: HeapShare | undefined;

  constructor(context: PartitionContext, epk: Epk, countsHeap: boolean) {
    this.#context = context;
    this.#epk = epk;
    this.#countsHeap = countsHeap;
  }

  /** A new item, or a new version of one. */
  async compose(ref: ItemRef, document: JsonObject, options: WriteOptions): Promise<StoredItem> {
    const own = withoutSystemProperties(document);
    const printed = printInPieces(own);
    const { done, value } = printed.next();
    const json = done ? value : await inPieces(this.#context.scheduler, this.#context, printed);
    const item = composeItem(this.#context, { ref, epk: this.#epk, document: own, json, ...options });
    if (isLarge(item)) await this.#parse(item);
    return item;
  }

  /** Parses an item that is stored before its document is asked for. */
  async parseStored(item: StoredItem): Promise<void> {
    this.occupyHeap(item.json);
    if (isLarge(item)) await this.#parse(item);
  }

  /**
   * Counts what the request's body does not account for: items that are in the store, and those that a script or a patch
   * makes. Without it, a batch of a hundred patches could parse 200 MB of items.
   */
  occupyHeap(json: Buffer): void {
    if (!this.#countsHeap) return;
    const { heap } = this.#context.scheduler;
    const bytes = heapWeight(json);
    this.#heap ??= heap.begin();
    if (!this.#heap.tryGrow(bytes)) throw heapRefusal(bytes, heap.bytesMax);
  }

  /** The transaction was committed, or has failed. */
  end(): void {
    this.#heap?.release();
  }

  #parse(item: StoredItem): Promise<void> {
    return inPieces(this.#context.scheduler, this.#context, item.parse());
  }
}

function isLarge({ size }: StoredItem): boolean {
  return size >= LARGE_PIECE_BYTES;
}
