/** JSON pointers (RFC 6901): "/a/0/b~1c" names property `b/c` of the first element of `a`. */

/** Undefined when the text is not a pointer. */
export function parsePointer(text: string): string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A segment as the index of an array element; undefined when it cannot be one. */
export function arrayIndex(segment: string): number | undefined {
  return /^(0|[1-9][0-9]{0,8})$/.test(segment) ? Number(segment) : undefined;
}

export function isPointerPrefix(prefix: readonly string[], pointer: readonly string[]): boolean {
  return prefix.length <= pointer.length && prefix.every((segment, i) => segment === pointer[i]);
}
