import { type Candidate } from "../candidates/candidate.js";
import type { Operation, OperationSpec } from "../traffic/operation.js";
/** What a query does beside visiting partitions: all of it together, at the size that is judged. */
export interface QueryCost {
    /** In each partition that it visits. */
    readonly perVisit: number;
    /** In all of them together. */
    readonly rows: number;
}
export declare const PER_PARTITION_CHARGE: number;
/** Where nothing was tried: one lookup in each partition, and one small item. */
export declare const ASSUMED_QUERY_COST: QueryCost;
/** Of the query with the values of this operation. */
export type QueryPrice = (spec: OperationSpec, operation: Operation) => QueryCost;
export interface SpecLoad {
    readonly name: string;
    readonly kind: OperationSpec["kind"];
    readonly perSecond: number;
    /** On average. */
    readonly charge: number;
    /** Partitions visited, on average, of those that there are. */
    readonly visits: number;
    /** The part of the operations that stays in one partition. */
    readonly inOne: number;
    /** Of batches: the part that no longer lies under one key. */
    readonly torn: number;
}
export interface Load {
    readonly partitions: number;
    readonly ruPerSecond: number;
    readonly byPartition: readonly number[];
    /** RU/s of the busiest logical partition. */
    readonly hottest: {
        readonly key: string;
        readonly ruPerSecond: number;
    };
    readonly specs: readonly SpecLoad[];
}
/** Operations that were drawn once, so that every key is judged by the same ones. */
export interface DrawnTraffic {
    readonly spec: OperationSpec;
    readonly perSecond: number;
    readonly operations: readonly Operation[];
}
export declare function loadOf(candidate: Candidate, traffic: readonly DrawnTraffic[], partitions: number, price: QueryPrice): Load;
/** Of an operation on one item under a known key. */
export declare function pointCharge(kind: OperationSpec["kind"], operation: Operation, added: number): number;
