/**
 * Makes the versions of items that one transaction stores, with their system properties, and parses those that are stored: large
 * ones in slices, and all of them counted against the room on the heap.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import type { HeapShare } from "../../schedule/heap-room.ts";
import { inPieces, LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { heapRefusal, heapWeight } from "../../value/json-text/heap-weight.ts";
import { type PrintedJson, printInPieces } from "../../value/json-text/json-in-pieces.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { timestampOf } from "../../value/timestamp.ts";
import type { PartitionContext } from "../partition/partition-space.ts";
import { etagText } from "../records/etags.ts";
import { StoredItem } from "../records/item-record.ts";
import { joined, jsonTail, systemProperties, withoutSystemProperties } from "../records/system-properties.ts";

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
    const item = this.#compose(ref, own, json, options);
    if (isLarge(item)) await this.#parse(item);
    return item;
  }

  /** `own`: without system properties; `json`: the same as text. */
  #compose(ref: ItemRef, own: JsonObject, json: PrintedJson, { indexed }: WriteOptions): StoredItem {
    const { nowSeconds, etags, indexes, container } = this.#context;
    const timestamp = timestampOf(nowSeconds());
    const etag = etags.next();
    const { ttl } = own;
    const system = systemProperties(container, { ref, etag: etagText(etag, timestamp), timestamp });
    return StoredItem.encode(
      ref,
      {
        epk: this.#epk,
        timestamp,
        ttl: typeof ttl === "number" ? ttl : 0,
        etag,
        indexed,
        generation: indexes.current,
        // Of an object of many members, parsing the text takes half the time of making a copy.
        document: json.text.length < LARGE_PIECE_BYTES ? joined(own, system) : undefined,
        hasForm: json.hasForm,
      },
      json.text,
      jsonTail(json.text, system),
    );
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
