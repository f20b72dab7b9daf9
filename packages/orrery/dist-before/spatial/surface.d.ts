/**
 * The two surfaces that shapes lie on, behind one interface: the plane, and the WGS-84 ellipsoid.
 *
 * A vertex carries a vector such that three vertices lie on one line (of the plane) or on one great ellipse (of the
 * earth) exactly when their vectors lie in a plane through the origin: (x, y, 1) in the plane, the unit vector of the
 * geocentric direction on the earth. Segments, crossings and midpoints are then the same formulas on both.
 */
export interface Vertex {
    /** Degrees of longitude, or the horizontal axis of the plane. */
    readonly x: number;
    /** Degrees of latitude, or the vertical axis. */
    readonly y: number;
    readonly vx: number;
    readonly vy: number;
    readonly vz: number;
}
/** A closed curve without its repeated last vertex. */
export interface Ring {
    readonly vertices: readonly Vertex[];
    /** What the ring encloses; on the earth that is the side to its left. In square metres on the earth. */
    readonly area: number;
    /** Whether a vertex that does not lie on the ring lies inside. */
    contains(vertex: Vertex): boolean;
}
export interface Surface {
    vertex(x: number, y: number): Vertex;
    /** The vertex in the direction of a vector. */
    towards(vx: number, vy: number, vz: number): Vertex;
    /** `isHole`: the ring encloses its smaller side, whichever way it turns. */
    ring(vertices: readonly Vertex[], isHole: boolean): Ring;
    nearestOnSegment(vertex: Vertex, start: Vertex, end: Vertex): Vertex;
    /** In metres on the earth. */
    distance(a: Vertex, b: Vertex): number;
}
/** Positive where `c` lies to the left of the way from `a` to `b`, zero on the line. */
export declare function orientation(a: Vertex, b: Vertex, c: Vertex): number;
export declare function isSame(a: Vertex, b: Vertex): boolean;
/** Whether a vertex lies on the segment from `a` to `b`, ends included. */
export declare function isOnSegment(vertex: Vertex, a: Vertex, b: Vertex): boolean;
/** Whether two segments cross at one inner point of both. The last two conditions tell it from its antipode. */
export declare function segmentsCross(a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean;
/** Whether two segments have any point in common. */
export declare function segmentsTouch(a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean;
/** Where the segment from `a` to `b` meets the line through `c` and `d`, which it crosses. */
export declare function crossing(surface: Surface, a: Vertex, b: Vertex, c: Vertex, d: Vertex): Vertex;
/** The vertex at a fraction of the straight way between the vectors of `a` and `b`. */
export declare function along(surface: Surface, a: Vertex, b: Vertex, fraction: number): Vertex;
