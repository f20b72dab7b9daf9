/**
 * Reads a JSON body: valid UTF-8, well-formed, nested no deeper than the protocol allows, its numbers within range; or
 * the same in CosmosBinary, which clients may send wherever they may send text.
 */
import { isUtf8 } from "node:buffer";
import { Failure } from "../value/failure.ts";
import { type Json, type JsonObject, NESTING_LEVELS_MAX } from "../value/json.ts";
import { parseInPieces } from "../value/json-in-pieces.ts";
import { decodeCosmosBinary, isCosmosBinary } from "./cosmos-binary/decode-cosmos-binary.ts";

export function parseJson(body: Buffer): Json {
  if (isCosmosBinary(body)) return decodeCosmosBinary(body);
  checkUtf8(body);
  const text = body.toString("utf8");
  // A level takes two bytes, so that a short body need not be measured.
  const mayOverflow = body.length > 2 * NESTING_LEVELS_MAX ? look(body) : MAY_OVERFLOW.test(text);
  const parsed = parseText(text);
  if (mayOverflow) checkNumbers(parsed);
  return parsed;
}

function checkUtf8(body: Buffer): void {
  if (isUtf8(body)) return;
  throw new Failure("badRequest", "The request body is not valid UTF-8; send JSON in that encoding.");
}

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw invalid(text === "" ? "it is empty" : (error as Error).message, error);
  }
}

function invalid(where: string, cause: unknown): Failure {
  return new Failure("badRequest", `The request body is not valid JSON: ${where}.`, { cause });
}

/** An exponent of three digits, or, because two can be 99 at most, so many digits that they need no more. */
const EXPONENT_DIGITS_MIN = 3;
const DIGITS_MIN = 200;
const MAY_OVERFLOW = new RegExp(`[eE]\\+?\\d{${EXPONENT_DIGITS_MIN}}|(?<!\\d)\\d{${DIGITS_MIN}}`);

/** What is too large for a number is read as infinite, and would be kept as null. */
function checkNumbers(value: Json): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Failure(
      "badRequest",
      `The request body holds a number that is too large: at most ${Number.MAX_VALUE} can be kept. Send it as a string.`,
    );
  }
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) checkNumbers(part);
}

export function parseJsonObject(body: Buffer): JsonObject {
  return checkObject(parseJson(body));
}

/** The same of a large body, in pieces. */
export function* parseJsonObjectInPieces(body: Buffer): Generator<void, JsonObject> {
  if (isCosmosBinary(body)) return parseJsonObject(body);
  checkUtf8(body);
  const mayOverflow = look(body);
  yield;
  const parsed = yield* parseTextInPieces(body);
  if (mayOverflow) checkNumbers(parsed);
  return checkObject(parsed);
}

function* parseTextInPieces(body: Buffer): Generator<void, Json> {
  try {
    return yield* parseInPieces(body);
  } catch (error) {
    throw invalid((error as Error).message, error);
  }
}

function checkObject(parsed: Json): JsonObject {
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Failure("badRequest", "The request body must be a JSON object.");
  }
  return parsed as JsonObject;
}

/**
 * Counts brackets outside of strings, and tells whether a number may overflow, as the expression above does; what is
 * malformed is left to the parser.
 */
function look(body: Buffer): boolean {
  let level = 0;
  let mayOverflow = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (isDigit(byte)) {
      const end = endOfDigits(body, i + 1);
      mayOverflow ||= end - i >= DIGITS_MIN;
      i = end - 1;
      continue;
    }
    switch (byte) {
      case 0x22: // "
        i = endOfString(body, i + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++level > NESTING_LEVELS_MAX) {
          throw new Failure(
            "badRequest",
            `The request body is nested deeper than ${NESTING_LEVELS_MAX} levels at byte ${i}.`,
          );
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        level--;
        break;
      case 0x45: // E
      case 0x65: {
        const start = body[i + 1] === 0x2b /* + */ ? i + 2 : i + 1;
        mayOverflow ||= endOfDigits(body, start) - start >= EXPONENT_DIGITS_MIN;
        break;
      }
    }
  }
  return mayOverflow;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function endOfDigits(body: Buffer, start: number): number {
  let i = start;
  while (isDigit(body[i])) i++;
  return i;
}

/** Where the closing quote is, or the body's end. */
function endOfString(body: Buffer, start: number): number {
  let i = start;
  while (i < body.length && body[i] !== 0x22) i += body[i] === 0x5c ? 2 : 1;
  return i;
}
