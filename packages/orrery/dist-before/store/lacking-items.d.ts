import type { Reader } from "../kv/key-value-store.js";
import { type Ref } from "./key-layout.js";
export declare class LackingItems {
    #private;
    constructor(space: number);
    /** Refs among which are those of all items that lack a path, in order; undefined: too many to tell. */
    among(reader: Reader, path: string): Promise<readonly Ref[] | undefined>;
}
/** The names of a path that leads through no array. */
export declare function namesOf(path: string): string[];
