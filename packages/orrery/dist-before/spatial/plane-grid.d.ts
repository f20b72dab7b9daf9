import type { Grid } from "./grid.js";
/** As the indexing policy of a container gives it, whose shapes lie on a plane. */
export interface BoundingBox {
    readonly xmin: number;
    readonly ymin: number;
    readonly xmax: number;
    readonly ymax: number;
}
export declare function isBoundingBox(value: unknown): value is BoundingBox;
export declare function planeGrid({ xmin, ymin, xmax, ymax }: BoundingBox): Grid;
