/** A JSON value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
export interface JsonObject {
  readonly [key: string]: Json;
}

/** JSON, or `undefined` where a path leads nowhere. */
export type Value = Json | undefined;
