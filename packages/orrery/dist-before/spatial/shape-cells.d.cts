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
import type { Value } from "../value/json.cjs";
import { type CellRange } from "./cell.cjs";
import { type GeospatialType } from "./geometry.cjs";
import { type BoundingBox } from "./plane-grid.cjs";
/** Entries of one shape. */
export declare const SHAPE_CELLS_MAX = 8;
/** Cells that a query looks into, not counting those around them. */
export declare const QUERY_CELLS_MAX = 16;
interface ShapeCellsOptions {
    readonly type: GeospatialType;
    /** Of the plane. */
    readonly boundingBox?: BoundingBox;
    /** The types of shapes that are cut into cells; none: all. */
    readonly shapes: readonly string[];
}
export declare class ShapeCells {
    #private;
    /** Equal for those that give every shape the same cells. */
    readonly name: string;
    constructor({ type, boundingBox, shapes }: ShapeCellsOptions);
    /** The numbers of the cells that a value has entries for; none if it is not a shape. */
    numbersOf(value: Value): readonly number[];
    /**
     * Where the entries are of all shapes no farther than `distance` from `value`, and of all that meet it. Undefined: they
     * may be anywhere.
     */
    rangesNear(value: Value, distance: number): readonly CellRange[] | undefined;
}
export {};
