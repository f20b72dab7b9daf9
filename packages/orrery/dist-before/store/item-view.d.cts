/** An item as queries see it. */
import type { JsonObject } from "../value/json.cjs";
import type { ItemRow } from "../value/row-source.cjs";
import type { StoredItem } from "./item-record.cjs";
import type { Ref } from "./key-layout.cjs";
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
