import { type Ref } from "../key-layout.js";
export declare const VectorRole: {
    /** set -> header */
    readonly set: 0;
    /** ref -> place and vector */
    readonly full: 1;
    /** set, cell, ref -> quantized vector */
    readonly quantized: 2;
    /** set, cell -> vector */
    readonly centroid: 3;
};
/** The space in which the set was made, and its number there: no two sets of a store are alike. Eight bytes in latin1. */
export type SetId = string;
export declare const NO_SET: SetId;
export interface VectorPlace {
    readonly set: SetId;
    readonly cell: number;
}
export declare const UNASSIGNED: VectorPlace;
export declare function vectorPrefix(path: string): Buffer;
export declare function setId(space: number, number: number): SetId;
export declare function numberOfSet(id: SetId): number;
export declare function rolePrefix(prefix: Buffer, role: number): Buffer;
export declare function setKey(prefix: Buffer, id: SetId): Buffer;
export declare function fullKey(prefix: Buffer, ref: Ref): Buffer;
/** How the keys of the quantized vectors of a set begin. */
export declare function setPrefix(prefix: Buffer, set: SetId): Buffer;
export declare function cellPrefix(prefix: Buffer, { set, cell }: VectorPlace): Buffer;
export declare function quantizedKey(prefix: Buffer, place: VectorPlace, ref: Ref): Buffer;
export declare function centroidKey(prefix: Buffer, { set, cell }: VectorPlace): Buffer;
/** Whether a row belongs to the whole partition and not to an item. */
export declare function isSetRow(key: Buffer): boolean;
/** Place, then the components as 32-bit floats, least significant byte first. */
export declare function encodeFull(place: VectorPlace, vector: ArrayLike<number>): Buffer;
/** The same vector at another place. */
export declare function withPlace(full: Buffer, place: VectorPlace): Buffer;
export declare function placeOfFull(value: Buffer): VectorPlace;
/** Reads components into `vector`, which tells how many there must be. */
export declare function readFull(value: Buffer, vector: Float32Array): void;
export declare function encodeCentroid(vector: Float32Array): Buffer;
export declare function readCentroid(value: Buffer, vector: Float32Array): void;
/** The header of a set: how many vectors there were, and the first cell of each group and the number of cells. */
export interface SetHeader {
    readonly id: SetId;
    readonly trainedOn: number;
    /** Ascending from 0; the last is the number of cells. */
    readonly groupStarts: readonly number[];
}
export declare function encodeSetHeader({ trainedOn, groupStarts }: SetHeader): Buffer;
export declare function decodeSetHeader(key: Buffer, value: Buffer): SetHeader;
