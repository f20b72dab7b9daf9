/**
 * The spatial indexes of a policy, compiled: which shapes of an item have entries, and for which cells. `/a/*` speaks of
 * a shape at `a` and of all below it, as of `/a/b` and `/a/[]`; `/a/?` of the one at `a` alone. Of several rules for one
 * path the longest decides.
 */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { NewKeys } from "../../../kv/write.ts";
import type { GeospatialType } from "../../../spatial/geometry.ts";
import { isBoundingBox } from "../../../spatial/plane-grid.ts";
import { ShapeCells } from "../../../spatial/shape-cells.ts";
import { type SpatialIndex, spatialIndex } from "../../../spatial/spatial-index.ts";
import { encodeValue } from "../../../value/encode-value.ts";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { refBytes } from "../../records/key-layout.ts";
import type { CompiledIndexes } from "../compiled-indexes.ts";
import type { IndexDefinition, IndexKind } from "../index-kind.ts";
import { indexPrefix } from "../index-prefix.ts";
import { listMember } from "../policy-input.ts";
import { checkSpatialIndexes } from "./spatial-policy.ts";

type Segments = readonly (string | null)[];

interface SpatialRule {
  readonly segments: Segments;
  readonly isBelow: boolean;
  readonly cells: ShapeCells;
}

export class SpatialIndexes implements CompiledIndexes {
  /** The longest first; what ends at its path before what goes on below it. */
  readonly #rules: readonly SpatialRule[];

  constructor(indexes: readonly JsonObject[], type: GeospatialType) {
    this.#rules = indexes
      .flatMap((index) => compileRule(index, type) ?? [])
      .sort((a, b) => b.segments.length - a.segments.length || Number(a.isBelow) - Number(b.isBelow));
  }

  indexAt(path: string): { readonly name: string; readonly index: SpatialIndex } | undefined {
    const segments = parsePath(path);
    const rule = segments && this.#ruleFor(segments);
    if (rule === undefined) return undefined;
    const index = spatialIndex(path, rule.cells);
    return { name: index.name, index };
  }

  addEntries(keys: NewKeys, document: JsonObject, ref: ItemRef): undefined {
    const entries = new Set<string>();
    const tail = refBytes(ref);
    for (const rule of this.#rules) {
      forEachAt(document, rule, (value, segments) => {
        // Another rule may be meant for a part of what is below this one.
        if (this.#ruleFor(segments) !== rule) return;
        const numbers = rule.cells.numbersOf(value);
        if (numbers.length === 0) return;
        const { name } = spatialIndex(canonicalPath(segments), rule.cells);
        for (const number of numbers) {
          const entry = `${number} ${name}`;
          if (entries.has(entry)) continue;
          entries.add(entry);
          keys.add(Buffer.concat([indexPrefix(SPATIAL.keyByte, name), encodeValue(number), tail]));
        }
      });
    }
  }

  #ruleFor(path: Segments): SpatialRule | undefined {
    return this.#rules.find(
      ({ segments, isBelow }) =>
        (isBelow ? segments.length <= path.length : segments.length === path.length) &&
        segments.every((name, i) => name === path[i]),
    );
  }
}

interface SpatialDefinition extends IndexDefinition {
  /** Whether shapes lie on the globe or on a plane. */
  readonly geospatialType?: string;
}

export const SPATIAL: IndexKind<SpatialIndexes> = {
  name: "spatial",
  keyByte: 0x42,
  rowsName: "spatial index entries",
  policy: { complete: (given) => listMember(given, "spatialIndexes"), check: checkSpatialIndexes },
  definitionOf({ spatialIndexes }, { geospatialConfig }): JsonObject {
    return spatialIndexes === undefined
      ? {}
      : { geospatialType: (geospatialConfig as { type: string } | undefined)?.type ?? "Geography" };
  },
  compile({ policy: { spatialIndexes }, geospatialType }: SpatialDefinition) {
    if (spatialIndexes === undefined) return undefined;
    return new SpatialIndexes(spatialIndexes, geospatialType === "Geometry" ? "Geometry" : "Geography");
  },
};

/** Undefined where a policy names no path that entries could be made for. */
function compileRule(
  { path, types, boundingBox }: JsonObject,
  type: GeospatialType,
): SpatialRule | undefined {
  const segments = typeof path === "string" ? parsePath(path) : undefined;
  if (segments === undefined || (type === "Geometry" && !isBoundingBox(boundingBox))) return undefined;
  const last = segments.at(-1);
  if (last === "?" || last === "*") segments.pop();
  const shapes = Array.isArray(types) ? types.filter((shape) => typeof shape === "string") : [];
  const box = type === "Geometry" && isBoundingBox(boundingBox) ? { boundingBox } : {};
  return { segments, isBelow: last === "*", cells: new ShapeCells({ type, shapes, ...box }) };
}

/** Visits the values that a rule speaks of. */
function forEachAt(
  document: JsonObject,
  { segments, isBelow }: SpatialRule,
  visit: (value: Json, path: Segments) => void,
): void {
  const descend = (value: Json, path: Segments): void => {
    const next = segments[path.length];
    if (path.length >= segments.length) visit(value, path);
    if (typeof value !== "object" || value === null || (path.length >= segments.length && !isBelow)) return;
    if (Array.isArray(value)) {
      if (next === undefined || next === null) for (const element of value) descend(element, [...path, null]);
    } else if (next === undefined) {
      for (const name in value) descend((value as JsonObject)[name]!, [...path, name]);
    } else if (next !== null && Object.hasOwn(value, next)) {
      descend((value as JsonObject)[next]!, [...path, next]);
    }
  };
  descend(document, []);
}
