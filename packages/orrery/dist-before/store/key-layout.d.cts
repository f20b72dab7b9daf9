/**
 * The keys inside one physical partition's space. Each begins with a byte for its kind; integers are
 * big-endian; effective partition keys (EPK) are prefix-free, so that what follows one needs no separator.
 * On disk: do not change. docs/format.md describes it with the values.
 *
 * A logical partition gets a number when its first item arrives, and an item's address (its ref, and in other
 * byte order the last half of its resource id) is that number followed by a sequence number. So one logical
 * partition lies together in items and in every index, in the order of creation, and a ref is eight bytes.
 */
export declare const Kind: {
    /** -> LSN and totals of the partition */
    readonly summary: 1;
    /** EPK -> number, next sequence, totals and value of the logical partition */
    readonly logical: 16;
    /** number of a logical partition that was deleted whole -> EPK; until its items are removed */
    readonly dropped: 17;
    /** EPK, id -> ref */
    readonly id: 32;
    /** ref -> item record */
    readonly item: 48;
    /** path, value, ref -> nothing */
    readonly index: 64;
    /** composite index, values, ref -> nothing */
    readonly composite: 65;
    /** spatial index, cell, ref -> nothing */
    readonly spatial: 66;
    /** full-text index, term, ref -> length of the text, places of the term (`texts/text-rows.ts`) */
    readonly fullText: 67;
    /** path, what it is, and more -> vectors and the cells that they are in (`vectors/vector-rows.ts`) */
    readonly vector: 68;
    /** EPK, policy, digest of the values -> ref */
    readonly unique: 80;
    /** LSN, place in the transaction -> ref */
    readonly log: 96;
    /** LSN, place in the transaction -> one version of an item */
    readonly version: 97;
    /** last second of life, ref -> nothing; only of items with a `ttl` of their own */
    readonly expiry: 112;
};
export declare const REF_BYTES = 8;
/** A logical partition's number and an item's sequence have 30 bits each: the top four of a ref are its type. */
export declare const LOGICAL_NUMBERS: number;
export declare const SEQUENCES: number;
export declare const SUMMARY_KEY: Buffer<ArrayBuffer>;
/** An item's address as a latin1 string of eight bytes: `<` on refs is the order of resource ids. */
export type Ref = string;
export declare function makeRef(logicalNumber: number, sequence: number): Ref;
export declare function logicalNumberOf(ref: Ref): number;
export declare function sequenceOf(ref: Ref): number;
/** The address that an id, unique key or change log row leads to. */
export declare function refOfValue(value: Buffer): Ref;
export declare function refAtEnd(key: Buffer): Ref;
/** What is before the ref from `from` on, and the ref: of long scans, where each call into Node's buffers counts. */
export declare function textAndRef(key: Buffer, from: number): {
    readonly text: string;
    readonly ref: Ref;
};
export declare function logicalKey(epk: Uint8Array): Buffer;
export declare function epkOfLogicalKey(key: Buffer): Buffer;
export declare function idKey(epk: Uint8Array, id: string): Buffer;
export declare function itemKey(ref: Ref): Buffer;
/** As `itemKey(makeRef(…))`, without making the ref. */
export declare function itemKeyOf(logicalNumber: number, sequence: number): Buffer;
export declare function uniqueKey(epk: Uint8Array, policy: number, digest: Uint8Array): Buffer;
export declare function logKey(lsn: number, place: number): Buffer;
export declare function droppedKey(logicalNumber: number): Buffer;
export declare function numberOfDroppedKey(key: Buffer): number;
export declare function versionKey(lsn: number, place: number): Buffer;
/** Without a ref: before all that live until this second. */
export declare function expiryKey(seconds: number, ref?: Ref): Buffer;
/** Also of a version. */
export declare function lsnOfLogKey(key: Buffer): number;
/** The first key after every key that begins with `prefix`. */
export declare function afterPrefix(prefix: Uint8Array): Buffer;
