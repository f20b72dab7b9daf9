/**
 * Cuts the text of a query into tokens, one at a time. A token's kind is its own spelling for punctuation
 * ("(", ">="), the upper-case word for a keyword ("SELECT"), and a lower-case word for everything else. A sign
 * is never part of a number here: only the parser knows whether `-` stands before an operand.
 */
import type { BinaryOperator } from "./ast.ts";
import { QuerySyntaxError } from "./query-error.ts";

type Keyword =
  | "ALL"
  | "AND"
  | "ARRAY"
  | "AS"
  | "ASC"
  | "BETWEEN"
  | "BY"
  | "DESC"
  | "DISTINCT"
  | "ESCAPE"
  | "EXISTS"
  | "FIRST"
  | "FROM"
  | "GROUP"
  | "IN"
  | "JOIN"
  | "LAST"
  | "LEFT"
  | "LIKE"
  | "LIMIT"
  | "NOT"
  | "OFFSET"
  | "OR"
  | "ORDER"
  | "RANK"
  | "RIGHT"
  | "SELECT"
  | "TOP"
  | "VALUE"
  | "WHERE";

/** Unlike keywords, these words mean what they mean in lower case only. */
type Constant = "true" | "false" | "null" | "undefined";

type Punctuation =
  | "("
  | ")"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "."
  | ":"
  | "?"
  | "??"
  | "~"
  | Exclude<BinaryOperator, "and" | "or">;

export type TokenKind = Keyword | Constant | Punctuation | "name" | "parameter" | "string" | "number" | "end";

export const KEYWORDS = (
  "ALL AND ARRAY AS ASC BETWEEN BY DESC DISTINCT ESCAPE EXISTS FIRST FROM GROUP IN JOIN LAST LEFT LIKE " +
  "LIMIT NOT OFFSET OR ORDER RANK RIGHT SELECT TOP VALUE WHERE"
).split(" ") as readonly Keyword[];

const keywords = new Map<string, Keyword>(KEYWORDS.map((word) => [word, word]));

const constants = new Map<string, Constant>(
  (["true", "false", "null", "undefined"] as const).map((word) => [word, word]),
);

/** For each first letter, a bit for every length that a reserved word has: most names are told apart by these. */
const reservedLengths = new Uint16Array(128);
for (const word of [...keywords.keys(), ...constants.keys()]) {
  for (const first of [word[0]!.toLowerCase(), word[0]!.toUpperCase()]) {
    reservedLengths[first.charCodeAt(0)]! |= 1 << word.length;
  }
}

const nameStart = /\p{ID_Start}/u;
const nameContinue = /\p{ID_Continue}/u;

/** For characters below 128: 1 starts a name, 2 goes on with one (a digit), 4 is white space. */
const asciiClass = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) asciiClass[code] = 1;
  else if (/[0-9]/.test(character)) asciiClass[code] = 2;
  else if (/\s/.test(character)) asciiClass[code] = 4;
}

/** White space above 127 by Unicode, U+202F among it, and the mark that some editors begin a file with. */
const wideBlank = /[\p{White_Space}\ufeff]/u;

