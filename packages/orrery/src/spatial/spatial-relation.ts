/**
 * How two shapes lie to each other: whether they meet, whether one lies within the other, how far they are apart.
 * Both must be on the same surface. Shapes are closed: their boundary belongs to them.
 */
import type { Geometry, Polygon, Segment } from "./geometry.ts";
import {
  along,
  crossing,
  isOnSegment,
  isSame,
  segmentsCross,
  segmentsTouch,
  type Vertex,
} from "./surface.ts";

type Place = "inside" | "boundary" | "outside";

export function area({ polygons }: Geometry): number {
  let total = 0;
  for (const { outer, holes } of polygons) {
    total += outer.area;
    for (const hole of holes) total -= hole.area;
  }
  return total;
}

export function intersects(a: Geometry, b: Geometry): boolean {
  if (a.point !== undefined) return placeIn(b, a.point) !== "outside";
  if (b.point !== undefined) return placeIn(a, b.point) !== "outside";
  for (const one of a.segments) {
    for (const other of b.segments) if (segmentsTouch(one.a, one.b, other.a, other.b)) return true;
  }
  // The boundaries do not meet: then a shape is in the other whole, or not at all.
  return hasVertexIn(a, b) || hasVertexIn(b, a);
}

function hasVertexIn(a: Geometry, b: Geometry): boolean {
  if (b.polygons.length === 0) return false;
  if (a.polygons.length === 0) return a.segments.length > 0 && placeIn(b, a.segments[0]!.a) === "inside";
  return a.polygons.some(({ outer, holes }) =>
    [outer, ...holes].some((ring) => placeIn(b, ring.vertices[0]!) === "inside"),
  );
}

/** Whether all of `a` lies in `b`, and not only on its boundary. */
export function within(a: Geometry, b: Geometry): boolean {
  if (a.point !== undefined) return isInterior(placeIn(b, a.point), b);
  const pieces = a.segments.flatMap((segment) => piecesBetween(segment, b));
  const places = pieces.map((vertex) => placeIn(b, vertex));
  if (places.length === 0 || places.includes("outside")) return false;
  if (a.polygons.length === 0) return places.some((place) => isInterior(place, b));
  if (b.polygons.length === 0) return false;
  // The boundary of `a` is in `b`. What is left: no boundary of `b` runs through `a`, and `a` fills no hole of `b`.
  for (const segment of b.segments) {
    for (const vertex of piecesBetween(segment, a)) if (placeIn(a, vertex) === "inside") return false;
  }
  return a.polygons.every((polygon) => placeIn(b, innerVertex(a, polygon)) !== "outside");
}

/** A line or a point has no boundary that would not count as its inside. */
function isInterior(place: Place, { polygons }: Geometry): boolean {
  return place === "inside" || (place === "boundary" && polygons.length === 0);
}

/** Zero where the shapes meet. */
export function distanceBetween(a: Geometry, b: Geometry): number {
  const { surface } = a;
  if (a.point !== undefined && b.point !== undefined) return surface.distance(a.point, b.point);
  if (intersects(a, b)) return 0;
  // The nearest pair by straight line is nearest on the surface too, up to the flattening of the earth.
  const pairs: { readonly from: Vertex; readonly to: Vertex; readonly chord: number }[] = [];
  let best = Number.POSITIVE_INFINITY;
  const consider = (from: Vertex, to: Vertex): void => {
    const chord = Math.hypot(from.vx - to.vx, from.vy - to.vy, from.vz - to.vz);
    if (chord > best * CHORD_TOLERANCE) return;
    best = Math.min(best, chord);
    pairs.push({ from, to, chord });
  };
  for (const vertex of verticesOf(a)) {
    for (const { a: start, b: end } of segmentsOf(b)) {
      consider(vertex, surface.nearestOnSegment(vertex, start, end));
    }
  }
  for (const vertex of verticesOf(b)) {
    for (const { a: start, b: end } of segmentsOf(a)) {
      consider(vertex, surface.nearestOnSegment(vertex, start, end));
    }
  }
  let distance = Number.POSITIVE_INFINITY;
  for (const { from, to, chord } of pairs) {
    if (chord <= best * CHORD_TOLERANCE) distance = Math.min(distance, surface.distance(from, to));
  }
  return distance;
}

/** Twice the flattening, generously: how much longer a straight line may be and still be the shorter way. */
const CHORD_TOLERANCE = 1.01;

function segmentsOf({ point, segments }: Geometry): readonly Segment[] {
  return point === undefined ? segments : [{ a: point, b: point }];
}

function verticesOf({ point, segments, polygons }: Geometry): readonly Vertex[] {
  if (point !== undefined) return [point];
  if (polygons.length > 0) return segments.map(({ a }) => a);
  return segments.length === 0 ? [] : [segments[0]!.a, ...segments.map(({ b }) => b)];
}

function placeIn(geometry: Geometry, vertex: Vertex): Place {
  if (geometry.point !== undefined) return isSame(geometry.point, vertex) ? "boundary" : "outside";
  for (const { a, b } of geometry.segments) if (isOnSegment(vertex, a, b)) return "boundary";
  return geometry.polygons.some((polygon) => containsInside(polygon, vertex)) ? "inside" : "outside";
}

/** For a vertex that does not lie on the boundary. */
export function containsInside({ outer, holes }: Polygon, vertex: Vertex): boolean {
  return outer.contains(vertex) && !holes.some((hole) => hole.contains(vertex));
}

/** One vertex of every piece into which the boundary of a shape cuts a segment. */
function piecesBetween({ a, b }: Segment, { surface, segments }: Geometry): Vertex[] {
  if (isSame(a, b)) return [a];
  const cuts: Vertex[] = [a, b];
  for (const other of segments) {
    if (segmentsCross(a, b, other.a, other.b)) cuts.push(crossing(surface, a, b, other.a, other.b));
    if (isOnSegment(other.a, a, b)) cuts.push(other.a);
    if (isOnSegment(other.b, a, b)) cuts.push(other.b);
  }
  const fromStart = (vertex: Vertex): number =>
    Math.hypot(vertex.vx - a.vx, vertex.vy - a.vy, vertex.vz - a.vz);
  cuts.sort((one, other) => fromStart(one) - fromStart(other));
  const middles: Vertex[] = [];
  for (let i = 1; i < cuts.length; i++) {
    if (!isSame(cuts[i - 1]!, cuts[i]!)) middles.push(along(surface, cuts[i - 1]!, cuts[i]!, 0.5));
  }
  return middles;
}

/** A vertex strictly inside a polygon: beside the middle of its first edge, nearer than anything else. */
function innerVertex(geometry: Geometry, polygon: Polygon): Vertex {
  const { surface } = geometry;
  const [first, second] = polygon.outer.vertices as [Vertex, Vertex];
  const middle = along(surface, first, second, 0.5);
  for (const other of polygon.outer.vertices.slice(2)) {
    for (let fraction = 0.5; fraction > 1e-9; fraction /= 8) {
      const candidate = along(surface, middle, other, fraction);
      if (placeIn(geometry, candidate) === "inside" && containsInside(polygon, candidate)) return candidate;
    }
  }
  return middle;
}
