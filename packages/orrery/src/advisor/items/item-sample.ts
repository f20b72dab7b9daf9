/**
 * What is kept of any number of items: counts for every scalar path over all of them, and a uniform sample (a
 * reservoir) of rows for everything that looks at several paths at once. Of a row only its scalars are kept; the first
 * slots, a uniform sample too, also keep the whole item, for the replay.
 */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { ADDED_PROPERTIES } from "../../value/system-properties.ts";
import type { Random } from "../ground/random.ts";
import { HyperLogLog } from "./hyper-log-log.ts";
import type { SizedItem } from "./read-item-file.ts";

export const SAMPLE_ROWS_MAX = 50_000;
/** Rows of which the whole item is kept. */
export const WHOLE_ITEMS_MAX = 2_000;
const WHOLE_ITEM_BYTES_MAX = 65_536;
/** Paths that are looked at; an item with more is looked at in part. */
export const PATHS_MAX = 64;
const DEPTH_MAX = 4;
/** A longer text is no key anybody wants; a key may have 2,048 bytes. */
const KEPT_CHARACTERS_MAX = 2_100;

export interface Row {
  /** The item with its scalars alone. */
  readonly item: JsonObject;
  readonly bytes: number;
  /** Values that an index over everything would hold. */
  readonly terms: number;
  /** When it came, of all items. */
  readonly order: number;
  readonly whole?: string;
}

export class PathCounts {
  readonly path: `/${string}`;
  readonly segments: readonly string[];
  present = 0;
  nulls = 0;
  strings = 0;
  numbers = 0;
  booleans = 0;
  /** Objects and arrays. */
  structures = 0;
  bytesMax = 0;
  characters = 0;
  readonly distinct = new HyperLogLog();

  constructor(path: `/${string}`, segments: readonly string[]) {
    this.path = path;
    this.segments = segments;
  }

  add(value: Json): void {
    this.present++;
    if (typeof value === "string") {
      this.strings++;
      this.characters += value.length;
      if (value.length * 3 > this.bytesMax) this.bytesMax = Math.max(this.bytesMax, Buffer.byteLength(value));
      this.distinct.add(value);
    } else if (typeof value === "number") {
      this.numbers++;
      this.distinct.add(`n${value}`);
    } else if (typeof value === "boolean") {
      this.booleans++;
      this.distinct.add(value ? "bt" : "bf");
    } else if (value === null) this.nulls++;
    else this.structures++;
  }
}

interface PathNode {
  readonly counts: PathCounts;
  readonly children: Map<string, PathNode>;
}

export class ItemSample {
  items = 0;
  bytes = 0;
  readonly rows: Row[] = [];
  readonly #paths: PathCounts[] = [];
  readonly #root = new Map<string, PathNode>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** In the order in which they were first seen. */
  get paths(): readonly PathCounts[] {
    return this.#paths;
  }

  add({ item, bytes }: SizedItem): void {
    const order = this.items++;
    this.bytes += bytes;
    this.#count(item, this.#root, "", [], 1);
    const slot = order < SAMPLE_ROWS_MAX ? order : Math.floor(this.#random() * this.items);
    if (slot >= SAMPLE_ROWS_MAX) return;
    const isWhole = slot < WHOLE_ITEMS_MAX && bytes <= WHOLE_ITEM_BYTES_MAX;
    // A file may leave out what every item of a container has.
    const named = typeof item.id === "string" ? item : { ...item, id: `item-${order}` };
    this.rows[slot] = {
      item: scalarsOf(named, 1),
      bytes,
      terms: termsOf(named),
      order,
      ...(isWhole ? { whole: JSON.stringify(withoutSystem(named)) } : {}),
    };
  }

  #count(
    object: JsonObject,
    nodes: Map<string, PathNode>,
    prefix: string,
    segments: readonly string[],
    depth: number,
  ): void {
    for (const name in object) {
      if (depth === 1 && ADDED_PROPERTIES.has(name)) continue;
      let node = nodes.get(name);
      if (node === undefined) {
        if (this.#paths.length >= PATHS_MAX) continue;
        const counts = new PathCounts(`${prefix}/${segmentText(name)}` as `/${string}`, [...segments, name]);
        node = { counts, children: new Map() };
        nodes.set(name, node);
        this.#paths.push(counts);
      }
      const value = object[name] as Json;
      node.counts.add(value);
      if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < DEPTH_MAX)
        this.#count(value as JsonObject, node.children, node.counts.path, node.counts.segments, depth + 1);
    }
  }
}

/** As partition key paths have it: quoted where it is not a plain word. */
function segmentText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function scalarsOf(object: JsonObject, depth: number): JsonObject {
  const kept: Record<string, Json> = {};
  for (const name in object) {
    const value = object[name] as Json;
    if (typeof value !== "object" || value === null) {
      kept[name] =
        typeof value === "string" && value.length > KEPT_CHARACTERS_MAX
          ? value.slice(0, KEPT_CHARACTERS_MAX)
          : value;
    } else if (!Array.isArray(value) && depth < DEPTH_MAX)
      kept[name] = scalarsOf(value as JsonObject, depth + 1);
  }
  return kept;
}

export function withoutSystem(item: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !ADDED_PROPERTIES.has(name)));
}

/** Different values of each path, as an index over everything holds them. */
export function termsOf(item: JsonObject): number {
  const terms = new Set<string>();
  const visit = (value: Json, path: string): void => {
    if (typeof value !== "object" || value === null) terms.add(`${path} ${typeof value} ${value}`);
    else if (Array.isArray(value)) for (const each of value) visit(each as Json, `${path}/[]`);
    else for (const name in value) visit((value as JsonObject)[name] as Json, `${path}/${name}`);
  };
  for (const name in item) if (!ADDED_PROPERTIES.has(name)) visit(item[name] as Json, name);
  return terms.size;
}
