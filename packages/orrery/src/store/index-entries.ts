/**
 * The index entries of an item: one for each value at each indexed path, with array elements under "[]", one
 * for each composite index and each cell of a spatial one, and for arrays and objects themselves (so that ORDER BY and IS_DEFINED find every
 * item that has the property). Entries are keys without values, ending in the item's ref.
 */
import { atOnce } from "../value/at-once.ts";
import { ENCODED_VALUE_BYTES_MAX, writeValue } from "../value/encode-value.ts";
import type { Json, JsonArray, JsonObject, Value } from "../value/json.ts";
import { UNINDEXED_PROPERTIES } from "../value/system-properties.ts";
import {
  type CompositeIndex,
  INDEX_PREFIX_BYTES,
  type IndexRules,
  indexPrefix,
  type PathNode,
} from "./index-rules.ts";
import { REF_BYTES, type Ref } from "./key-layout.ts";

const ENTRY_BYTES_MAX = INDEX_PREFIX_BYTES + ENCODED_VALUE_BYTES_MAX + REF_BYTES;

/** Entries are written one after another into a block of memory, and are parts of it, so that none is copied. */
const BLOCK_BYTES = 16 * 1024;
let block = Buffer.allocUnsafe(BLOCK_BYTES);
let blockUsed = 0;

/** About how many values are visited in a piece of the work. An item of 2 MB may have hundreds of thousands. */
const PIECE_VALUES = 128;

/** All index keys of an item. Duplicates (an array that repeats a value) are left out. */
export function indexEntries(rules: IndexRules, document: JsonObject, ref: Ref): Buffer[] {
  const keys: Buffer[] = [];
  atOnce(addIndexEntries(rules, document, ref, keys));
  return keys;
}

/** The same in pieces: adds the keys to `keys`. */
export function* addIndexEntries(
  rules: IndexRules,
  document: JsonObject,
  ref: Ref,
  keys: Buffer[],
): Generator<void, void> {
  if (!rules.enabled) return;
  const walk: Walk = { ref, keys, visited: 0, seen: undefined };
  yield* visitObject(rules.root, document, walk);
  for (const { node, segments } of rules.explicitPaths) {
    if (valueAt(document, segments) === undefined) keys.push(entry(node, undefined, ref));
  }
  for (const composite of rules.composites) keys.push(compositeEntry(composite, document, ref));
  for (const { index, value } of rules.spatial.entriesOf(document)) {
    keys.push(Buffer.concat([indexPrefix(index), value, Buffer.from(ref, "latin1")]));
  }
}

interface Walk {
  readonly ref: Ref;
  readonly keys: Buffer[];
  visited: number;
  /** The keys of the array that is visited, with all that is in it; undefined outside of arrays. */
  seen: Set<string> | undefined;
}

function* visitObject(node: PathNode, object: JsonObject, walk: Walk): Generator<void, void> {
  const top = node.path === "";
  for (const name in object) {
    if (top && name.charCodeAt(0) === 0x5f && UNINDEXED_PROPERTIES.has(name)) continue;
    const value = object[name]!;
    const child = node.child(name);
    visit(child, value, walk);
    if (walk.visited >= PIECE_VALUES) yield* pieceEnd(walk);
    if (typeof value === "object" && value !== null) yield* visitInside(child, value, walk);
  }
}

function visit(node: PathNode, value: Json, walk: Walk): void {
  walk.visited++;
  if (!node.scalars) return;
  const { seen } = walk;
  const key = entry(node, value, walk.ref);
  if (seen !== undefined) {
    const before = seen.size;
    if (seen.add(key.toString("latin1")).size === before) return;
  }
  walk.keys.push(key);
}

function* pieceEnd(walk: Walk): Generator<void, void> {
  walk.visited = 0;
  yield;
}

function* visitInside(node: PathNode, value: JsonArray | JsonObject, walk: Walk): Generator<void, void> {
  if (!node.below && node.children.size === 0 && node.elements === undefined) return;
  if (!Array.isArray(value)) {
    yield* visitObject(node, value as JsonObject, walk);
    return;
  }
  const isOutermost = walk.seen === undefined;
  walk.seen ??= new Set();
  yield* visitArray(node.element(), value, walk);
  if (isOutermost) walk.seen = undefined;
}

function* visitArray(node: PathNode, array: JsonArray, walk: Walk): Generator<void, void> {
  for (const element of array) {
    visit(node, element, walk);
    if (walk.visited >= PIECE_VALUES) yield* pieceEnd(walk);
    if (typeof element === "object" && element !== null) yield* visitInside(node, element, walk);
  }
}

function entry({ prefix }: PathNode, value: Value, ref: Ref): Buffer {
  if (blockUsed + ENTRY_BYTES_MAX > BLOCK_BYTES) {
    block = Buffer.allocUnsafe(BLOCK_BYTES);
    blockUsed = 0;
  }
  const start = blockUsed;
  for (let i = 0; i < INDEX_PREFIX_BYTES; i++) block[start + i] = prefix[i]!;
  const end = writeValue(block, start + INDEX_PREFIX_BYTES, value);
  for (let i = 0; i < REF_BYTES; i++) block[end + i] = ref.charCodeAt(i);
  blockUsed = end + REF_BYTES;
  return block.subarray(start, blockUsed);
}

function compositeEntry(composite: CompositeIndex, document: JsonObject, ref: Ref): Buffer {
  const values = composite.parts.map(({ segments }) => valueAt(document, segments));
  return Buffer.concat([composite.prefix, encodeComposite(composite, values), Buffer.from(ref, "latin1")]);
}

/** The values one after another; a descending one with its bits inverted, which inverts its order. */
function encodeComposite(composite: Pick<CompositeIndex, "parts">, values: readonly Value[]): Buffer {
  const parts = values.map((value, i) => {
    const bytes = Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);
    const part = bytes.subarray(0, writeValue(bytes, 0, value));
    if (composite.parts[i]!.descending) for (let at = 0; at < part.length; at++) part[at] = ~part[at]! & 0xff;
    return part;
  });
  return Buffer.concat(parts);
}

export function valueAt(document: JsonObject, segments: readonly string[]): Value {
  let value: Value = document;
  for (const segment of segments) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const object = value as JsonObject;
    if (!Object.hasOwn(object, segment)) return undefined;
    value = object[segment];
  }
  return value;
}
