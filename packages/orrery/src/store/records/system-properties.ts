/** The system properties of an item, which the store writes and no client may set. */
import { type JsonObject, withoutMembers } from "@orrerydb/exact-json";
import { ridText } from "../../value/resource-id-text.ts";
import { selfLink } from "../../value/resource-link.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { SYSTEM_PROPERTIES, type SystemProperty } from "../../value/system-properties.ts";
import { itemRid } from "./resource-id.ts";

/** Where the container of an item is: part of what the item says of itself. */
export interface ContainerIdentity {
  readonly rid: Buffer;
  /** Ends in a slash. */
  readonly selfLink: string;
}

/** Bytes of the system properties in an item's JSON: always the same, because ids and times are. */
export const SYSTEM_BYTES = 205;

const ATTACHMENTS = "attachments/";

interface Version {
  readonly ref: ItemRef;
  readonly etag: string;
  readonly timestamp: number;
}

type SystemProperties = Readonly<Record<SystemProperty, string | number>>;

export function systemProperties(
  container: ContainerIdentity,
  { ref, etag, timestamp }: Version,
): SystemProperties {
  const rid = ridText(itemRid(container.rid, ref));
  return {
    _rid: rid,
    _self: selfLink(container.selfLink, "item", rid),
    _etag: etag,
    _attachments: ATTACHMENTS,
    _ts: timestamp,
  };
}

/** Of a document that has none of its own. */
export function joined(own: JsonObject, system: SystemProperties): JsonObject {
  // A spread literal gives V8 an object that is slow to walk and to stringify; but only it copies "__proto__".
  return Object.hasOwn(own, "__proto__") ? { ...own, ...system } : Object.assign({}, own, system);
}

/** What stands in the JSON of a document with them instead of its closing brace. Of the etag alone JSON escapes something. */
export function jsonTail(own: string, system: SystemProperties): string {
  const { _rid, _self, _etag, _attachments, _ts } = system;
  return `${own === "{}" ? "" : ","}"_rid":"${_rid}","_self":"${_self}","_etag":${JSON.stringify(_etag)},"_attachments":"${_attachments}","_ts":${_ts}}`;
}

export function withoutSystemProperties(document: JsonObject): JsonObject {
  const hasAny = SYSTEM_PROPERTIES.some((name) => Object.hasOwn(document, name));
  return hasAny ? withoutMembers(document, SYSTEM_PROPERTIES) : document;
}
