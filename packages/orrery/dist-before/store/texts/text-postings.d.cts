/** Reads full-text indexes, for the rows in a request's scope. */
import type { Reader } from "../../kv/key-value-store.cjs";
import type { FullTextIndex } from "../../value/index-identity.cjs";
import type { Posting, PostingScan, TextSource } from "../../value/text-source.cjs";
import { type Ref } from "../key-layout.cjs";
/** What the reader of a partition's rows knows of the request's scope. */
export interface PostingScope {
    /** The keys that begin with `entry` and end in a ref in scope, or nearly; strictly after a ref, if there is one. */
    ranges(entry: Buffer, options: {
        readonly after?: Ref;
        readonly reverse?: boolean;
    }): readonly KeyRange[];
    inScope(ref: Ref): boolean;
    /** Those of items that are there for readers. */
    live(postings: readonly Posting[]): Promise<readonly Posting[]>;
    /** Whether every item may have to be looked at to know if it is there. */
    readonly mayExpire: boolean;
    /** Whether ranges hold nothing but what is in scope. */
    readonly isTight: boolean;
    /** Whether it is the whole partition. */
    readonly isWhole: boolean;
}
interface KeyRange {
    readonly from: Buffer;
    readonly to: Buffer;
}
export declare class TextPostings implements TextSource {
    #private;
    constructor(reader: Reader, space: number, scope: PostingScope);
    postings(scan: PostingScan): AsyncGenerator<readonly Posting[]>;
    /** Undefined where each has to be looked at to know. */
    countPostings(scan: PostingScan): Promise<number | undefined>;
    /** As many as there are up to a bound, in scope or not. */
    estimatePostings(scan: PostingScan, max: number): Promise<number>;
    /** The terms of the whole partition within some edits of a word. What no such term can begin with is passed over. */
    nearTerms(index: FullTextIndex, word: string, edits: number): Promise<readonly string[]>;
    /** The lengths of all texts together; undefined where each has to be looked at to know. */
    wordCount(index: FullTextIndex): Promise<number | undefined>;
}
export {};
