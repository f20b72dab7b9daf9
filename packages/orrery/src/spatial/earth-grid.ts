/**
 * The earth as a cube: each face is seen from the centre, and is cut by planes through the centre at equal angles. So
 * the poles and the antimeridian are places like any other, and no cell is much larger than others of its level.
 * On disk: do not change which cell a vertex is in.
 */
import { type Cell, smallestCell } from "./cell.ts";
import { EARTH } from "./earth.ts";
import { POLAR_RADIUS_M } from "./ellipsoid.ts";
import type { Geometry } from "./geometry.ts";
import type { Circle, Grid } from "./grid.ts";
import type { Vertex } from "./surface.ts";

type Direction = Pick<Vertex, "vx" | "vy" | "vz">;

/** Half the angle that a face takes up. */
const HALF_FACE = Math.PI / 4;

function cellOf({ vx, vy, vz }: Vertex): Cell {
  const vector = [vx, vy, vz];
  let axis = 0;
  for (const other of [1, 2]) if (Math.abs(vector[other]!) > Math.abs(vector[axis]!)) axis = other;
  const along = Math.abs(vector[axis]!);
  const column = Math.atan(vector[(axis + 1) % 3]! / along);
  const row = Math.atan(vector[(axis + 2) % 3]! / along);
  const face = vector[axis]! > 0 ? axis : axis + 3;
  return smallestCell(face, (column / HALF_FACE + 1) / 2, (row / HALF_FACE + 1) / 2);
}

/** The direction of a place on a face, by the tangents of its angles from the middle. */
function direction(face: number, column: number, row: number): Direction {
  const length = Math.sqrt(1 + column * column + row * row);
  const axis = face % 3;
  const along = (face < 3 ? 1 : -1) / length;
  const across = column / length;
  const up = row / length;
  switch (axis) {
    case 0:
      return { vx: along, vy: across, vz: up };
    case 1:
      return { vx: up, vy: along, vz: across };
    default:
      return { vx: across, vy: up, vz: along };
  }
}

/** At a column or row of a level, which may lie between two. */
function tangentAt(place: number, level: number): number {
  return Math.tan((place * 2 ** (1 - level) - 1) * HALF_FACE);
}

/**
 * Beside the middle. On which side of an edge through a pole the other pole is, nobody can tell, and likewise for other
 * meridians: a pole must not be the centre of a face.
 */
const COLUMN_CENTRE = 0.5131;
const ROW_CENTRE = 0.4927;

function circleAround({ face, level, i, j }: Cell): Circle {
  const centre = direction(face, tangentAt(i + COLUMN_CENTRE, level), tangentAt(j + ROW_CENTRE, level));
  const west = tangentAt(i, level);
  const east = tangentAt(i + 1, level);
  const south = tangentAt(j, level);
  const north = tangentAt(j + 1, level);
  // The borders of a cell are great circles: nothing in it is farther from its centre than its corners.
  const square = Math.max(
    squareChord(centre, direction(face, west, south)),
    squareChord(centre, direction(face, east, south)),
    squareChord(centre, direction(face, west, north)),
    squareChord(centre, direction(face, east, north)),
  );
  return { centre: EARTH.towards(centre.vx, centre.vy, centre.vz), radius: angleOfChord(Math.sqrt(square)) };
}

function angleOfChord(chord: number): number {
  return 2 * Math.asin(Math.min(chord / 2, 1));
}

function distance(a: Vertex, b: Vertex): number {
  return angleOfChord(Math.sqrt(squareChord(a, b)));
}

function squareChord(a: Direction, b: Direction): number {
  const dx = a.vx - b.vx;
  const dy = a.vy - b.vy;
  const dz = a.vz - b.vz;
  return dx * dx + dy * dy + dz * dz;
}

function distanceToSegment(vertex: Vertex, start: Vertex, end: Vertex): number {
  const { vx, vy, vz } = vertex;
  // Twice the cross product of both ends, from their difference: short segments lose no digits.
  const dx = end.vx - start.vx;
  const dy = end.vy - start.vy;
  const dz = end.vz - start.vz;
  const sx = start.vx + end.vx;
  const sy = start.vy + end.vy;
  const sz = start.vz + end.vz;
  const nx = sy * dz - sz * dy;
  const ny = sz * dx - sx * dz;
  const nz = sx * dy - sy * dx;
  // The foot of the perpendicular lies on the segment if it is past its start and before its end.
  const px = ny * vz - nz * vy;
  const py = nz * vx - nx * vz;
  const pz = nx * vy - ny * vx;
  const isBesides =
    px * start.vx + py * start.vy + pz * start.vz < 0 && px * end.vx + py * end.vy + pz * end.vz > 0;
  if (!isBesides)
    return angleOfChord(Math.sqrt(Math.min(squareChord(vertex, start), squareChord(vertex, end))));
  const height = Math.abs(nx * vx + ny * vy + nz * vz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  return Math.asin(Math.min(height, 1));
}

/** The way between two ends that are nearly opposite is hardly known. */
const OPPOSITE = -0.9999;

function isClear({ segments }: Geometry): boolean {
  return segments.every(({ a, b }) => a.vx * b.vx + a.vy * b.vy + a.vz * b.vz > OPPOSITE);
}

/** On its way along the surface nothing turns faster, seen from the centre, than at the poles. */
function reach(_shape: Geometry, metres: number): number {
  const angle = (metres / POLAR_RADIUS_M) * MEASURED_SHORT + ROUNDING;
  return angle < Math.PI ? angle : Number.POSITIVE_INFINITY;
}

/** Distances are integrated at few places: some are too short, by less than this. */
const MEASURED_SHORT = 1 + 1e-6;

/** Six centimetres: far more than what rounding makes of vectors, far less than the smallest cell. */
const ROUNDING = 1e-8;

export const EARTH_GRID: Grid = {
  name: "Geography",
  faces: 6,
  circleAround,
  cellOf,
  distance,
  distanceToSegment,
  isClear,
  holds: () => true,
  rounding: 1e-11,
  reach,
};
