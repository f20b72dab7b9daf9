/** The plane, for containers whose geospatial type is Geometry: Euclidean, and blind to the direction of rings. */
import type { Ring, Surface, Vertex } from "./surface.ts";

function vertex(x: number, y: number): Vertex {
  return { x, y, vx: x, vy: y, vz: 1 };
}

function ring(vertices: readonly Vertex[]): Ring {
  const origin = vertices[0]!; // near coordinates lose less in the products
  let twice = 0;
  forEachEdge(vertices, (a, b) => {
    twice += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y);
  });
  return {
    vertices,
    area: Math.abs(twice) / 2,
    contains: (point) => {
      // A ray to the right crosses the ring an odd number of times.
      let inside = false;
      forEachEdge(vertices, (a, b) => {
        if (a.y > point.y === b.y > point.y) return;
        if (point.x < a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
      });
      return inside;
    },
  };
}

/** Visits the edges of a closed ring. */
export function forEachEdge(vertices: readonly Vertex[], visit: (a: Vertex, b: Vertex) => void): void {
  let a = vertices[vertices.length - 1]!;
  for (const b of vertices) {
    visit(a, b);
    a = b;
  }
}

function nearestOnSegment(point: Vertex, start: Vertex, end: Vertex): Vertex {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const square = dx * dx + dy * dy;
  if (square === 0) return start;
  const fraction = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square;
  if (fraction <= 0) return start;
  return fraction >= 1 ? end : vertex(start.x + fraction * dx, start.y + fraction * dy);
}

export const PLANE: Surface = {
  vertex,
  towards: (vx, vy) => vertex(vx, vy),
  ring,
  nearestOnSegment,
  distance: (a, b) => Math.hypot(a.x - b.x, a.y - b.y),
};
