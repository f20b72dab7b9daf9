/** An item as queries see it. */
import type { JsonObject } from "../value/json.ts";
import type { ItemRow } from "../value/row-source.ts";
import type { StoredItem } from "./item-record.ts";
import type { Ref } from "./key-layout.ts";

/** Smaller items are not worth parsing twice. */
const FORGOTTEN_BYTES = 1024;

export class ItemView implements ItemRow {
  item: StoredItem;
  constructor(item: StoredItem) {
    this.item = item;
  }
  forget(): void {
    if (this.size >= FORGOTTEN_BYTES) this.item = this.item.withoutDocument();
  }
  get ref(): Ref {
    return this.item.ref;
  }
  get size(): number {
    return this.item.size;
  }
  parse(): Generator<void, void> {
    return this.item.parse();
  }
  value(): JsonObject {
    return this.item.plainDocument;
  }
  exactValue(): JsonObject {
    return this.item.document;
  }
  bytes(): Buffer {
    return this.item.json;
  }
}
