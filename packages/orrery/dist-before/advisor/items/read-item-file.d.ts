import type { JsonObject } from "../../value/json.js";
export interface SizedItem {
    readonly item: JsonObject;
    /** Of its JSON. */
    readonly bytes: number;
}
/** What to do about an item that is none; absent: reading ends there. */
export type RefuseItem = (text: string, why: string) => void;
export declare function readItemFile(path: string, refuse?: RefuseItem): AsyncGenerator<SizedItem>;
