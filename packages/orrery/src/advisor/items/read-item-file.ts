/**
 * The items of a file, one at a time: a JSON array, NDJSON or CSV, each also compressed by gzip. The file is streamed,
 * and of an item no more is held than the item.
 */

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import { csvItems } from "./csv-items.ts";

export interface SizedItem {
  readonly item: JsonObject;
  /** Of its JSON. */
  readonly bytes: number;
}

/** As a container has it. */
const ITEM_BYTES_MAX = 2_097_152;
const CHUNK_BYTES = 1024 * 1024;

/** What to do about an item that is none; absent: reading ends there. */
export type RefuseItem = (text: string, why: string) => void;

export async function* readItemFile(path: string, refuse?: RefuseItem): AsyncGenerator<SizedItem> {
  const isCompressed = await startsWithGzipMark(path);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // A pipeline hands the errors of the file on.
  const bytes: AsyncIterable<Buffer> = isCompressed
    ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : file;
  const name = basename(path);
  if (/\.csv(\.gz)?$/i.test(path)) yield* csvItems(bytes, name, refuse);
  else if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path)) yield* lineItems(bytes, name, refuse);
  else yield* jsonItems(bytes, name, refuse);
}

/** An item in each line, so that one that is broken does not spoil the next. */
async function* lineItems(
  chunks: AsyncIterable<Buffer>,
  name: string,
  refuse: RefuseItem | undefined,
): AsyncGenerator<SizedItem> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  const itemOf = (line: Buffer) => {
    const trimmed = line
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim();
    return trimmed === "" ? undefined : tryParse(Buffer.from(trimmed), name, ++count, refuse);
  };
  for await (const chunk of chunks) {
    const data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      const item = itemOf(data.subarray(start, end));
      if (item !== undefined) yield item;
      start = end + 1;
    }
    rest = data.subarray(start);
    if (rest.length > ITEM_BYTES_MAX) throw tooLarge(name, count + 1);
  }
  const last = itemOf(rest);
  if (last !== undefined) yield last;
}

async function startsWithGzipMark(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    if ((await file.stat()).isDirectory())
      throw new Failure("badRequest", `${path} is a folder: name a file in it.`);
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Objects at the top, or inside one array: what stands between them (commas, lines, brackets) is passed over. */
async function* jsonItems(
  chunks: AsyncIterable<Buffer>,
  name: string,
  refuse: RefuseItem | undefined,
): AsyncGenerator<SizedItem> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  let depth = 0;
  let arrays = 0;
  let inText = false;
  let start = -1;
  let i = 0;
  for await (const chunk of chunks) {
    const data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (; i < data.length; i++) {
      const byte = data[i]!;
      if (inText) {
        if (byte === BACKSLASH) i++;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) {
        if (depth === 0) throw notItems(name, count);
        inText = true;
      } else if (byte === OPEN) {
        if (depth++ === 0) start = i;
      } else if (byte === CLOSE && --depth === 0) {
        const found = data.subarray(start, i + 1);
        const item = tryParse(found, name, ++count, refuse);
        if (item !== undefined) yield item;
        start = -1;
      } else if (depth === 0) {
        if (!isBetween(byte)) throw notItems(name, count);
        if (byte === OPEN_ARRAY) arrays++;
        else if (byte === CLOSE_ARRAY) arrays--;
      }
    }
    if (start < 0) {
      rest = Buffer.alloc(0);
      i -= data.length;
    } else {
      rest = data.subarray(start);
      if (rest.length > ITEM_BYTES_MAX) throw tooLarge(name, count + 1);
      // Where the scan goes on: an escape may reach past the end.
      i -= start;
      start = 0;
    }
  }
  if (depth > 0) throw new Failure("badRequest", `${name} ends in the middle of item ${count + 1}.`);
  if (arrays > 0)
    throw new Failure(
      "badRequest",
      `${name} ends after item ${count}, and its array does not: it was cut off.`,
    );
}

function isBetween(byte: number): boolean {
  // Blanks, commas, brackets, and the marks of UTF-8's byte order.
  return (
    byte <= 0x20 ||
    byte === 0x2c ||
    byte === OPEN_ARRAY ||
    byte === CLOSE_ARRAY ||
    byte === 0xef ||
    byte === 0xbb ||
    byte === 0xbf
  );
}

function tryParse(
  bytes: Buffer,
  name: string,
  number: number,
  refuse: RefuseItem | undefined,
): SizedItem | undefined {
  if (refuse === undefined) return parsed(bytes, name, number);
  try {
    return parsed(bytes, name, number);
  } catch (error) {
    refuse(bytes.toString("utf8"), (error as Error).message);
    return undefined;
  }
}

function parsed(bytes: Buffer, name: string, number: number): SizedItem {
  if (bytes.length > ITEM_BYTES_MAX) throw tooLarge(name, number);
  const item = jsonOf(bytes, name, number);
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw new Failure("badRequest", `Item ${number} of ${name} is no valid JSON object.`);
  return { item: item as JsonObject, bytes: bytes.length };
}

function jsonOf(bytes: Buffer, name: string, number: number): unknown {
  try {
    return parseJsonText(bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof RangeError)
      throw new Failure("badRequest", `Item ${number} of ${name} cannot be stored. ${error.message}`);
    return undefined;
  }
}

function notItems(name: string, count: number): Failure {
  return new Failure(
    "badRequest",
    `${name} holds something else than JSON objects after item ${count}: give a JSON array of items, one item on each line, or CSV in a file that ends in .csv.`,
  );
}

function tooLarge(name: string, number: number): Failure {
  return new Failure(
    "badRequest",
    `Item ${number} of ${name} has more than 2 MB, so no container can hold it.`,
  );
}