const simpleEscapes = new Map([
  ["'", "'"],
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

export class Lexer {
  readonly text: string;
  /** The current token; `advance` moves to the next. */
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** The decoded content of a string, the spelling of a name, or of a parameter with its `@`. */
  content = "";
  number = 0;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  advance(): void {
    const { text } = this;
    const start = this.skipBlank(this.end);
    this.start = start;
    if (start >= text.length) {
      this.end = start;
      this.kind = "end";
      return;
    }
    const code = text.charCodeAt(start);
    const ascii = code < 128 ? asciiClass[code] : 0;
    if (ascii === 1 || (code >= 128 && this.nameCharacterLength(start, nameStart) > 0)) this.scanWord(start);
    else if (ascii === 2) this.scanNumber(start);
    else if (code === 34 || code === 39) this.scanString(start, code);
    else if (code === 46 && isDigit(text.charCodeAt(start + 1))) this.scanNumber(start);
    else if (code === 64) this.scanParameter(start);
    else this.scanPunctuation(start, code);
  }

  /** Makes the token that begins at a place the current one. */
  moveTo(start: number): void {
    this.end = start;
    this.advance();
  }

  /** Whether the current token is a name, or a word that is reserved elsewhere. */
  get isWord(): boolean {
    return this.kind === "name" || keywords.has(this.kind) || constants.has(this.kind);
  }

  /** What comes after the current token, without moving. */
  peek(): TokenKind {
    const { kind, start, end, content, number } = this;
    this.advance();
    const next = this.kind;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.content = content;
    this.number = number;
    return next;
  }

  private skipBlank(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code < 128 ? asciiClass[code] === 4 : wideBlank.test(text.charAt(at))) {
        at++;
      } else if (code === 45 && text.charCodeAt(at + 1) === 45) {
        const line = text.indexOf("\n", at);
        at = line < 0 ? text.length : line + 1;
      } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
        const close = text.indexOf("*/", at + 2);
        if (close < 0)
          throw new QuerySyntaxError("A comment is not closed.", { start: at, end: text.length });
        at = close + 2;
      } else {
        return at;
      }
    }
  }

  /** How many UTF-16 units the name character at `at` takes; 0 when there is none. */
  private nameCharacterLength(at: number, pattern: RegExp): number {
    const point = this.text.codePointAt(at);
    if (point === undefined) return 0;
    const character = String.fromCodePoint(point);
    return pattern.test(character) ? character.length : 0;
  }

  private nameEnd(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code < 128) {
        if (asciiClass[code] !== 1 && asciiClass[code] !== 2) return at;
        at++;
      } else {
        const length = this.nameCharacterLength(at, nameContinue);
        if (length === 0) return at;
        at += length;
      }
    }
  }

  private scanWord(start: number): void {
    this.end = this.nameEnd(start);
    const word = this.text.slice(start, this.end);
    this.content = word;
    const lengths = reservedLengths[this.text.charCodeAt(start)] ?? 0;
    const mayBeReserved = word.length < 16 && (lengths & (1 << word.length)) !== 0;
    this.kind = mayBeReserved ? (constants.get(word) ?? this.keyword(word) ?? "name") : "name";
  }

  private keyword(word: string): Keyword | undefined {
    const keyword = keywords.get(word) ?? keywords.get(word.toUpperCase());
    // Upper-casing maps a few other letters onto ASCII ones: "lıke" is a name.
    return keyword !== undefined && keyword.toLowerCase() === word.toLowerCase() ? keyword : undefined;
  }

  private scanNumber(start: number): void {
    const { text } = this;
    let at = start;
    let value: number;
    if (
      text.charCodeAt(at) === 48 &&
      (text.charCodeAt(at + 1) | 32) === 120 &&
      isHexDigit(text.charCodeAt(at + 2))
    ) {
      at += 2;
      while (isHexDigit(text.charCodeAt(at))) at++;
      value = Number(text.slice(start, at));
    } else {
      while (isDigit(text.charCodeAt(at))) at++;
      if (text.charCodeAt(at) === 46) {
        at++;
        while (isDigit(text.charCodeAt(at))) at++;
      }
      if ((text.charCodeAt(at) | 32) === 101) {
        const sign = text.charCodeAt(at + 1);
        const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1;
        if (isDigit(text.charCodeAt(exponent))) {
          at = exponent;
          while (isDigit(text.charCodeAt(at))) at++;
        }
      }
      value = Number(text.slice(start, at));
    }
    const end = this.nameEnd(at);
    if (end > at) this.failNear(start, end);
    if (!Number.isFinite(value)) {
      throw new QuerySyntaxError("A number is too large.", { start, end });
    }
    this.kind = "number";
    this.number = value;
    this.end = end;
  }

  private scanString(start: number, quote: number): void {
    const { text } = this;
    let content = "";
    let from = start + 1;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.kind = "string";
        this.content = from === start + 1 ? text.slice(from, at) : content + text.slice(from, at);
        this.end = at + 1;
        return;
      }
      if (code === 92) {
        content += text.slice(from, at);
        const length = this.escapeLength(at);
        content +=
          length === 6
            ? String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16))
            : simpleEscapes.get(text[at + 1]!)!;
        at += length - 1;
        from = at + 1;
      } else if (at >= text.length) {
        throw new QuerySyntaxError("A string is not closed.", { start, end: text.length });
      }
    }
  }

  private escapeLength(at: number): number {
    const { text } = this;
    if (simpleEscapes.has(text[at + 1] ?? "")) return 2;
    if (text[at + 1] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) return 6;
    const end = Math.min(at + 2, text.length);
    throw new QuerySyntaxError(`'${text.slice(at, end)}' is not an escape sequence.`, { start: at, end });
  }

  private scanParameter(start: number): void {
    const end = this.nameEnd(start + 1);
    if (end === start + 1) this.failNear(start, end);
    this.kind = "parameter";
    this.content = this.text.slice(start, end);
    this.end = end;
  }

  private scanPunctuation(start: number, code: number): void {
    const kind = this.punctuation(start, code);
    if (kind === undefined) this.failNear(start, start + (this.text.codePointAt(start)! > 0xffff ? 2 : 1));
    this.kind = kind;
    this.end = start + kind.length;
  }

  private punctuation(start: number, code: number): Punctuation | undefined {
    const next = this.text.charCodeAt(start + 1);
    switch (code) {
      case 40:
        return "(";
      case 41:
        return ")";
      case 91:
        return "[";
      case 93:
        return "]";
      case 123:
        return "{";
      case 125:
        return "}";
      case 44:
        return ",";
      case 46:
        return ".";
      case 58:
        return ":";
      case 63:
        return next === 63 ? "??" : "?";
      case 124:
        return next === 124 ? "||" : "|";
      case 94:
        return "^";
      case 38:
        return "&";
      case 61:
        return "=";
      case 33:
        return next === 61 ? "!=" : undefined;
      case 60:
        // `<>` says the same as `!=`.
        return next === 61 ? "<=" : next === 62 ? "!=" : next === 60 ? "<<" : "<";
      case 62:
        if (next === 61) return ">=";
        if (next !== 62) return ">";
        return this.text.charCodeAt(start + 2) === 62 ? ">>>" : ">>";
      case 43:
        return "+";
      case 45:
        return "-";
      case 42:
        return "*";
      case 47:
        return "/";
      case 37:
        return "%";
      case 126:
        return "~";
      default:
        return undefined;
    }
  }

  failNear(start: number, end: number): never {
    const near = this.text.slice(start, end);
    const message =
      near === ""
        ? "Syntax error, unexpected end of the query."
        : `Syntax error, incorrect syntax near '${near}'.`;
    throw new QuerySyntaxError(message, { start, end });
  }
}
