/**
 * `JSON.parse` that also keeps the source form: digits and the order of names. Most text has nothing that a parsed
 * value could not hold, and one regular expression proves it; other text is scanned once more.
 */
import type { Json, JsonArray, JsonObject } from "./json.ts";
import { isArrayIndex, type SourceForm, setForm } from "./source-form.ts";

/**
 * Finds every number that may be printed differently: with 16 characters or more, an exponent, a trailing zero in its
 * fraction, below 0.000001, or -0. Any other number has at most 15 significant digits, which a double returns as they
 * were. It may also match within a string; the scan decides. Strings such as "order-0" and times that end in "0Z" are
 * frequent, so a number must begin and end where JSON text lets it.
 */
const UNUSUAL_NUMBER =
  /[:,[\s](?:-0(?![.\d])|-?\d(?:[\d.]{15}|[\d.]*(?:[eE][-+\d]|\.\d*0(?=[,\]}\s]))|\.00000))/;
/** Digits may be escaped: JSON has no other escape sequences for them. */
const INDEX_AS_NAME = /"(?:\d|\\u003\d){1,10}"\s*:/;
/** Of longer text, such as a vector with all its digits, it is cheaper to prove by printing that nothing was lost. */
const SCANNED_LENGTH_MAX = 4096;

/**
 * Fails with a `SyntaxError` as `JSON.parse` does, and with a `RangeError` for a number that no double can hold. A number
 * that is not in an object or array has no place for its digits.
 */
export function parseJsonText(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (typeof value === "number" && !Number.isFinite(value)) throw tooLarge(text);
  if (mayLoseForm(text) && !(text.length > SCANNED_LENGTH_MAX && JSON.stringify(value) === text))
    attachForm(value, text);
  return value;
}

/** Gives a value the form of the text that `JSON.parse` made it of. */
export function attachForm(value: Json, text: string): void {
  new FormScanner(text).scan(value);
}

/** Whether `JSON.parse` may lose digits or the order of names. False is certain. */
export function mayLoseForm(text: string): boolean {
  return UNUSUAL_NUMBER.test(text) || INDEX_AS_NAME.test(text);
}

function tooLarge(digits: string): RangeError {
  return new RangeError(`The number ${digits.slice(0, 40)} is too large.`);
}

/** Digits of a number, or the form of an object or array and of those inside it. */
type Found = string | FoundForm | undefined;

interface FoundForm {
  readonly form: SourceForm | undefined;
  readonly inner: ReadonlyMap<string | number, FoundForm> | undefined;
}

/** Walks through text that `JSON.parse` has accepted. */
class FormScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Attaches the forms that it finds to the parsed value. */
  scan(value: Json): void {
    const found = this.#value();
    if (typeof found === "object") attach(value as JsonObject | JsonArray, found);
  }

  #value(): Found {
    switch (this.#next()) {
      case QUOTE:
        this.#string();
        return undefined;
      case OPENING_BRACE:
        return this.#object();
      case OPENING_BRACKET:
        return this.#array();
      case LETTER_F:
        this.#at += "false".length;
        return undefined;
      case LETTER_N:
      case LETTER_T:
        this.#at += "true".length;
        return undefined;
      default:
        return this.#number();
    }
  }

  #object(): Found {
    const members = new FoundMembers<string>();
    const order = new NameOrder();
    this.#at++;
    while (this.#next() !== CLOSING_BRACE) {
      const name = this.#name();
      order.add(name);
      this.#pass(COLON);
      members.set(name, this.#value());
      this.#pass(COMMA);
    }
    this.#at++;
    return members.found(order.names);
  }

  #array(): Found {
    const elements = new FoundMembers<number>();
    this.#at++;
    for (let i = 0; this.#next() !== CLOSING_BRACKET; i++) {
      elements.set(i, this.#value());
      this.#pass(COMMA);
    }
    this.#at++;
    return elements.found(undefined);
  }

  #number(): string | undefined {
    const start = this.#at;
    while (isNumberPart(this.#text.charCodeAt(this.#at))) this.#at++;
    const digits = this.#text.slice(start, this.#at);
    const value = Number(digits);
    if (!Number.isFinite(value)) throw tooLarge(digits);
    return String(value) === digits ? undefined : digits;
  }

  #name(): string {
    const start = this.#at;
    this.#string();
    const quoted = this.#text.slice(start, this.#at);
    return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  }

  #string(): void {
    const start = this.#at + 1;
    let end = this.#text.indexOf('"', start);
    while (this.#isEscaped(start, end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
  }

  #isEscaped(start: number, quote: number): boolean {
    let at = quote;
    while (at > start && this.#text.charCodeAt(at - 1) === BACKSLASH) at--;
    return (quote - at) % 2 === 1;
  }

  /** Passes over white space, and returns the character after it. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = this.#text.charCodeAt(++this.#at);
    return code;
  }

  #pass(code: number): void {
    if (this.#next() === code) this.#at++;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Digits, and `+ - . E e`. */
function isNumberPart(code: number): boolean {
  return (code >= 0x2d && code <= 0x39 && code !== 0x2f) || code === 0x2b || code === 0x45 || code === 0x65;
}

/** What was found in the members of one object or array. Of members with the same name the last one counts. */
class FoundMembers<K extends string | number> {
  #digits: Map<K, string> | undefined;
  #inner: Map<K, FoundForm> | undefined;

  set(key: K, found: Found): void {
    this.#digits?.delete(key);
    this.#inner?.delete(key);
    if (typeof found === "string") (this.#digits ??= new Map()).set(key, found);
    else if (found !== undefined) (this.#inner ??= new Map()).set(key, found);
  }

  found(names: readonly string[] | undefined): FoundForm | undefined {
    const digits = this.#digits;
    if (digits === undefined && names === undefined)
      return this.#inner && { form: undefined, inner: this.#inner };
    return { form: { ...(digits && { digits }), ...(names && { names }) }, inner: this.#inner };
  }
}

/** Finds out whether JavaScript keeps the order of an object's names: it moves array indexes to the front. */
export class NameOrder {
  readonly #all: string[] = [];
  #lastIndex = -1;
  #hasOther = false;
  #differs = false;

  add(name: string): void {
    this.#all.push(name);
    if (!isArrayIndex(name)) {
      this.#hasOther = true;
      return;
    }
    const index = Number(name);
    if (this.#hasOther || index < this.#lastIndex) this.#differs = true;
    this.#lastIndex = index;
  }

  /** The names in their order, if it differs. */
  get names(): readonly string[] | undefined {
    return this.#differs ? [...new Set(this.#all)] : undefined;
  }
}

function attach(container: JsonObject | JsonArray, { form, inner }: FoundForm): void {
  if (form !== undefined) setForm(container, form);
  for (const [key, found] of inner ?? []) attach((container as JsonObject)[key] as JsonObject, found);
}
