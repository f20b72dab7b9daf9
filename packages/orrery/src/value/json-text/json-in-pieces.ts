/**
 * Reads and writes large JSON in pieces of less than a few milliseconds, between which others can be served. The results
 * are those of `parseJsonText` and `printJsonText`.
 *
 * Members of an object, or of an array, are found by their commas and parsed in runs, each by `parseJsonText`; one that
 * is itself large is taken apart in the same way. What is parsed is therefore as well-formed as the whole has to be.
 */
import {
  type Exact,
  exactElements,
  exactMember,
  formOf,
  inexact,
  type Json,
  type JsonArray,
  type JsonObject,
  NameOrder,
  namesOf,
  parseJsonText,
  printJsonText,
  printMember,
  pushExact,
  putExact,
  setForm,
} from "@orrerydb/exact-json";
import { endOfString, endOfValue, isSpace, malformed } from "./scan-json.ts";

/** A piece of text, and of what is looked through. */
const PIECE_BYTES = 64 * 1024;
/** So many levels are taken apart: each looks through all that it holds. */
const LEVELS_MAX = 4;
/** Values that are written at a time. */
const PIECE_WEIGHT = 2_000;

const QUOTE = 0x22;
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
  return inexact(yield* parseValue(body, start, end, 0));
}

function* parseValue(body: Buffer, start: number, end: number, level: number): Generator<void, Exact<Json>> {
  const first = body[start];
  const closing =
    first === OPENING_BRACE ? CLOSING_BRACE : first === OPENING_BRACKET ? CLOSING_BRACKET : undefined;
  if (closing === undefined || end - start <= PIECE_BYTES || level >= LEVELS_MAX) {
    const values = exactElements(parseJsonText(`[${body.toString("utf8", start, end)}]`) as JsonArray);
    if (values.length !== 1) throw malformed(start);
    return values[0]!;
  }
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
  add(name: string, value: Exact<Json>): void;
  /** After the last member. */
  end(): void;
}

class ObjectParts implements Parts {
  readonly whole: Record<string, Json> = {};
  readonly areNamed = true;
  readonly #order = new NameOrder();

  addRun(text: string): void {
    const run = parseJsonText(`{${text}}`) as JsonObject;
    for (const name of namesOf(run)) this.#set(name, exactMember(run, name) as Exact<Json>);
  }

  add(name: string, value: Exact<Json>): void {
    this.#set(JSON.parse(name) as string, value);
  }

  end(): void {
    const { names } = this.#order;
    if (names !== undefined) setForm(this.whole, { ...formOf(this.whole), names });
  }

  #set(name: string, value: Exact<Json>): void {
    this.#order.add(name);
    putExact(this.whole, name, value);
  }
}

class ArrayParts implements Parts {
  readonly whole: Json[] = [];
  readonly areNamed = false;

  addRun(text: string): void {
    for (const value of exactElements(parseJsonText(`[${text}]`) as JsonArray)) pushExact(this.whole, value);
  }

  add(_: string, value: Exact<Json>): void {
    pushExact(this.whole, value);
  }

  end(): void {}
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
    parts.end();
    return parts.whole;
  }

  #addRun(start: number, end: number): void {
    try {
      this.#parts.addRun(this.#body.toString("utf8", start, end));
    } catch (cause) {
      if (cause instanceof RangeError) throw cause;
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

/** JSON text of a value. */
export interface PrintedJson {
  readonly text: string;
  /** Whether `JSON.parse` would lose digits or the order of names. */
  readonly hasForm: boolean;
}

/** Done at once, if the value is not large. */
export function* printInPieces(value: Json): Generator<void, PrintedJson> {
  const state = { hasForm: false };
  return { text: yield* printValue(value, state), hasForm: state.hasForm };
}

function* printValue(value: Json, state: { hasForm: boolean }): Generator<void, string> {
  if (typeof value !== "object" || value === null || weigh(value, PIECE_WEIGHT, state) <= PIECE_WEIGHT)
    return state.hasForm ? printJsonText(value) : JSON.stringify(value);
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
    const weight = weigh(members.at(i), PIECE_WEIGHT, state);
    if (weight > PIECE_WEIGHT) {
      endRun(i);
      yield;
      pieces.push(`${members.prefix(i)}${yield* printValue(members.at(i), state)}`);
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

/** Values, and 64 characters of text; past `max` it does not count on. `found` learns of a form in what was counted. */
function weigh(value: Json, max: number, found?: { hasForm: boolean }): number {
  if (typeof value === "string") return 1 + (value.length >> 6);
  if (typeof value !== "object" || value === null) return 1;
  if (found !== undefined && formOf(value as JsonObject) !== undefined) found.hasForm = true;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight <= max; i++)
      weight += weigh(value[i] as Json, max - weight, found);
    return weight;
  }
  const object = value as JsonObject;
  for (const name in object) {
    weight += weigh(object[name]!, max - weight, found);
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
    if (formOf(this.#array) === undefined) return printJsonText(this.#array.slice(start, end)).slice(1, -1);
    const texts: string[] = [];
    for (let i = start; i < end; i++) texts.push(printMember(this.#array, i));
    return texts.join(",");
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
    this.#names = namesOf(object);
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
    for (let i = start; i < end; i++) texts.push(this.prefix(i) + printMember(this.#object, this.#names[i]!));
    return texts.join(",");
  }
  enclose(text: string): string {
    return `{${text}}`;
  }
}
