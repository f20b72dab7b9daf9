/** A part of the plane, cut into quarters of quarters. On disk: do not change which cell a vertex is in. */
import { smallestCell } from "./cell.ts";
import type { Geometry } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import { PLANE } from "./plane.ts";
import type { Vertex } from "./surface.ts";

/** As the indexing policy of a container gives it, whose shapes lie on a plane. */
export interface BoundingBox {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

/** Squares of larger coordinates may overflow. */
const COORDINATE_MAX = 1e100;

export function isBoundingBox(value: unknown): value is BoundingBox {
  if (typeof value !== "object" || value === null) return false;
  const { xmin, ymin, xmax, ymax } = value as Record<keyof BoundingBox, unknown>;
  if (![xmin, ymin, xmax, ymax].every(isCoordinate)) return false;
  return (xmin as number) < (xmax as number) && (ymin as number) < (ymax as number);
}

function isCoordinate(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) < COORDINATE_MAX;
}

export function planeGrid({ xmin, ymin, xmax, ymax }: BoundingBox): Grid {
  const width = xmax - xmin;
  const height = ymax - ymin;
  const size = 1 + Math.max(...[xmin, ymin, xmax, ymax].map(Math.abs));
  return {
    name: `Geometry ${xmin},${ymin},${xmax},${ymax}`,
    faces: 1,
    circleAround: ({ level, i, j }) => {
      const part = 2 ** -level;
      return {
        centre: PLANE.vertex(xmin + (i + 0.5) * part * width, ymin + (j + 0.5) * part * height),
        radius: (Math.hypot(width, height) * part) / 2,
      };
    },
    cellOf: ({ x, y }) => smallestCell(0, (x - xmin) / width, (y - ymin) / height),
    distance: PLANE.distance,
    distanceToSegment: (vertex, start, end) =>
      PLANE.distance(vertex, PLANE.nearestOnSegment(vertex, start, end)),
    isClear: (shape) => largestOf(shape) < COORDINATE_MAX,
    // The box is convex: it holds all of a shape if it holds its vertices.
    holds: (shape) => verticesOf(shape).every(({ x, y }) => x >= xmin && x <= xmax && y >= ymin && y <= ymax),
    rounding: size * 1e-13,
    reach: (shape, distance) => distance + (size + largestOf(shape) + distance) * 1e-12,
  };
}

function verticesOf({ point, segments }: Geometry): readonly Vertex[] {
  return point === undefined ? segments.flatMap(({ a, b }) => [a, b]) : [point];
}

function largestOf(shape: Geometry): number {
  return verticesOf(shape).reduce((most, { x, y }) => Math.max(most, Math.abs(x), Math.abs(y)), 0);
}
