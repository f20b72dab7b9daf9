/**
 * Reads a JSON body: valid UTF-8, well-formed, nested no deeper than the protocol allows, its numbers within the range
 * of a double and with their digits; or the same in CosmosBinary, which clients may send wherever they may send text.
 */

import { isUtf8 } from "node:buffer";
import { type Json, type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { Failure } from "../value/failure.ts";
import { parseInPieces } from "../value/json-text/json-in-pieces.ts";
import { NESTING_LEVELS_MAX } from "../value/nesting-levels.ts";
import { decodeCosmosBinary, isCosmosBinary } from "./cosmos-binary/decode-cosmos-binary.ts";

export function parseJson(body: Buffer): Json {
  if (isCosmosBinary(body)) return decodeCosmosBinary(body);
  checkText(body);
  try {
    return parseJsonText(body.toString("utf8"));
  } catch (error) {
    throw invalid(body, error);
  }
}

export function parseJsonObject(body: Buffer): JsonObject {
  return checkObject(parseJson(body));
}

/** The same of a large body, in pieces. */
export function* parseJsonObjectInPieces(body: Buffer): Generator<void, JsonObject> {
  if (isCosmosBinary(body)) return parseJsonObject(body);
  checkText(body);
  yield;
  try {
    return checkObject(yield* parseInPieces(body));
  } catch (error) {
    throw invalid(body, error);
  }
}

function checkText(body: Buffer): void {
  if (!isUtf8(body))
    throw new Failure("badRequest", "The request body is not valid UTF-8; send JSON in that encoding.");
  // A level takes two bytes, so that a short body need not be measured.
  if (body.length > 2 * NESTING_LEVELS_MAX) checkNesting(body);
}

function invalid(body: Buffer, cause: unknown): unknown {
  if (cause instanceof RangeError) {
    return new Failure(
      "badRequest",
      `The request body holds a number that is too large: at most ${Number.MAX_VALUE} can be stored. Send it as a string.`,
      { cause },
    );
  }
  if (!(cause instanceof SyntaxError)) return cause;
  const where = body.length === 0 ? "it is empty" : cause.message;
  return new Failure("badRequest", `The request body is not valid JSON: ${where}.`, { cause });
}

function checkObject(parsed: Json): JsonObject {
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Failure("badRequest", "The request body must be a JSON object.");
  }
  return parsed as JsonObject;
}

/** Counts brackets outside of strings; malformed text is left to the parser. */
function checkNesting(body: Buffer): void {
  let level = 0;
  for (let i = 0; i < body.length; i++) {
    switch (body[i]!) {
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
