/** A list of resources as clients read it, put together from the JSON bytes of each without parsing them. */
import type { ResourceType } from "./resource-path.ts";

const NAME = {
  dbs: "Databases",
  colls: "DocumentCollections",
  docs: "Documents",
  sprocs: "StoredProcedures",
  triggers: "Triggers",
  udfs: "UserDefinedFunctions",
  conflicts: "Conflicts",
  pkranges: "PartitionKeyRanges",
  users: "Users",
  permissions: "Permissions",
  clientencryptionkeys: "ClientEncryptionKeys",
  offers: "Offers",
  /** The service's own spelling. */
  addresses: "Addresss",
} as const satisfies Partial<Record<ResourceType, string>>;

export type FeedType = keyof typeof NAME;

const COMMA = 0x2c;

/** `ownerRid` is the resource id of what holds the list; "" for the account. */
export function feedEnvelope(type: FeedType, ownerRid: string, items: readonly Uint8Array[]): Buffer {
  const head = `{"_rid":"${ownerRid}","${NAME[type]}":[`;
  const tail = `],"_count":${items.length}}`;
  let size = head.length + tail.length + Math.max(0, items.length - 1);
  for (const item of items) size += item.length;
  const buffer = Buffer.allocUnsafe(size);
  let offset = buffer.write(head, "latin1");
  for (const item of items) {
    if (offset > head.length) buffer[offset++] = COMMA;
    buffer.set(item, offset);
    offset += item.length;
  }
  buffer.write(tail, offset, "latin1");
  return buffer;
}
