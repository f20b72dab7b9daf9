import type { JsonObject } from "../../value/json.js";
import type { PlainKind } from "./catalog.js";
/** How many of a kind one container holds, as on the service; the others are bounded by nothing but memory. */
export declare const SCRIPTS_MAX: {
    readonly storedProcedure: 100;
    readonly trigger: 25;
    readonly userDefinedFunction: 50;
};
export type ScriptKind = keyof typeof SCRIPTS_MAX;
export declare function checkCount(kind: PlainKind, siblings: number): void;
/** The body as it is kept: the properties of its kind, and nothing else that a client may have copied into it. */
export declare function checkPlainBody(kind: PlainKind, body: JsonObject): JsonObject;
