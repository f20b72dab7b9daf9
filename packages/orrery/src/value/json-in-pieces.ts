/**
 * Reads and writes large JSON in pieces of less than a few milliseconds, between which others can be served. The results
 * are those of `JSON.parse` and `JSON.stringify`.
 *
 * Members of an object, or of an array, are found by their commas and parsed in runs, each by `JSON.parse`; one that is
 * itself large is taken apart in the same way. What is parsed is therefore as well-formed as the whole has to be.
 */
import type { Json, JsonArray, JsonObject } from "./json.ts";

/** A piece of text, and of what is looked through. */
const PIECE_BYTES = 64 * 1024;
/** So many levels are taken apart: each looks through all that it holds. */
const LEVELS_MAX = 4;
/** Values that are written at a time. */
const PIECE_WEIGHT = 2_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Of valid UTF-8. Throws a `SyntaxError`. */
export function* parseInPieces(body: Buffer): Generator<void, Json> {
  const start = afterSpace(body, 0);
  let end = body.length;
  while (end > start && isSpace(body[end - 1]!)) end--;
  return yield* parseValue(body, start, end, 0);
}

function* parseValue(body: Buffer, start: number, end: number, level: number): Generator<void, Json> {
  const first = body[start];
  const closing =
    first === OPENING_BRACE ? CLOSING_BRACE : first === OPENING_BRACKET ? CLOSING_BRACKET : undefined;
  if (closing === undefined || end - start <= PIECE_BYTES || level >= LEVELS_MAX)
    return JSON.parse(body.toString("utf8", start, end)) as Json;
  if (body[end - 1] !== closing) throw malformed(end - 1);
  const parts = closing === CLOSING_BRACE ? new ObjectParts() : new ArrayParts();
  return yield* new Members(body, end - 1, level, parts).parse(start + 1);
}

/** What the members of an object or an array are put together to. */
interface Parts {
  readonly whole: Json;
  /** Whether each member begins with a name. */
  readonly areNamed: boolean;
  /** Some members as they stand in the text. */
  addRun(text: string): void;
  /** One; `name` is its text. */
  add(name: string, value: Json): void;
}

class ObjectParts implements Parts {
  readonly whole: Record<string, Json> = {};
  readonly areNamed = true;

  addRun(text: string): void {
    const run = JSON.parse(`{${text}}`) as JsonObject;
    for (const name of Object.keys(run)) this.#set(name, run[name]!);
  }

  add(name: string, value: Json): void {
    this.#set(JSON.parse(name) as string, value);
  }

  #set(name: string, value: Json): void {
    if (name !== "__proto__") this.whole[name] = value;
    else
      Object.defineProperty(this.whole, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
}

class ArrayParts implements Parts {
  readonly whole: Json[] = [];
  readonly areNamed = false;

  addRun(text: string): void {
    for (const value of JSON.parse(`[${text}]`) as JsonArray) this.whole.push(value);
  }

  add(_: string, value: Json): void {
    this.whole.push(value);
  }
}

class Members {
  readonly #body: Buffer;
  /** Where the closing bracket is. */
  readonly #end: number;
  readonly #level: number;
  readonly #parts: Parts;

  constructor(body: Buffer, end: number, level: number, parts: Parts) {
    this.#body = body;
    this.#end = end;
    this.#level = level;
    this.#parts = parts;
  }

