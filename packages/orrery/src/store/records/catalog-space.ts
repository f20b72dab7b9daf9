/**
 * The keys of space 0, which holds what is of the whole store and of no partition: the catalogue, and numbers that
 * must never be given twice. Each begins with a byte for its kind. On disk: do not change. docs/format.md describes
 * it with the values.
 */
import { createHash } from "node:crypto";

export const CATALOG_SPACE = 0;

/** Spaces of partitions are numbered from here. */
export const FIRST_PARTITION_SPACE = 16;

export const CatalogKind = {
  /** -> the format of the data, as JSON */
  format: 0x00,
  /** sequence -> resource, as JSON */
  resource: 0x01,
  /** space -> the node that marked it, if there are several; to be emptied, or being filled and not adopted yet */
  droppedSpace: 0x02,
  /** -> the next space that was never used */
  nextSpace: 0x03,
  /** rid of a container -> the first number of a logical partition that is not reserved yet */
  logicalNumbers: 0x04,
  /** hash of a container's name -> the LSN at which partitions of new containers with such a name begin */
  firstLsn: 0x05,
  /** -> how often nodes have changed the catalogue; where one process has the store to itself it is not kept up */
  version: 0x06,
} as const;

export const FORMAT_KEY = Buffer.of(CatalogKind.format);
export const NEXT_SPACE_KEY = Buffer.of(CatalogKind.nextSpace);
export const CATALOG_VERSION_KEY = Buffer.of(CatalogKind.version);

export function resourceKey(sequence: number): Buffer {
  const key = Buffer.alloc(7);
  key[0] = CatalogKind.resource;
  key.writeUIntBE(sequence, 1, 6);
  return key;
}

export function sequenceOfResourceKey(key: Buffer): number {
  return key.readUIntBE(1, 6);
}

export function droppedSpaceKey(space: number): Buffer {
  const key = Buffer.alloc(5);
  key[0] = CatalogKind.droppedSpace;
  key.writeUInt32BE(space, 1);
  return key;
}

export function spaceOfDroppedKey(key: Buffer): number {
  return key.readUInt32BE(1);
}

export function logicalNumbersKey(containerRid: string): Buffer {
  return Buffer.concat([Buffer.of(CatalogKind.logicalNumbers), Buffer.from(containerRid)]);
}

/** Of two bytes of the hash, so that there are never more than 65,536 of them, whatever names were used. */
export function firstLsnKey(containerName: string): Buffer {
  const hash = createHash("sha256").update(containerName).digest();
  return Buffer.concat([Buffer.of(CatalogKind.firstLsn), hash.subarray(0, 2)]);
}

export function encodeUInt32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
