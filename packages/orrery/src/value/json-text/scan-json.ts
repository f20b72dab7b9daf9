/**
 * Finds where strings and values end in JSON text without parsing them. Malformed text may go unnoticed: parsing what was
 * found reports it.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Looking at this many bytes one by one costs less than a native search. */
const NEAR_BYTES = 64;

export function malformed(at: number): SyntaxError {
  return new SyntaxError(`Unexpected character at byte ${at}`);
}

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where the closing quote of a string is, or the length of the text. `start` is behind the opening quote. */
export function endOfString(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length) {
    const near = Math.min(at + NEAR_BYTES, json.length);
    for (; at < near; at++) {
      if (json[at] === QUOTE) return at;
      if (json[at] === BACKSLASH) at++;
    }
    const quote = json.indexOf(QUOTE, at);
    if (quote < 0) break;
    let escapes = 0;
    while (quote - escapes > at && json[quote - escapes - 1] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote;
    at = quote + 1;
  }
  return json.length;
}

/** Behind the value that begins at `start`, or at `end`. */
export function endOfValue(json: Buffer, start: number, end: number): number {
  const endOfVector = json[start] === OPENING_BRACKET ? endOfFlatArray(json, start, end) : undefined;
  if (endOfVector !== undefined) return endOfVector;
  let level = 0;
  let at = start;
  for (; at < end; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) level++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) level--;
    else if (level > 0 || !(byte === COMMA || isSpace(byte))) continue;
    else break;
    if (level < 0) throw malformed(at);
  }
  if (at === start || level > 0 || at > end) throw malformed(at);
  return at;
}

/**
 * Behind an array that holds neither strings nor arrays, such as a vector; undefined for any other. Native searches find
 * its end in a tenth of the time.
 */
function endOfFlatArray(json: Buffer, start: number, end: number): number | undefined {
  const first = json[start + 1];
  if (first === QUOTE || first === OPENING_BRACE || first === OPENING_BRACKET) return undefined;
  const closing = json.indexOf(CLOSING_BRACKET, start);
  if (closing < 0 || closing >= end) return undefined;
  const elements = json.subarray(start + 1, closing);
  return elements.includes(QUOTE) || elements.includes(OPENING_BRACKET) ? undefined : closing + 1;
}
