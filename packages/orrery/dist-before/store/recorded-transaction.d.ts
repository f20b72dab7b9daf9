/** A transaction that also remembers what it writes to one space, so that it can be written elsewhere too. */
import type { Row, ScanOptions, Transaction } from "../kv/key-value-store.js";
export interface RecordedWrite {
    readonly key: Buffer;
    /** Null for a deletion. */
    readonly value: Uint8Array | null;
}
export declare class RecordedTransaction implements Transaction {
    #private;
    /** By key in latin1: the last write of each. */
    readonly writes: Map<string, RecordedWrite>;
    constructor(transaction: Transaction, space: number);
    get isAhead(): boolean;
    /** Whoever follows it knows committed writes only. */
    passOnEarly(): void;
    get(space: number, key: Uint8Array): Promise<Buffer | undefined>;
    getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]>;
    scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]>;
    put(space: number, key: Uint8Array, value: Uint8Array): void;
    delete(space: number, key: Uint8Array): void;
    beforeCommit(assign: () => void): void;
    afterCommit(notice: () => void): void;
    afterFailure(undo: () => void): void;
}
