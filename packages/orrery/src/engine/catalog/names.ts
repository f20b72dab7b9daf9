/** What an id may be. */
import { Failure } from "../../value/failure.ts";

const NAME_CHARACTERS_MAX = 255;
const ITEM_ID_BYTES_MAX = 1023;

/** Databases, containers, scripts, users and the like. */
export function checkName(id: unknown): string {
  if (typeof id !== "string" || id === "") {
    throw new Failure(
      "badRequest",
      "The input content is invalid because the required properties - 'id; ' - are missing.",
    );
  }
  if (id.length > NAME_CHARACTERS_MAX) {
    throw new Failure(
      "badRequest",
      `The id has ${id.length} characters. Ensure to provide a unique non-empty string less than '${NAME_CHARACTERS_MAX}' characters.`,
    );
  }
  if (/[/\\?#]/.test(id) || id.endsWith(" ")) {
    throw new Failure(
      "badRequest",
      "Id contains illegal chars: it must not contain '/', '\\', '?' or '#', nor end with a space.",
    );
  }
  return id;
}

export function checkItemId(id: unknown): string {
  if (typeof id !== "string") {
    throw new Failure(
      "badRequest",
      id === undefined
        ? "The input content is invalid because the required properties - 'id; ' - are missing."
        : "The input content is invalid because the 'id' property must be a string.",
    );
  }
  if (id === "") throw new Failure("badRequest", "The id of an item must not be empty.");
  const bytes = Buffer.byteLength(id);
  if (bytes > ITEM_ID_BYTES_MAX) {
    throw new Failure(
      "badRequest",
      `The id has ${bytes} bytes. Ensure to provide a unique non-empty string less than '${ITEM_ID_BYTES_MAX + 1}' characters.`,
    );
  }
  return id;
}