  *parse(from: number): Generator<void, Json> {
    const body = this.#body;
    const end = this.#end;
    const parts = this.#parts;
    let at = afterSpace(body, from);
    // Members from here on are not parsed yet.
    let runStart = at;
    // Behind a comma there must be another.
    let mayEnd = true;
    while (at < end || !mayEnd) {
      const start = at;
      const valueStart = parts.areNamed ? this.#afterName(start) : start;
      const valueEnd = endOfValue(body, valueStart, end);
      at = afterSpace(body, valueEnd);
      if (at < end && body[at] !== COMMA) throw malformed(at);
      mayEnd = at >= end;
      const isLarge = valueEnd - valueStart > PIECE_BYTES;
      if (isLarge) {
        if (start > runStart) {
          this.#addRun(runStart, lastComma(body, start));
          yield;
        }
        const name = parts.areNamed ? body.toString("utf8", start, endOfString(body, start + 1) + 1) : "";
        parts.add(name, yield* parseValue(body, valueStart, valueEnd, this.#level + 1));
      } else if (at < end && valueEnd - runStart <= PIECE_BYTES) {
        at = afterSpace(body, at + 1);
        continue;
      } else this.#addRun(runStart, valueEnd);
      if (at >= end) break;
      yield;
      at = afterSpace(body, at + 1);
      runStart = at;
    }
    return parts.whole;
  }

  #addRun(start: number, end: number): void {
    try {
      this.#parts.addRun(this.#body.toString("utf8", start, end));
    } catch (cause) {
      throw new SyntaxError(`Unexpected character between bytes ${start} and ${end}`, { cause });
    }
  }

  /** Where the value of a member begins. */
  #afterName(start: number): number {
    const body = this.#body;
    if (body[start] !== QUOTE) throw malformed(start);
    const colon = afterSpace(body, endOfString(body, start + 1) + 1);
    if (body[colon] !== COLON) throw malformed(colon);
    return afterSpace(body, colon + 1);
  }
}

function malformed(at: number): SyntaxError {
  return new SyntaxError(`Unexpected character at byte ${at}`);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function afterSpace(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && isSpace(body[at]!)) at++;
  return at;
}

/** The comma before the member that begins at `start`. */
function lastComma(body: Buffer, start: number): number {
  let at = start - 1;
  while (body[at] !== COMMA) at--;
  return at;
}

/** Where the closing quote is, or the body's end. */
function endOfString(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Behind the value, or at `end`. */
function endOfValue(body: Buffer, start: number, end: number): number {
  let level = 0;
  let at = start;
  for (; at < end; at++) {
    const byte = body[at]!;
    if (byte === QUOTE) at = endOfString(body, at + 1);
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) level++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) level--;
    else if (level > 0 || !(byte === COMMA || isSpace(byte))) continue;
    else break;
    if (level < 0) throw malformed(at);
  }
  if (at === start || level > 0 || at > end) throw malformed(at);
  return at;
}

/** One piece, if it is not large. */
export function* printInPieces(value: Json): Generator<void, string> {
  if (typeof value !== "object" || value === null || isLight(value, PIECE_WEIGHT))
    return JSON.stringify(value);
  const members = Array.isArray(value)
    ? new Elements(value as JsonArray)
    : new Properties(value as JsonObject);
  const pieces: string[] = [];
  let runStart = 0;
  let runWeight = 0;
  const endRun = (end: number): void => {
    if (end > runStart) pieces.push(members.print(runStart, end));
    runStart = end;
    runWeight = 0;
  };
  for (let i = 0; i < members.count; i++) {
    const weight = weigh(members.at(i), PIECE_WEIGHT);
    if (weight > PIECE_WEIGHT) {
      endRun(i);
      yield;
      pieces.push(`${members.prefix(i)}${yield* printInPieces(members.at(i))}`);
      runStart = i + 1;
      continue;
    }
    runWeight += weight;
    if (runWeight <= PIECE_WEIGHT) continue;
    endRun(i + 1);
    yield;
  }
  endRun(members.count);
  return members.enclose(pieces.join(","));
}

/** Whether a value is about so small. */
export function isLight(value: Json, weightMax: number): boolean {
  return weigh(value, weightMax) <= weightMax;
}

/** Values, and 64 characters of text; past `max` it does not count on. */
function weigh(value: Json, max: number): number {
  if (typeof value === "string") return 1 + (value.length >> 6);
  if (typeof value !== "object" || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight <= max; i++) weight += weigh(value[i] as Json, max - weight);
    return weight;
  }
  const object = value as JsonObject;
  for (const name in object) {
    weight += weigh(object[name]!, max - weight);
    if (weight > max) break;
  }
  return weight;
}

class Elements {
  readonly #array: JsonArray;
  constructor(array: JsonArray) {
    this.#array = array;
  }
  get count(): number {
    return this.#array.length;
  }
  at(index: number): Json {
    return this.#array[index]!;
  }
  prefix(_: number): string {
    return "";
  }
  print(start: number, end: number): string {
    return JSON.stringify(this.#array.slice(start, end)).slice(1, -1);
  }
  enclose(text: string): string {
    return `[${text}]`;
  }
}

class Properties {
  readonly #object: JsonObject;
  readonly #names: readonly string[];
  constructor(object: JsonObject) {
    this.#object = object;
    this.#names = Object.keys(object);
  }
  get count(): number {
    return this.#names.length;
  }
  at(index: number): Json {
    return this.#object[this.#names[index]!]!;
  }
  prefix(index: number): string {
    return `${JSON.stringify(this.#names[index])}:`;
  }
  print(start: number, end: number): string {
    const texts: string[] = [];
    for (let i = start; i < end; i++) texts.push(this.prefix(i) + JSON.stringify(this.at(i)));
    return texts.join(",");
  }
  enclose(text: string): string {
    return `{${text}}`;
  }
}
