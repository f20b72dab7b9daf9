/**
 * Estimates how much of the JavaScript heap the write of an item takes until it is committed: its parsed values, its text,
 * the index entries and the batch. Measured with the smallest heap in which one write succeeds; text takes about four bytes
 * per byte, and each value with its index entry about 450.
 */
import { Failure } from "../failure.ts";

const BYTES_PER_BYTE = 4;
const BYTES_PER_VALUE = 450;
/** Shorter JSON is not scanned: scanning would cost more than the precision is worth. */
const SCANNED_FROM_BYTES = 16 * 1024;
/** JSON that is not scanned has at most one value per this many bytes, apart from arrays of digits. */
const BYTES_PER_SMALL_VALUE = 12;
/** In a binary body, names and strings are text; a number is a marker and up to eight bytes. */
const BINARY_BYTES_PER_VALUE = 4;

const RETRY_AFTER_MS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BLANK = 0x20;
const DELETE = 0x7f;

/** Of JSON, or of a body in a binary form. */
export function heapWeight(body: Buffer): number {
  return BYTES_PER_BYTE * body.length + BYTES_PER_VALUE * valuesIn(body);
}

function valuesIn(body: Buffer): number {
  if (body.length < SCANNED_FROM_BYTES) return Math.ceil(body.length / BYTES_PER_SMALL_VALUE);
  return isText(body[0]!) ? commasIn(body) + 1 : Math.ceil(controlBytesIn(body) / BINARY_BYTES_PER_VALUE);
}

function isText(byte: number): boolean {
  return (byte >= BLANK && byte < DELETE) || (byte >= 0x09 && byte <= 0x0d);
}

/** Outside strings. */
function commasIn(body: Buffer): number {
  let commas = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === COMMA) commas++;
    else if (byte === QUOTE) i = endOfString(body, i + 1);
  }
  return commas;
}

/** Where the closing quote is, or the end. */
function endOfString(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start);
  while (end > start && isEscaped(body, start, end)) end = body.indexOf(QUOTE, end + 1);
  return end < 0 ? body.length : end;
}

function isEscaped(body: Buffer, start: number, at: number): boolean {
  let first = at;
  while (first > start && body[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

function controlBytesIn(body: Buffer): number {
  let count = 0;
  for (const byte of body) if (byte < BLANK || byte >= DELETE) count++;
  return count;
}

/** Nothing was written. A request that never fits is told how to make it fit. */
export function heapRefusal(bytes: number, bytesMax: number): Failure {
  const megabytes = (count: number) => Math.ceil(count / 1024 / 1024);
  const message =
    bytes > bytesMax
      ? `The request needs about ${megabytes(bytes)} MB of the JavaScript heap, of which at most ${megabytes(bytesMax)} MB are for writes. Nothing was done. Start the server with a larger heap, for example NODE_OPTIONS=--max-old-space-size=1024, or send smaller requests.`
      : `The JavaScript heap is occupied by the large writes of other clients. Nothing was done. Repeat the request in ${RETRY_AFTER_MS / 1000} second.`;
  return new Failure("serverBusy", message, { retryAfterMs: RETRY_AFTER_MS, charge: 0 });
}
