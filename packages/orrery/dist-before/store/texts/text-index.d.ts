/** The full-text indexes that a definition asks for, and the texts that an item has for them. */
import type { FullTextIndex } from "../../value/index-identity.js";
import type { JsonObject } from "../../value/json.js";
export interface TextIndex {
    readonly identity: FullTextIndex;
    readonly segments: readonly string[];
    /** How its keys begin. */
    readonly prefix: Buffer;
    /** As latin1: what totals know it by. */
    readonly digest: string;
}
/** A text of an item that is indexed. */
export interface IndexedText {
    readonly index: TextIndex;
    readonly text: string;
}
/** Paths with wildcards, which the service does not support, are left out; so are those that come again. */
export declare function textIndexes(texts: readonly {
    readonly path: string;
    readonly language: string;
}[]): TextIndex[];
export declare function textsOf(indexes: readonly TextIndex[], document: JsonObject): IndexedText[];
