/** The system properties of an item, which the store writes and no client may set. */
import type { JsonObject } from "../value/json.js";
import { type SystemProperty } from "../value/system-properties.js";
import type { Ref } from "./key-layout.js";
/** Where the container of an item is: part of what the item says of itself. */
export interface ContainerIdentity {
    readonly rid: Buffer;
    /** Ends in a slash. */
    readonly selfLink: string;
}
/** Bytes of the system properties in an item's JSON: always the same, because ids and times are. */
export declare const SYSTEM_BYTES = 205;
interface Version {
    readonly ref: Ref;
    readonly etag: string;
    readonly timestamp: number;
}
type SystemProperties = Readonly<Record<SystemProperty, string | number>>;
/** The client's document as it is kept: with the system properties at its end, whatever it had of their names. */
export declare function withSystemProperties(document: JsonObject, container: ContainerIdentity, version: Version): JsonObject;
export declare function systemProperties(container: ContainerIdentity, { ref, etag, timestamp }: Version): SystemProperties;
/** Of a document that has none of its own. */
export declare function joined(own: JsonObject, system: SystemProperties): JsonObject;
/** The same in JSON. */
export declare function joinedJson(own: string, system: SystemProperties): string;
export declare function withoutSystemProperties(document: JsonObject): JsonObject;
export {};
