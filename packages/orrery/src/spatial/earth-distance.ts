/**
 * The distance of two points on WGS-84, as the service measures it: along the great ellipse between them, which is what
 * edges are as well, and not along the geodesic, which is shorter by up to 0.25 %, and over land by hardly a millionth.
 *
 * A point is known by the direction of its surface normal. The straight way between two directions runs along the great
 * ellipse, and the length of that is integrated by Gauss's rule (Kallay, Geometric Algorithms on an Ellipsoid Earth
 * Model). How many places the service looks at on the way shows in its published figures: one of them for 3 km, which
 * makes the distance 2e-8 too long, and enough for 1,900 km. Where between these it takes more is not known: here an error
 * of 1e-7 is where.
 */
import { EQUATORIAL_RADIUS_M, POLE_PER_EQUATOR } from "./ellipsoid.ts";
import type { Vertex } from "./surface.ts";

/** Of length 1. */
interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const SQUARE_RATIO = POLE_PER_EQUATOR ** 2;

/** A way between 0 and 1, with its share in the integral. */
type Rule = readonly (readonly [place: number, weight: number])[];

const ONE_PLACE: Rule = [[0.5, 1]];
const TWO_PLACES: Rule = [-1, 1].map((side) => [0.5 + side * Math.sqrt(1 / 12), 0.5] as const);
const THREE_PLACES: Rule = [
  [0.5 - Math.sqrt(3 / 20), 5 / 18],
  [0.5, 4 / 9],
  [0.5 + Math.sqrt(3 / 20), 5 / 18],
];

/** The chords up to which so many places do. One place errs by a twelfth of the square, two by 1/180 of its square. */
const ONE_PLACE_CHORD = Math.sqrt(12 * 1e-7);
const TWO_PLACES_CHORD = (180 * 1e-7) ** 0.25;

export function distanceOnEarth(a: Vertex, b: Vertex): number {
  const from = normalOf(a);
  const to = normalOf(b);
  const chord = chordOf(from, to);
  if (chord > TWO_PLACES_CHORD) return EQUATORIAL_RADIUS_M * longWay(from, to);
  return EQUATORIAL_RADIUS_M * shortWay(from, to, chord > ONE_PLACE_CHORD ? TWO_PLACES : ONE_PLACE);
}

function normalOf({ vx, vy, vz }: Vertex): Direction {
  return unit(vx, vy, vz / SQUARE_RATIO);
}

function unit(x: number, y: number, z: number): Direction {
  const length = Math.sqrt(x * x + y * y + z * z);
  return { x: x / length, y: y / length, z: z / length };
}

function chordOf(a: Direction, b: Direction): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
}

/** Halved until it is short. */
function longWay(from: Direction, to: Direction): number {
  if (chordOf(from, to) <= TWO_PLACES_CHORD) return shortWay(from, to, THREE_PLACES);
  const middle = middleOf(from, to);
  return longWay(from, middle) + longWay(middle, to);
}

/** Opposite directions differ from being so by less. */
const ROUNDING = 1e-14;

/** Between opposite points all ways go through the centre; the shortest is over a pole. */
function middleOf(from: Direction, to: Direction): Direction {
  const x = from.x + to.x;
  const y = from.y + to.y;
  const z = from.z + to.z;
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) > ROUNDING) return unit(x, y, z);
  return Math.abs(from.z) === 1 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 0, z: 1 };
}

/** On the ellipsoid whose equatorial radius is 1. */
function shortWay(from: Direction, to: Direction, rule: Rule): number {
  let length = 0;
  for (const [place, weight] of rule) length += weight * speedAt(from, to, place);
  return length;
}

/** How fast the point of the ellipsoid moves whose normal goes straight from one direction to the other in time 1. */
function speedAt(from: Direction, to: Direction, time: number): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const dz = to.z - from.z;
  const x = from.x + dx * time;
  const y = from.y + dy * time;
  const z = (from.z + dz * time) * SQUARE_RATIO;
  // The point is (x, y, z) over the square root of this.
  const square = x * x + y * y + (z * z) / SQUARE_RATIO;
  const growth = (x * dx + y * dy + z * dz) / square;
  const mx = dx - x * growth;
  const my = dy - y * growth;
  const mz = dz * SQUARE_RATIO - z * growth;
  return Math.sqrt((mx * mx + my * my + mz * mz) / square);
}
