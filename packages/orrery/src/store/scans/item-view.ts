/** An item as queries see it. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { MemberReader } from "../../value/json-text/member-reader.ts";
import type { ItemRef, ItemRow } from "../../value/rows/row-source.ts";
import type { StoredItem } from "../records/item-record.ts";

/** Smaller items are not worth parsing twice. */
const FORGOTTEN_BYTES = 1024;

/** Parsing a smaller item takes less time than finding the members to parse. */
const PARTLY_PARSED_BYTES = 4096;

export class ItemView implements ItemRow {
  item: StoredItem;
  #members: MemberReader | undefined;
  /** What was parsed of `#members` alone. */
  #part: JsonObject | undefined;
  constructor(item: StoredItem) {
    this.item = item;
  }
  forget(): void {
    if (this.size < FORGOTTEN_BYTES) return;
    this.item = this.item.withoutDocument();
    this.#part = undefined;
  }
  readOnly(members: MemberReader | undefined): void {
    if (this.size < PARTLY_PARSED_BYTES || this.item.hasForm || members === this.#members) return;
    this.#members = members;
    this.#part = undefined;
  }
  get ref(): ItemRef {
    return this.item.ref;
  }
  get size(): number {
    return this.item.size;
  }
  parse(): Generator<void, void> {
    return this.item.parse();
  }
  value(): JsonObject {
    if (this.#part !== undefined) return this.#part;
    if (!this.#members?.isWorthwhile || this.item.isParsed) return this.item.plainDocument;
    this.#part = this.item.parseMembers(this.#members);
    return this.#part;
  }
  exactValue(): JsonObject {
    return this.#members === undefined ? this.item.document : this.value();
  }
  bytes(): Buffer {
    return this.item.json;
  }
}
