/** Reads a JSON body: valid UTF-8, well-formed, and nested no deeper than the protocol allows. */
import { isUtf8 } from "node:buffer";
import { Failure } from "../value/failure.ts";
import { type Json, type JsonObject, NESTING_LEVELS_MAX } from "../value/json.ts";

export function parseJson(body: Buffer): Json {
  if (!isUtf8(body)) {
    throw new Failure("badRequest", "The request body is not valid UTF-8; send JSON in that encoding.");
  }
  // A level takes two bytes, so that a short body need not be measured.
  if (body.length > 2 * NESTING_LEVELS_MAX) checkNesting(body);
  try {
    return JSON.parse(body.toString("utf8")) as Json;
  } catch (error) {
    const where = body.length === 0 ? "it is empty" : (error as Error).message;
    throw new Failure("badRequest", `The request body is not valid JSON: ${where}.`, { cause: error });
  }
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
