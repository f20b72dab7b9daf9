/** Computes a computed property of an item outside of any query, for the entries that an index has of it. */
import type { JsonObject, Value } from "../../value/json.js";
/** Of a definition that can be indexed; undefined: it cannot. Computing a value never fails. */
export declare function compileComputed(text: string): ((document: JsonObject) => Value) | undefined;
/** Why a definition is not accepted; undefined: it is. What a query with the same expression is told is thrown. */
export declare function computedFault(text: string): string | undefined;
