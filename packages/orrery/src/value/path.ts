/**
 * Canonical text of a property path: "/a/b", with array elements as "[]" ("/tags/[]/name"). A name that could
 * be mistaken for something else is quoted ('/"a/b"'), so that no two paths share a text.
 */
export const ARRAY_ELEMENT = "[]";

const PLAIN_NAME = /^[^/"'[\]\\?*]+$/;

export function pathSegment(name: string): string {
  return PLAIN_NAME.test(name) ? name : quotedSegment(name);
}

export function quotedSegment(name: string): string {
  return `"${name.replace(/["\\]/g, "\\$&")}"`;
}

/** A segment is a property name, or null for array elements. */
export function canonicalPath(segments: readonly (string | null)[]): string {
  return segments.map((name) => `/${name === null ? ARRAY_ELEMENT : pathSegment(name)}`).join("");
}

/**
 * Splits a path as users write it in policies (`/a/"b c"/[]/?`) into segments: names unquoted, `[]` as null.
 * Returns undefined when it is malformed.
 */
export function parsePath(path: string): (string | null)[] | undefined {
  const segments: (string | null)[] = [];
  let at = 0;
  while (at < path.length) {
    if (path[at] !== "/") return undefined;
    at++;
    const quote = path[at];
    if (quote === '"' || quote === "'") {
      let name = "";
      at++;
      for (; at < path.length && path[at] !== quote; at++) {
        if (path[at] === "\\") at++;
        name += path[at] ?? "";
      }
      if (at >= path.length) return undefined;
      at++;
      segments.push(name);
    } else {
      const end = path.indexOf("/", at);
      const name = path.slice(at, end < 0 ? path.length : end);
      if (name === "") {
        if (end < 0 && segments.length > 0) return segments;
        return undefined;
      }
      segments.push(name === ARRAY_ELEMENT ? null : name);
      at += name.length;
    }
  }
  return segments;
}
