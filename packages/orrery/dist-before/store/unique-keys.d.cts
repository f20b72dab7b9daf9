import type { JsonObject } from "../value/json.cjs";
export declare class UniqueKeys {
    #private;
    constructor(policy: {
        readonly uniqueKeys?: readonly {
            readonly paths: readonly string[];
        }[];
    } | undefined);
    get count(): number;
    /** One key for each policy. A missing value counts as null. */
    keysOf(epk: Buffer, document: JsonObject): Buffer[];
}
