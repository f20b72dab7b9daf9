/** An item as queries see it. */
import type { JsonObject } from "../value/json.js";
import type { ItemRow } from "../value/row-source.js";
import type { StoredItem } from "./item-record.js";
import type { Ref } from "./key-layout.js";
export declare class ItemView implements ItemRow {
    item: StoredItem;
    constructor(item: StoredItem);
    forget(): void;
    get ref(): Ref;
    get size(): number;
    parse(): Generator<void, void>;
    value(): JsonObject;
    bytes(): Buffer;
}
