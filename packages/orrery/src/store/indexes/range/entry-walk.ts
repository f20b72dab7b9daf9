/**
 * The entries of an item in the indexes of its paths: one for each value at each indexed path, with array elements under
 * "[]", and for arrays and objects themselves (so that ORDER BY and IS_DEFINED find every item that has the property).
 * Entries are keys without values, ending in the item's ref.
 */

import type { Json, JsonArray, JsonObject, Value } from "@orrerydb/exact-json";
import type { NewKeys } from "../../../kv/write.ts";
import { ENCODED_VALUE_BYTES_MAX, writeValue } from "../../../value/encode-value.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { UNINDEXED_PROPERTIES } from "../../../value/system-properties.ts";
import { REF_BYTES } from "../../records/key-layout.ts";
import type { EntryWalk } from "../compiled-indexes.ts";
import { INDEX_PREFIX_BYTES } from "../index-prefix.ts";
import { valueAt } from "../value-at.ts";
import type { PathNode, PathRules } from "./path-rules.ts";

const UNDERSCORE = 0x5f;
const ENTRY_BYTES_MAX = INDEX_PREFIX_BYTES + ENCODED_VALUE_BYTES_MAX + REF_BYTES;

/** About how many values are visited in a piece of the work. An item of 2 MB may have hundreds of thousands. */
const PIECE_VALUES = 128;

/** An object or an array in which the walk is. */
interface Level {
  /** Of the object, or of the array's elements. */
  readonly node: PathNode;
  readonly values: JsonArray | JsonObject;
  /** The names of an object's members; undefined: it is an array. */
  readonly names: readonly string[] | undefined;
  /** How many of its members were visited. */
  visited: number;
}

/** The keys of an item in pieces: most items are one. Duplicates (an array that repeats a value) are left out. */
export class PathWalk implements EntryWalk {
  readonly #keys: NewKeys;
  readonly #rules: PathRules;
  readonly #document: JsonObject;
  readonly #ref: ItemRef;
  /** From the whole item inwards. */
  readonly #levels: Level[] = [];
  /** The keys of the outermost array that is visited, with all that is in it; undefined outside of arrays. */
  #seen: Set<string> | undefined;
  /** How many levels there are outside of that array. */
  #seenFrom = 0;

  constructor(rules: PathRules, keys: NewKeys, document: JsonObject, ref: ItemRef) {
    this.#keys = keys;
    this.#rules = rules;
    this.#document = document;
    this.#ref = ref;
    this.#enter(rules.root, document);
  }

  /** Does the next piece; true: it was the last. */
  next(): boolean {
    const levels = this.#levels;
    for (let left = PIECE_VALUES; levels.length > 0; ) {
      const level = levels[levels.length - 1]!;
      if (level.visited === (level.names ?? (level.values as JsonArray)).length) {
        this.#leave();
        continue;
      }
      if (left-- === 0) return false;
      this.#visitNext(level);
    }
    this.#addLacking();
    return true;
  }

  #visitNext(level: Level): void {
    const { node, names } = level;
    const place = level.visited++;
    if (names === undefined) {
      this.#visit(node, (level.values as JsonArray)[place]!);
      return;
    }
    const name = names[place]!;
    if (name.charCodeAt(0) === UNDERSCORE && node.path === "" && UNINDEXED_PROPERTIES.has(name)) return;
    this.#visit(node.child(name), (level.values as JsonObject)[name]!);
  }

  #visit(node: PathNode, value: Json): void {
    if (node.scalars) this.#add(node, value);
    if (typeof value !== "object" || value === null) return;
    if (node.below || node.children.size > 0 || node.elements !== undefined) this.#enter(node, value);
  }

  #enter(node: PathNode, values: JsonArray | JsonObject): void {
    if (!Array.isArray(values)) {
      this.#levels.push({ node, values, names: Object.keys(values), visited: 0 });
      return;
    }
    if (this.#seen === undefined) {
      this.#seen = new Set();
      this.#seenFrom = this.#levels.length;
    }
    this.#levels.push({ node: node.element(), values, names: undefined, visited: 0 });
  }

  #leave(): void {
    this.#levels.pop();
    if (this.#levels.length === this.#seenFrom) this.#seen = undefined;
  }

  #add(node: PathNode, value: Value): void {
    const keys = this.#keys;
    const seen = this.#seen;
    addEntry(keys, node, value, this.#ref);
    if (seen === undefined) return;
    const before = seen.size;
    if (seen.add(keys.writes[keys.writes.length - 1]!.bareText).size === before) keys.takeBack();
  }

  /** What the policy names in full and the item lacks. */
  #addLacking(): void {
    for (const { node, segments } of this.#rules.explicitPaths) {
      if (valueAt(this.#document, segments) === undefined) addEntry(this.#keys, node, undefined, this.#ref);
    }
  }
}

function addEntry(keys: NewKeys, { prefix }: PathNode, value: Value, ref: ItemRef): void {
  const start = keys.begin(ENTRY_BYTES_MAX);
  const { bytes } = keys;
  for (let i = 0; i < INDEX_PREFIX_BYTES; i++) bytes[start + i] = prefix[i]!;
  const end = writeValue(bytes, start + INDEX_PREFIX_BYTES, value);
  for (let i = 0; i < REF_BYTES; i++) bytes[end + i] = ref.charCodeAt(i);
  keys.end(end + REF_BYTES);
}
