/**
 * Resource ids: the service's own addresses of everything. Bytes inside, text at the edges. A database has 4
 * bytes, a container or user its database's and 4 more (the top bit tells them apart), whatever is in a container or
 * user 8 more, an offer 3.
 *
 * An item's last 8 bytes are its ref, least significant byte first; the top four bits of the last byte are the
 * type of resource.
 */
import { toByteString } from "../../value/byte-string.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { REF_BYTES } from "./key-layout.ts";

export type ChildKind =
  | "item"
  | "permission"
  | "clientEncryptionKey"
  | "conflict"
  | "partitionKeyRange"
  | "userDefinedFunction"
  | "trigger"
  | "storedProcedure";

/** High four bits of the last byte. */
const TYPE_NIBBLE: Readonly<Record<ChildKind, number>> = {
  item: 0x0,
  permission: 0x0,
  clientEncryptionKey: 0x0,
  conflict: 0x4,
  partitionKeyRange: 0x5,
  userDefinedFunction: 0x6,
  trigger: 0x7,
  storedProcedure: 0x8,
};

export function databaseRid(random: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(random >>> 0);
  return bytes;
}

export function containerRid(database: Buffer, random: number): Buffer {
  return childOfDatabase(database, (random | 0x80000000) >>> 0);
}

export function userRid(database: Buffer, random: number): Buffer {
  return childOfDatabase(database, (random & 0x7fffffff) >>> 0);
}

function childOfDatabase(database: Buffer, number: number): Buffer {
  const bytes = Buffer.alloc(8);
  database.copy(bytes);
  bytes.writeUInt32BE(number, 4);
  return bytes;
}

/** A resource inside a container, a user or (an encryption key) a database; `number` is below 2^48. */
export function childRid(parent: Buffer, kind: ChildKind, number: number): Buffer {
  const bytes = Buffer.alloc(16);
  parent.copy(bytes);
  bytes.writeUIntLE(number, 8, 6);
  bytes[15] = TYPE_NIBBLE[kind] << 4;
  return bytes;
}

export function itemRid(container: Buffer, ref: ItemRef): Buffer {
  const bytes = Buffer.alloc(16);
  container.copy(bytes);
  for (let i = 0; i < REF_BYTES; i++) bytes[15 - i] = ref.charCodeAt(i);
  return bytes;
}

/** The ref inside an item's resource id; undefined when it is not one of this container. */
export function refOfItemRid(container: Buffer, rid: Buffer): ItemRef | undefined {
  if (rid.length !== 16 || !rid.subarray(0, 8).equals(container) || rid[15]! >> 4 !== TYPE_NIBBLE.item) {
    return undefined;
  }
  return refAtEndOf(rid);
}

/** The ref inside the text of a resource id that is an item's. */
export function refOfRid(text: string): ItemRef {
  return refAtEndOf(Buffer.from(text.replaceAll("-", "/"), "base64"));
}

function refAtEndOf(rid: Buffer): ItemRef {
  return toByteString(Buffer.from(rid.subarray(rid.length - REF_BYTES)).reverse());
}
