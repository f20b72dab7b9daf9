/** A JSON value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
export interface JsonObject {
    readonly [key: string]: Json;
}
/** No value that is kept has more levels of objects and arrays. */
export declare const NESTING_LEVELS_MAX = 128;
/** A value of the query language: JSON, or `undefined` where a path leads nowhere. */
export type Value = Json | undefined;
