/*
 * Partition key paths: `/a/b`, or quoted segments as in `/"a/b"/'c'`, where a backslash escapes a quote or a
 * backslash. They name plain properties: no wildcard, no array index.
 */

import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";
import { PartitionKeyError } from "./partition-key-error.ts";

/** `undefined` where the property is absent; anything else is the value as it stands. */
export function valueAtSegments(item: unknown, segments: readonly string[]): unknown {
  let value = item;
  for (const segment of segments) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

export function parsePartitionKeyPath(path: string): string[] {
  const segments: string[] = [];
  let at = 0;
  while (at < path.length) {
    if (path[at] !== "/") throw invalidPath(path, at);
    at++;
    const quote = path[at];
    if (quote === '"' || quote === "'") {
      const end = endOfQuoted(path, at);
      segments.push(path.slice(at + 1, end).replace(/\\(["'\\])/g, "$1"));
      at = end + 1;
    } else {
      const slash = path.indexOf("/", at);
      const end = slash === -1 ? path.length : slash;
      const segment = path.slice(at, end).trim();
      if (segment === "") throw invalidPath(path, at);
      segments.push(segment);
      at = end;
    }
  }
  if (segments.length === 0) throw invalidPath(path, 0);
  return segments;
}

/** The key of an item: absent properties are `undefined`, an object or an array is refused as "NotScalar". */
export function extractPartitionKey(
  item: unknown,
  definition: PartitionKeyDefinition,
): PartitionKeyComponent[] {
  return definition.paths.map((path) => {
    const value = valueAtSegments(item, segmentsOf(path));
    if (isPartitionKeyComponent(value)) return value;
    throw new PartitionKeyError(
      "NotScalar",
      `The partition key property "${path}" holds an object or an array; it must be a string, a number, true, false or null.`,
    );
  });
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean", "undefined"]);

export function isPartitionKeyComponent(value: unknown): value is PartitionKeyComponent {
  return value === null || SCALARS.has(typeof value);
}

const PARSED_PATHS_MAX = 1000;
const parsedPaths = new Map<string, readonly string[]>();

function segmentsOf(path: string): readonly string[] {
  const known = parsedPaths.get(path);
  if (known !== undefined) return known;
  const segments = parsePartitionKeyPath(path);
  if (parsedPaths.size >= PARSED_PATHS_MAX) parsedPaths.clear();
  parsedPaths.set(path, segments);
  return segments;
}

function endOfQuoted(path: string, start: number): number {
  for (let at = start + 1; at < path.length; at++) {
    if (path[at] === "\\") at++;
    else if (path[at] === path[start]) return at;
  }
  throw invalidPath(path, start);
}

function invalidPath(path: string, index: number): PartitionKeyError {
  if (path === "" || path[0] !== "/") {
    const right = path === "" ? "/name" : `/${path}`;
    return new PartitionKeyError(
      "InvalidPath",
      `The path "${path}" must begin with "/", as "${right}" does.`,
    );
  }
  return new PartitionKeyError("InvalidPath", `The path "${path}" is invalid at index ${index}.`);
}
