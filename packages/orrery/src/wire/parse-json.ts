/**
 * Reads a JSON body: valid UTF-8, well-formed, nested no deeper than the protocol allows, its numbers within range; or
 * the same in CosmosBinary, which clients may send wherever they may send text.
 */
import { isUtf8 } from "node:buffer";
import { Failure } from "../value/failure.ts";
import { type Json, type JsonObject, NESTING_LEVELS_MAX } from "../value/json.ts";
import { decodeCosmosBinary, isCosmosBinary } from "./cosmos-binary/decode-cosmos-binary.ts";

export function parseJson(body: Buffer): Json {
  if (isCosmosBinary(body)) return decodeCosmosBinary(body);
  if (!isUtf8(body)) {
    throw new Failure("badRequest", "The request body is not valid UTF-8; send JSON in that encoding.");
  }
  // A level takes two bytes, so that a short body need not be measured.
  if (body.length > 2 * NESTING_LEVELS_MAX) checkNesting(body);
  const text = body.toString("utf8");
  const parsed = parseText(text);
  if (MAY_OVERFLOW.test(text)) checkNumbers(parsed);
  return parsed;
}

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const where = text === "" ? "it is empty" : (error as Error).message;
    throw new Failure("badRequest", `The request body is not valid JSON: ${where}.`, { cause: error });
  }
}

/** An exponent of three digits, or, because two can be 99 at most, so many digits that they need no more. */
const MAY_OVERFLOW = /[eE]\+?\d{3}|(?<!\d)\d{200}/;

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
  const parsed = parseJson(body);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Failure("badRequest", "The request body must be a JSON object.");
  }
  return parsed as JsonObject;
}

/** Counts brackets outside of strings; what is malformed is left to the parser. */
function checkNesting(body: Buffer): void {
  let level = 0;
  for (let i = 0; i < body.length; i++) {
    switch (body[i]) {
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
    }
  }
}

/** Where the closing quote is, or the body's end. */
function endOfString(body: Buffer, start: number): number {
  let i = start;
  while (i < body.length && body[i] !== 0x22) i += body[i] === 0x5c ? 2 : 1;
  return i;
}
