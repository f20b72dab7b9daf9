export declare class Etags {
    #private;
    /** `start`: a random number below 2^32, so that no two starts give the same. */
    constructor(start: number);
    /** The bytes of an item record that no other write of the item has had. */
    next(): Buffer;
}
export declare function etagText(bytes: Buffer, timestamp: number, offset?: number): string;
