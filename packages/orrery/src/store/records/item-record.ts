/**
 * An item as it is kept: a fixed header, the effective partition key, and the JSON text that a point read
 * answers, system properties included, so that reading copies bytes and parses nothing.
 * On disk: do not change.
 */

import { attachForm, type JsonObject } from "@orrerydb/exact-json";
import { type Epk, epkByteLength, epkOfBytes, writeEpk } from "@orrerydb/keys/hash";
import { toByteString, writeByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";
import { parseInPieces } from "../../value/json-text/json-in-pieces.ts";
import type { MemberReader } from "../../value/json-text/member-reader.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { etagText } from "./etags.ts";
import { refOfRid } from "./resource-id.ts";

const FORMAT = 1;
const OFFSET = {
  format: 0,
  flags: 1,
  generation: 2,
  epkLength: 3,
  lsn: 4,
  place: 10,
  timestamp: 12,
  ttl: 16,
  etag: 20,
  epk: 28,
} as const;
const FLAG_EXCLUDED = 1;
const FLAG_INCLUDED = 2;
/** The JSON has digits or an order of names that `JSON.parse` would lose. */
const FLAG_FORM = 4;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const RID_MEMBER = '"_rid":"';
/** 16 bytes in base64. */
const RID_CHARACTERS = 24;
/** A record may share its buffer with so many bytes of others before it is copied to be kept: a checksum, say. */
const SHARED_BYTES_MAX = 64;

interface ItemFields {
  readonly epk: Epk;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The item's own `ttl`: 0 when it has none. */
  readonly ttl: number;
  readonly etag: Buffer;
  /** Whether the client wants index entries; undefined where it left that to the policy. */
  readonly indexed: boolean | undefined;
  /** Which generation of the indexing policy made its entries. */
  readonly generation: number;
  /** The whole item as it will be answered. Nobody may change it afterwards. */
  readonly document: JsonObject | undefined;
  /** Whether the JSON has digits or an order of names that `JSON.parse` would lose. */
  readonly hasForm: boolean;
}

export class StoredItem {
  readonly record: Buffer;
  #ref: ItemRef | undefined;
  #document: JsonObject | undefined;
  /** Whether the document has the form of its JSON. */
  #isFormed: boolean;

  private constructor(ref: ItemRef | undefined, record: Buffer, document?: JsonObject) {
    this.#ref = ref;
    this.record = record;
    this.#document = document;
    this.#isFormed = document !== undefined;
  }

  /** From the store. Without a ref, the item's own resource id tells it. Of a damaged record nothing is believed. */
  static decode(ref: ItemRef | undefined, record: Buffer): StoredItem {
    const format = record[OFFSET.format];
    if (format !== FORMAT) throw new Corruption(`An item is stored in the unknown format ${format}.`);
    const jsonOffset = OFFSET.epk + (record[OFFSET.epkLength] ?? 0);
    if (record[jsonOffset] !== OPENING_BRACE || record[record.length - 1] !== CLOSING_BRACE) {
      throw new Corruption("An item's record is cut, or does not hold an object.");
    }
    return new StoredItem(ref, record);
  }

  /**
   * `json`: the document in JSON, or a part of it, and `tail`, in ASCII, is what follows instead of its closing brace.
   * The record has a buffer of its own, so that it can be kept as it is.
   */
  static encode(ref: ItemRef, fields: ItemFields, json: string, tail = "}"): StoredItem {
    const length = epkByteLength(fields.epk);
    const jsonOffset = OFFSET.epk + length;
    const tailOffset = jsonOffset + Buffer.byteLength(json) - 1;
    const record = Buffer.allocUnsafeSlow(tailOffset + tail.length);
    record[OFFSET.format] = FORMAT;
    record[OFFSET.flags] = flagsOf(fields.indexed) | (fields.hasForm ? FLAG_FORM : 0);
    record[OFFSET.generation] = fields.generation;
    record[OFFSET.epkLength] = length;
    record.writeUIntBE(0, OFFSET.lsn, 6);
    record.writeUInt16BE(0, OFFSET.place);
    record.writeUInt32BE(fields.timestamp, OFFSET.timestamp);
    record.writeInt32BE(fields.ttl, OFFSET.ttl);
    fields.etag.copy(record, OFFSET.etag);
    writeEpk(fields.epk, record, OFFSET.epk);
    record.write(json, jsonOffset);
    writeByteString(tail, record, tailOffset);
    return new StoredItem(ref, record, fields.document);
  }

  /** The same item without the document that it was made from or that was parsed since. */
  withoutDocument(): StoredItem {
    return new StoredItem(this.ref, this.record);
  }

  /** The same, in a buffer of its own, which keeps no other bytes alive. */
  alone(): StoredItem {
    const { length, buffer } = this.record;
    if (buffer.byteLength <= length + SHARED_BYTES_MAX) return this.withoutDocument();
    const record = Buffer.allocUnsafeSlow(length);
    record.set(this.record);
    return new StoredItem(this.ref, record);
  }

  /** Known only at the commit, and written into the record then. */
  placeInLog(lsn: number, place: number): void {
    this.record.writeUIntBE(lsn, OFFSET.lsn, 6);
    this.record.writeUInt16BE(place, OFFSET.place);
  }

  /** The same item, indexed by another generation of the policy. */
  withGeneration(generation: number): StoredItem {
    const record = Buffer.from(this.record);
    record[OFFSET.generation] = generation;
    return new StoredItem(this.ref, record, this.#document);
  }

  get ref(): ItemRef {
    this.#ref ??= refOfRid((this.#document?._rid as string | undefined) ?? ridInside(this.record));
    return this.#ref;
  }
  get lsn(): number {
    return this.record.readUIntBE(OFFSET.lsn, 6);
  }
  get place(): number {
    return this.record.readUInt16BE(OFFSET.place);
  }
  get timestamp(): number {
    return this.record.readUInt32BE(OFFSET.timestamp);
  }
  get ttl(): number {
    return this.record.readInt32BE(OFFSET.ttl);
  }
  /** Whether the client wants index entries; undefined where it left that to the policy. */
  get indexed(): boolean | undefined {
    const flags = this.record[OFFSET.flags]!;
    if ((flags & FLAG_EXCLUDED) !== 0) return false;
    return (flags & FLAG_INCLUDED) !== 0 ? true : undefined;
  }
  /** Whether its JSON has digits or an order of names that `JSON.parse` would lose. */
  get hasForm(): boolean {
    return (this.record[OFFSET.flags]! & FLAG_FORM) !== 0;
  }
  get generation(): number {
    return this.record[OFFSET.generation]!;
  }
  get etag(): string {
    return etagText(this.record, this.timestamp, OFFSET.etag);
  }
  get epk(): Epk {
    return epkOfBytes(this.record, OFFSET.epk, this.#jsonOffset);
  }
  /** The item as a point read answers it. */
  get json(): Buffer {
    return this.record.subarray(this.#jsonOffset);
  }
  get size(): number {
    return this.record.length - this.#jsonOffset;
  }
  /** With the digits of its numbers and the order of its names. */
  get document(): JsonObject {
    const document = this.plainDocument;
    if (!this.#isFormed && this.hasForm) attachForm(document, this.#text);
    this.#isFormed = true;
    return document;
  }
  /** To compute with: its numbers may have lost their digits. The same object as `document`. */
  get plainDocument(): JsonObject {
    this.#document ??= parseDocument(this.#text);
    return this.#document;
  }
  /** Whether the document is in memory. */
  get isParsed(): boolean {
    return this.#document !== undefined;
  }
  /** Some members of the document, without the digits of their numbers. */
  parseMembers(members: MemberReader): JsonObject {
    try {
      return members.parse(this.json);
    } catch (cause) {
      throw unreadable(cause);
    }
  }
  get #text(): string {
    return this.record.toString("utf8", this.#jsonOffset);
  }
  /** Parses the document of a large item, so that it is there when it is asked for. */
  *parse(): Generator<void, void> {
    if (this.#document !== undefined) return;
    try {
      this.#document = (yield* parseInPieces(this.json)) as JsonObject;
      this.#isFormed = true;
    } catch (cause) {
      throw unreadable(cause);
    }
  }
  get id(): string {
    return this.document.id as string;
  }
  get #jsonOffset(): number {
    return OFFSET.epk + this.record[OFFSET.epkLength]!;
  }
}

function flagsOf(indexed: boolean | undefined): number {
  if (indexed === undefined) return 0;
  return indexed ? FLAG_INCLUDED : FLAG_EXCLUDED;
}

/** The resource id is the first of the members that the server adds at the end. */
function ridInside(record: Buffer): string {
  const at = record.lastIndexOf(RID_MEMBER);
  if (at < 0) throw new Corruption("An item has no resource id.");
  return toByteString(record, at + RID_MEMBER.length, at + RID_MEMBER.length + RID_CHARACTERS);
}

function parseDocument(json: string): JsonObject {
  try {
    return JSON.parse(json) as JsonObject;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): Corruption {
  return new Corruption("An item is not readable JSON.", { cause });
}

/** A record whose entry in the change log has another place among those of its LSN. */
export function withPlaceInLog(record: Uint8Array, place: number): Buffer {
  const moved = Buffer.from(record);
  moved.writeUInt16BE(place, OFFSET.place);
  return moved;
}
