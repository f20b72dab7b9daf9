/**
 * The computed properties of one generation of an index. Entries are made of an item in which each of them stands as if
 * it were stored, in place of a stored property of its name.
 */
import type { JsonObject, Value } from "../value/json.js";
import type { ComputedDefinition } from "./index-definition.js";
/**
 * Compiles the definition of a computed property. Its value must follow from the item alone, and computing it never
 * fails. Undefined: the definition is none that can be indexed.
 */
export type CompileComputed = (query: string) => ((document: JsonObject) => Value) | undefined;
export declare class ComputedValues {
    #private;
    constructor(definitions: readonly ComputedDefinition[], compile: CompileComputed);
    /** The item as its entries show it. */
    indexedDocument(document: JsonObject): JsonObject;
    /** Whether the entries of a property are of what `query` computes. */
    holds(name: string, query: string): boolean;
    /** Undefined: it is a stored one. */
    definitionOf(name: string): string | undefined;
}
