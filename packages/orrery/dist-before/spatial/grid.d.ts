/**
 * How a surface is cut into cells, and how far things are from each other in the measure by which shapes are covered with
 * cells. On the earth that is the angle at its centre; on the plane it is the distance.
 */
import type { Cell } from "./cell.js";
import type { Geometry } from "./geometry.js";
import type { Vertex } from "./surface.js";
export interface Grid {
    /** Equal for grids that cut a surface alike. */
    readonly name: string;
    readonly faces: number;
    /** All of the cell lies inside the circle. */
    circleAround(cell: Cell): Circle;
    /** The smallest cell that holds a vertex. */
    cellOf(vertex: Vertex): Cell;
    distance(a: Vertex, b: Vertex): number;
    distanceToSegment(vertex: Vertex, start: Vertex, end: Vertex): number;
    /** Whether it is known where all of a shape is, and the distances to it can be computed. */
    isClear(shape: Geometry): boolean;
    /** Whether all of a clear shape is in cells. */
    holds(shape: Geometry): boolean;
    /** More than what rounding may do to the distance from a shape that the grid holds. */
    readonly rounding: number;
    /**
     * What a function calls no farther from a shape than a distance (of the function) is no farther than this; 0 is for
     * what meets the shape. Infinite where it may be anywhere.
     */
    reach(shape: Geometry, distance: number): number;
}
export interface Circle {
    readonly centre: Vertex;
    readonly radius: number;
}
