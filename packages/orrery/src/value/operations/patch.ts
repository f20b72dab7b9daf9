/**
 * A patch: operations that change a part of an item, one after the other, all or none. Nothing is changed in
 * place: what lies on an operation's path is copied, the rest is shared with the item as it was.
 *
 * The operations are those of the service, not of RFC 6902: `set` is `add` that overwrites an array element
 * instead of inserting before it, `incr` makes the property that it does not find, and no operation creates the
 * objects on the way to its path.
 */

import {
  type Exact,
  ExactNumber,
  exactInteger,
  exactMember,
  inexact,
  integerOf,
  type Json,
  type JsonArray,
  type JsonObject,
  withElements,
  withMember,
  withoutMembers,
} from "@orrerydb/exact-json";
import { Failure } from "../failure.ts";
import { arrayIndex, isPointerPrefix, parsePointer } from "../json-text/json-pointer.ts";
import { NESTING_LEVELS_MAX } from "../nesting-levels.ts";

type PatchKind = "add" | "set" | "replace" | "remove" | "incr" | "move";

export type PatchOperation =
  | { readonly kind: "add" | "set" | "replace"; readonly path: Pointer; readonly value: Exact<Json> }
  | { readonly kind: "remove"; readonly path: Pointer }
  | { readonly kind: "incr"; readonly path: Pointer; readonly value: Exact<number> }
  | { readonly kind: "move"; readonly path: Pointer; readonly from: Pointer };

/** Never empty: an item is patched, not exchanged. */
type Pointer = readonly string[];

const OPERATIONS_MAX = 10;
const KINDS: ReadonlySet<string> = new Set<PatchKind>(["add", "set", "replace", "remove", "incr", "move"]);

/** As clients write them: `{ op, path, value }` or, to move, `{ op, path, from }`. */
export function parsePatchOperations(input: unknown): PatchOperation[] {
  if (!Array.isArray(input)) throw bad("The 'operations' of a patch must be an array.");
  if (input.length === 0) throw bad("A patch needs at least one operation.");
  if (input.length > OPERATIONS_MAX) {
    throw bad(
      `The number of patch operations can't exceed '${OPERATIONS_MAX}': there are ${input.length}. Send them in several requests.`,
    );
  }
  return input.map((operation: unknown, i) => numbered(i, () => parseOperation(operation)));
}

export function applyPatch(document: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  return operations.reduce(
    (patched, operation, i) => numbered(i, () => applyOperation(patched, operation)),
    document,
  );
}

/** The paths that an operation changes. */
export function changedPaths(operation: PatchOperation): readonly Pointer[] {
  return operation.kind === "move" ? [operation.path, operation.from] : [operation.path];
}

/** Runs what concerns one operation; a refusal says which one it was. */
export function numbered<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `For Operation(${index + 1}): ${error.message}`, { cause: error });
  }
}

function parseOperation(input: unknown): PatchOperation {
  if (typeof input !== "object" || input === null) throw bad("An operation of a patch must be an object.");
  const { op, path, from } = input as Readonly<Record<string, Json | undefined>>;
  const value = exactMember(input as JsonObject, "value");
  const kind = typeof op === "string" ? op.toLowerCase() : undefined;
  if (kind === undefined || !KINDS.has(kind)) {
    throw bad(`The operation ${JSON.stringify(op)} is not one of ${[...KINDS].join(", ")}.`);
  }
  const target = pointerOf(path, "path");
  const known = kind as PatchKind;
  switch (known) {
    case "remove":
      return { kind: "remove", path: target };
    case "move":
      return { kind: "move", path: target, from: pointerOf(from, "from") };
    case "incr":
      if (!isNumber(value)) throw bad("An 'incr' operation needs a number as its 'value'.");
      return { kind: "incr", path: target, value };
    case "add":
    case "set":
    case "replace":
      if (value === undefined) throw bad(`A '${kind}' operation needs a 'value'.`);
      return { kind: known, path: target, value };
  }
}

function pointerOf(input: Json | undefined, name: string): Pointer {
  const pointer = typeof input === "string" ? parsePointer(input) : undefined;
  if (pointer === undefined || pointer.length === 0) {
    throw bad(
      `The '${name}' of an operation must be a JSON pointer such as "/address/city", not ${JSON.stringify(input)}.`,
    );
  }
  return pointer;
}

