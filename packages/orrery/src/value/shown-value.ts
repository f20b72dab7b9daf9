/**
 * A value in a message. Whatever a client sent may stand here: `String` would throw on an object that has a property
 * `toString`, and a message is no place for megabytes.
 */
const CHARACTERS_MAX = 200;

export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text;
}
