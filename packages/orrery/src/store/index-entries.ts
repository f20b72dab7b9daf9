/**
 * The index entries of an item: one for each value at each indexed path, with array elements under "[]", one
 * for each composite index, and for arrays and objects themselves (so that ORDER BY and IS_DEFINED find every
 * item that has the property). Entries are keys without values, ending in the item's ref.
 */
import { ENCODED_VALUE_BYTES_MAX, writeValue } from "../value/encode-value.ts";
import type { Json, JsonArray, JsonObject, Value } from "../value/json.ts";
import { UNINDEXED_PROPERTIES } from "../value/system-properties.ts";
import { type CompositeIndex, INDEX_PREFIX_BYTES, type IndexRules, type PathNode } from "./index-rules.ts";
import { REF_BYTES, type Ref } from "./key-layout.ts";

const ENTRY_BYTES_MAX = INDEX_PREFIX_BYTES + ENCODED_VALUE_BYTES_MAX + REF_BYTES;

/** Entries are written one after another into a block of memory, and are parts of it, so that none is copied. */
const BLOCK_BYTES = 16 * 1024;
let block = Buffer.allocUnsafe(BLOCK_BYTES);
let blockUsed = 0;

/** All index keys of an item. Duplicates (an array that repeats a value) are left out. */
export function indexEntries(rules: IndexRules, document: JsonObject, ref: Ref): Buffer[] {
  const keys: Buffer[] = [];
  if (!rules.enabled) return keys;
  visitObject(rules.root, document, ref, keys);
  for (const { node, segments } of rules.explicitPaths) {
    if (valueAt(document, segments) === undefined) keys.push(entry(node, undefined, ref));
  }
  for (const composite of rules.composites) keys.push(compositeEntry(composite, document, ref));
  return keys;
}

function visitObject(node: PathNode, object: JsonObject, ref: Ref, keys: Buffer[]): void {
  const top = node.path === "";
  for (const name in object) {
    if (top && name.charCodeAt(0) === 0x5f && UNINDEXED_PROPERTIES.has(name)) continue;
    visit(node.child(name), object[name]!, ref, keys);
  }
}

function visit(node: PathNode, value: Json, ref: Ref, keys: Buffer[]): void {
  if (node.scalars) keys.push(entry(node, value, ref));
  if (typeof value !== "object" || value === null) return;
  if (!node.below && node.children.size === 0 && node.elements === undefined) return;
  if (Array.isArray(value)) visitArray(node.element(), value, ref, keys);
  else visitObject(node, value as JsonObject, ref, keys);
}

function visitArray(node: PathNode, array: JsonArray, ref: Ref, keys: Buffer[]): void {
  if (array.length === 0) return;
  const own: Buffer[] = [];
  for (const element of array) visit(node, element, ref, own);
  own.sort(Buffer.compare);
  for (let i = 0; i < own.length; i++) if (i === 0 || !own[i]!.equals(own[i - 1]!)) keys.push(own[i]!);
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