function applyOperation(document: JsonObject, operation: PatchOperation): JsonObject {
  const { kind, path } = operation;
  switch (kind) {
    case "add":
    case "set":
    case "replace":
      return put(document, path, operation.value, kind);
    case "remove":
      return remove(document, path);
    case "incr":
      return put(document, path, incremented(valueAt(document, path), operation), "set");
    case "move": {
      const { from } = operation;
      if (isPointerPrefix(from, path)) {
        throw bad(
          `'${pointerText(from)}' cannot be moved to '${pointerText(path)}', which lies inside of it.`,
        );
      }
      const value = valueAt(document, from);
      if (value === undefined) throw nothingAt(from);
      return put(remove(document, from), path, value, "add");
    }
  }
}

function incremented(
  current: Exact | undefined,
  { path, value }: { path: Pointer; value: Exact<number> },
): Exact<number> {
  if (current === undefined) return value;
  if (!isNumber(current)) throw bad(`'${pointerText(path)}' holds no number to increment.`);
  const [a, b] = [integerOf(current), integerOf(value)];
  if (a !== undefined && b !== undefined && isInt64(a + b)) return exactInteger(a + b);
  const sum = inexact(current) + inexact(value);
  if (!Number.isFinite(sum)) throw bad(`'${pointerText(path)}' would grow past the largest number.`);
  return sum;
}

function isNumber(value: Exact): value is Exact<number> {
  return typeof value === "number" || value instanceof ExactNumber;
}

function isInt64(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer;
}

function put(
  document: JsonObject,
  path: Pointer,
  value: Exact<Json>,
  kind: "add" | "set" | "replace",
): JsonObject {
  if (path.length + nestingOf(inexact(value)) > NESTING_LEVELS_MAX) {
    throw bad(`The item would be nested deeper than ${NESTING_LEVELS_MAX} levels.`);
  }
  return editParent(document, path, (parent, name) => {
    if (!Array.isArray(parent)) {
      if (kind === "replace" && !Object.hasOwn(parent, name)) throw nothingAt(path);
      return withMember(parent as JsonObject, name, value);
    }
    const index = name === "-" && kind !== "replace" ? parent.length : arrayIndex(name);
    if (index === undefined) throw bad(`'${name}' in '${pointerText(path)}' is no index of an array.`);
    const isEnd = index === parent.length && kind !== "replace";
    if (index >= parent.length && !isEnd) {
      throw bad(`'${pointerText(path)}' lies outside of its array, which has ${parent.length} elements.`);
    }
    return withElements(parent as JsonArray, (elements) =>
      kind === "add" || isEnd ? elements.toSpliced(index, 0, value) : elements.with(index, value),
    );
  });
}

function remove(document: JsonObject, path: Pointer): JsonObject {
  return editParent(document, path, (parent, name) => {
    if (childOf(parent, name) === undefined) throw nothingAt(path);
    if (Array.isArray(parent)) {
      return withElements(parent as JsonArray, (elements) => elements.toSpliced(Number(name), 1));
    }
    return withoutMembers(parent as JsonObject, [name]);
  });
}

/** The document with the parent of `path` exchanged. */
function editParent(
  document: JsonObject,
  path: Pointer,
  edit: (parent: JsonArray | JsonObject, name: string) => JsonArray | JsonObject,
): JsonObject {
  const descend = (node: Json | undefined, depth: number): JsonArray | JsonObject => {
    if (typeof node !== "object" || node === null) {
      throw bad(
        `There is no object or array at '${pointerText(path.slice(0, depth))}' to change: no path found beyond: '${path[depth - 1]}'. Operations do not create the objects on the way to their path: add those first.`,
      );
    }
    const parent = node as JsonArray | JsonObject;
    const name = path[depth]!;
    if (depth === path.length - 1) return edit(parent, name);
    const child = descend(inexact(childOf(parent, name)), depth + 1);
    return Array.isArray(parent)
      ? withElements(parent as JsonArray, (elements) => elements.with(Number(name), child))
      : withMember(parent as JsonObject, name, child);
  };
  return descend(document, 0) as JsonObject;
}

function valueAt(document: JsonObject, path: Pointer): Exact {
  let value: Exact = document;
  for (const name of path) value = childOf(inexact(value), name);
  return value;
}

function childOf(value: Json | undefined, name: string): Exact {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const index = arrayIndex(name);
    return index === undefined ? undefined : exactMember(value as JsonArray, index);
  }
  return Object.hasOwn(value, name) ? exactMember(value as JsonObject, name) : undefined;
}

function nestingOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const child of Array.isArray(value) ? (value as JsonArray) : Object.values(value)) {
    deepest = Math.max(deepest, nestingOf(child));
  }
  return deepest + 1;
}

function nothingAt(path: Pointer): Failure {
  return bad(`There is nothing at '${pointerText(path)}'.`);
}

function pointerText(path: Pointer): string {
  return path.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function bad(message: string): Failure {
  return new Failure("badRequest", message);
}
