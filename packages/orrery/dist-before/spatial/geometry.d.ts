/**
 * GeoJSON shapes, checked and laid out on a surface. What is not a Point, LineString, Polygon or MultiPolygon with
 * numbers in range and closed rings is refused with a reason, which ST_ISVALIDDETAILED tells.
 */
import type { Value } from "../value/json.js";
import { type Ring, type Surface, type Vertex } from "./surface.js";
export type GeospatialType = "Geography" | "Geometry";
export interface Polygon {
    readonly outer: Ring;
    readonly holes: readonly Ring[];
}
export interface Segment {
    readonly a: Vertex;
    readonly b: Vertex;
}
export interface Geometry {
    readonly surface: Surface;
    /** Set for a Point. */
    readonly point?: Vertex;
    readonly polygons: readonly Polygon[];
    /** The edges of a LineString, or the boundary of polygons. */
    readonly segments: readonly Segment[];
}
/** Comparing two shapes costs the product of their sizes. */
export declare const VERTICES_MAX = 1024;
type ParsedGeometry = {
    readonly geometry: Geometry;
} | {
    readonly reason: string;
};
export declare function parseGeometry(value: Value, type: GeospatialType): ParsedGeometry;
/** What only a check of every pair of edges finds: a ring that meets itself. */
export declare function findSelfContact({ polygons }: Geometry): string | undefined;
export {};
