/** The partition key of a container: its definition as clients write it, and key values checked against it. */
import { type PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { JsonObject } from "../../value/json.cjs";
export declare class PartitionKey {
    #private;
    readonly paths: readonly string[];
    readonly kind: "Hash" | "MultiHash";
    readonly version: 1 | 2;
    /** A container that was made without a key: its items have the key `[]`, which counts as absent. */
    readonly isSystem: boolean;
    /** As clients see it. */
    readonly definition: JsonObject;
    private constructor();
    /** From a stored definition. */
    static of(definition: JsonObject): PartitionKey;
    /** From a client's definition; absent only for old clients, which do not know partition keys. */
    static parse(input: unknown): PartitionKey;
    /** A full key: as many values as paths. */
    checkFull(components: readonly PartitionKeyComponent[]): readonly PartitionKeyComponent[];
    /** A full key, or the first levels of a hierarchical one. */
    checkPrefix(components: readonly PartitionKeyComponent[]): readonly PartitionKeyComponent[];
    epk(components: readonly PartitionKeyComponent[]): Buffer;
    /** The key that an item's own properties make. An object is no value, as in the header: it counts as absent. */
    extract(document: JsonObject): PartitionKeyComponent[];
}
/** The components of a `keyText`. */
export declare function parseKeyText(text: string): PartitionKeyComponent[];
/** The key value as the protocol writes it: absent components are `{}`. */
export declare function keyText(components: readonly PartitionKeyComponent[]): string;
