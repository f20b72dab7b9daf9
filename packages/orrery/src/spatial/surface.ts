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

/** Rounding of coordinates, relative to their size; within it, three vertices count as lying on one line. */
const ROUNDING = 1e-15;

/** Positive where `c` lies to the left of the way from `a` to `b`, zero on the line. */
export function orientation(a: Vertex, b: Vertex, c: Vertex): number {
  const abx = b.vx - a.vx;
  const aby = b.vy - a.vy;
  const abz = b.vz - a.vz;
  const acx = c.vx - a.vx;
  const acy = c.vy - a.vy;
  const acz = c.vz - a.vz;
  const volume =
    (aby * acz - abz * acy) * a.vx + (abz * acx - abx * acz) * a.vy + (abx * acy - aby * acx) * a.vz;
  const length = Math.abs(abx) + Math.abs(aby) + Math.abs(abz);
  const size = Math.abs(c.vx) + Math.abs(c.vy) + Math.abs(a.vx) + Math.abs(a.vy) + 1;
  return Math.abs(volume) <= ROUNDING * length * size ? 0 : volume;
}

export function isSame(a: Vertex, b: Vertex): boolean {
  return a.vx === b.vx && a.vy === b.vy && a.vz === b.vz;
}

/** Whether a vertex lies on the segment from `a` to `b`, ends included. */
export function isOnSegment(vertex: Vertex, a: Vertex, b: Vertex): boolean {
  if (isSame(vertex, a) || isSame(vertex, b)) return true;
  return !isSame(a, b) && orientation(a, b, vertex) === 0 && isBetween(vertex, a, b);
}

/** For a vertex on the line through `a` and `b`: both ends are seen in opposite directions. */
function isBetween(vertex: Vertex, a: Vertex, b: Vertex): boolean {
  const product =
    (a.vx - vertex.vx) * (b.vx - vertex.vx) +
    (a.vy - vertex.vy) * (b.vy - vertex.vy) +
    (a.vz - vertex.vz) * (b.vz - vertex.vz);
  return product <= 0;
}

/** Whether two segments cross at one inner point of both. The last two conditions tell it from its antipode. */
export function segmentsCross(a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean {
  const abc = orientation(a, b, c);
  const abd = orientation(a, b, d);
  if (abc * abd >= 0) return false;
  const cda = orientation(c, d, a);
  const cdb = orientation(c, d, b);
  return cda * cdb < 0 && abd * cda > 0 && abc * cdb > 0;
}

/** Whether two segments have any point in common. */
export function segmentsTouch(a: Vertex, b: Vertex, c: Vertex, d: Vertex): boolean {
  return (
    segmentsCross(a, b, c, d) ||
    isOnSegment(c, a, b) ||
    isOnSegment(d, a, b) ||
    isOnSegment(a, c, d) ||
    isOnSegment(b, c, d)
  );
}

/** Where the segment from `a` to `b` meets the line through `c` and `d`, which it crosses. */
export function crossing(surface: Surface, a: Vertex, b: Vertex, c: Vertex, d: Vertex): Vertex {
  const before = orientation(c, d, a);
  return along(surface, a, b, before / (before - orientation(c, d, b)));
}

/** The vertex at a fraction of the straight way between the vectors of `a` and `b`. */
export function along(surface: Surface, a: Vertex, b: Vertex, fraction: number): Vertex {
  return surface.towards(
    a.vx + (b.vx - a.vx) * fraction,
    a.vy + (b.vy - a.vy) * fraction,
    a.vz + (b.vz - a.vz) * fraction,
  );
}
