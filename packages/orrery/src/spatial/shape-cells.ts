/**
 * Which cells a shape has entries for in a spatial index, and which cells a query looks into. Whatever a query's function
 * is true of has an entry there; it may find others too, so that each candidate is looked at by the function itself.
 *
 * - A point is in one of the smallest cells. Other shapes are covered by a few cells of any size: a query looks for them
 *   in its own cells, in all inside of these, and in all around them.
 * - What no cells can be told for may be anywhere, and every query looks at it: shapes of types that the policy does not
 *   name, those beyond the bounding box, and lines that go half around the earth, which way nobody can tell.
 *
 * On disk: do not change which cells a shape has; VERTICES_MAX and what else makes a shape valid count among that.
 */

import type { JsonObject, Value } from "@orrerydb/exact-json";
import { LRUCache } from "lru-cache";
import {
  ANYWHERE,
  type CellRange,
  cellNumber,
  isShapeLevel,
  numbersAround,
  rangeOf,
  uniteRanges,
} from "./cell.ts";
import { coverShape } from "./cover-shape.ts";
import { EARTH_GRID } from "./earth-grid.ts";
import { type GeospatialType, parseGeometry } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import { type BoundingBox, planeGrid } from "./plane-grid.ts";

/** Entries of one shape. */
export const SHAPE_CELLS_MAX = 8;
/** Cells that a query looks into, not counting those around them. */
export const QUERY_CELLS_MAX = 16;

/** A query comes once for each page: cells of so many shapes are remembered, of each that is not longer than this. */
const REMEMBERED_MAX = 64;
const REMEMBERED_CHARACTERS_MAX = 4096;

const SHAPE_TYPES = ["Point", "LineString", "Polygon", "MultiPolygon"];

interface ShapeCellsOptions {
  readonly type: GeospatialType;
  /** Of the plane. */
  readonly boundingBox?: BoundingBox;
  /** The types of shapes that are cut into cells; none: all. */
  readonly shapes: readonly string[];
}

export class ShapeCells {
  /** Equal for those that give every shape the same cells. */
  readonly name: string;
  readonly #type: GeospatialType;
  readonly #grid: Grid;
  readonly #shapes: ReadonlySet<string>;
  readonly #remembered = new LRUCache<string, { readonly ranges: readonly CellRange[] | undefined }>({
    max: REMEMBERED_MAX,
  });

  constructor({ type, boundingBox, shapes }: ShapeCellsOptions) {
    this.#type = type;
    this.#grid = type === "Geometry" ? planeGrid(boundingBox!) : EARTH_GRID;
    this.#shapes = new Set(SHAPE_TYPES.filter((shape) => shapes.length === 0 || shapes.includes(shape)));
    this.name = `${this.#grid.name} ${[...this.#shapes].join(",")}`;
  }

  /** The numbers of the cells that a value has entries for; none if it is not a shape. */
  numbersOf(value: Value): readonly number[] {
    if (!looksLikeShape(value)) return [];
    const parsed = parseGeometry(value, this.#type);
    if (!("geometry" in parsed)) return [];
    const shape = parsed.geometry;
    const grid = this.#grid;
    if (!this.#shapes.has(value.type) || !grid.isClear(shape) || !grid.holds(shape)) return [ANYWHERE];
    if (shape.point !== undefined) return [cellNumber(grid.cellOf(shape.point))];
    return coverShape(shape, grid, {
      reach: grid.rounding,
      cellsMax: SHAPE_CELLS_MAX,
      hasLevel: isShapeLevel,
    }).map(cellNumber);
  }

  /**
   * Where the entries are of all shapes no farther than `distance` from `value`, and of all that meet it. Undefined: they
   * may be anywhere.
   */
  rangesNear(value: Value, distance: number): readonly CellRange[] | undefined {
    const text = `${distance} ${JSON.stringify(value)}`;
    const known = this.#remembered.get(text);
    if (known !== undefined) return known.ranges;
    const ranges = this.#findRanges(value, distance);
    if (text.length <= REMEMBERED_CHARACTERS_MAX) this.#remembered.set(text, { ranges });
    return ranges;
  }

  #findRanges(value: Value, distance: number): readonly CellRange[] | undefined {
    const parsed = parseGeometry(value, this.#type);
    if (!("geometry" in parsed)) return [];
    const shape = parsed.geometry;
    const reach = this.#grid.reach(shape, Math.max(distance, 0));
    if (!this.#grid.isClear(shape) || reach === Number.POSITIVE_INFINITY) return undefined;
    const cells = coverShape(shape, this.#grid, { reach, cellsMax: QUERY_CELLS_MAX });
    const around = new Set(this.#hasLargeCells ? cells.flatMap(numbersAround) : []);
    const single = [ANYWHERE, ...around].map((number) => ({ first: number, last: number }));
    return uniteRanges([...single, ...cells.map(rangeOf)]);
  }

  /** Points are in the smallest cells. */
  get #hasLargeCells(): boolean {
    return this.#shapes.size > 1 || !this.#shapes.has("Point");
  }
}

/** Spares most other objects an attempt to read them. */
function looksLikeShape(value: Value): value is JsonObject & { readonly type: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, coordinates } = value as JsonObject;
  return typeof type === "string" && Array.isArray(coordinates) && SHAPE_TYPES.includes(type);
}
