/** Two records that are written with every commit: what a logical partition holds, and what a physical one does. */
import type { Reader } from "../kv/key-value-store.cjs";
import { type WordTotals } from "./texts/word-totals.cjs";
/** What is kept of a logical partition: its number, where its sequence stands, its totals, its key value. */
export interface LogicalRecord {
    readonly number: number;
    nextSequence: number;
    items: number;
    bytes: number;
    /** The partition key as the JSON array of the protocol; absent components are `{}`. */
    readonly key: string;
    /** The lengths of its texts. */
    words: WordTotals;
}
export declare function encodeLogicalRecord(record: LogicalRecord): Buffer;
export declare function decodeLogicalRecord(bytes: Buffer): LogicalRecord;
/** Of an encoded record. */
export declare function numberOfLogicalRecord(bytes: Buffer): number;
/** A logical partition lives on one physical partition, and no further than that can it grow. */
export declare function checkRoom({ bytes, key }: LogicalRecord, bytesMax: number): void;
/** The LSN and the totals of a whole physical partition. */
export interface PartitionSummary {
    readonly lsn: number;
    readonly items: number;
    readonly bytes: number;
    /** Every write after this LSN is in the version log. */
    readonly versionsAfter: number;
    readonly words: WordTotals;
}
/** That of a partition into which nothing was written yet is not there. */
export declare function readSummary(reader: Reader, space: number): Promise<PartitionSummary>;
export declare const EMPTY_SUMMARY: PartitionSummary;
export declare function encodeSummary(summary: PartitionSummary): Buffer;
export declare function decodeSummary(bytes: Buffer): PartitionSummary;
/** What the totals of a partition change by. */
export interface TotalsDelta {
    readonly items: number;
    readonly bytes: number;
    readonly words: WordTotals;
}
export declare function addTotals<T extends TotalsDelta>(totals: T, { items, bytes, words }: TotalsDelta): T;
