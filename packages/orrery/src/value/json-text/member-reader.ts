/**
 * Parses some members of a stored object and skips the others. Skipping a vector takes a small part of the time of
 * parsing its numbers.
 */
import { type Json, type JsonObject, putExact } from "@orrerydb/exact-json";
import { type ByteString, toByteString } from "../byte-string.ts";
import { endOfString, endOfValue, malformed } from "./scan-json.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSING_BRACE = 0x7d;

/** After this many items it is decided anew whether finding members takes less time than parsing them all. */
const ITEMS_PER_DECISION = 16;
/** The share of the bytes that has to be skipped: finding the end of a value takes up to half as long as parsing it. */
const SKIPPED_SHARE_MIN = 0.5;

/** Some members of the items that a query reads. */
export class MemberReader {
  /** Their names, by what `JSON.stringify` prints between the quotes. */
  readonly #names: ReadonlyMap<ByteString, string>;
  #isWorthwhile = true;
  #items = 0;
  #bytes = 0;
  #parsedBytes = 0;

  constructor(names: Iterable<string>) {
    this.#names = new Map(
      Array.from(names, (name) => [toByteString(Buffer.from(JSON.stringify(name)), 1).slice(0, -1), name]),
    );
  }

  /** False: parse items whole, because most of their bytes are in these members. */
  get isWorthwhile(): boolean {
    return this.#isWorthwhile;
  }

  /**
   * `json` is an object without white space, each name once, as `JSON.stringify` prints it. Members that have other
   * names are not checked. Throws a `SyntaxError`.
   */
  parse(json: Buffer): JsonObject {
    const end = json.length - 1;
    const members: Record<string, Json> = {};
    let missing = this.#names.size;
    for (let at = 1; at < end && missing > 0; at++) {
      if (json[at] !== QUOTE) throw malformed(at);
      const nameEnd = endOfString(json, at + 1);
      if (json[nameEnd + 1] !== COLON) throw malformed(nameEnd + 1);
      const valueEnd = endOfValue(json, nameEnd + 2, end);
      if (json[valueEnd] !== (valueEnd === end ? CLOSING_BRACE : COMMA)) throw malformed(valueEnd);
      const name = this.#names.get(toByteString(json, at + 1, nameEnd));
      if (name !== undefined) {
        // Each by itself: next to a text that is not Latin-1, numbers would be parsed from characters of two bytes.
        putExact(members, name, JSON.parse(json.toString("utf8", nameEnd + 2, valueEnd)) as Json);
        this.#parsedBytes += valueEnd - at;
        missing--;
      }
      at = valueEnd;
    }
    this.#count(json.length);
    return members;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (++this.#items < ITEMS_PER_DECISION) return;
    this.#isWorthwhile = this.#bytes - this.#parsedBytes >= this.#bytes * SKIPPED_SHARE_MIN;
    this.#items = 0;
    this.#bytes = 0;
    this.#parsedBytes = 0;
  }
}
