import type { JsonObject, Value } from "../../../value/json.cjs";
export interface SearchTerm {
    /** None: it occurs nowhere. */
    readonly words: readonly SearchWord[];
}
export interface SearchWord {
    readonly word: string;
    readonly edits: number;
    matches(word: string): boolean;
}
/** Undefined where the value is not a search term. */
export declare function searchTerm(value: Value, language: string): SearchTerm | undefined;
/** Whether a value asks for near words, rightly or not. */
export declare function isFuzzy(value: Value): value is JsonObject;
/** How often a term occurs in the words of a text. */
export declare function countTerm(words: readonly string[], term: SearchTerm): number;
export declare function hasTerm(words: readonly string[], term: SearchTerm): boolean;
