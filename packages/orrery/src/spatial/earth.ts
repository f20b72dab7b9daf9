/**
 * The WGS-84 ellipsoid, for containers whose geospatial type is Geography.
 *
 * Edges are great ellipses (planes through the centre), as on the service, and so are distances. Areas are exact
 * for the ellipsoid up to the course of the edges, which is taken as great circles on the sphere of equal area. A
 * ring encloses what lies to its left, so that a clockwise ring encloses the rest of the earth.
 */
import { distanceOnEarth } from "./earth-distance.ts";
import { ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_M } from "./ellipsoid.ts";
import { forEachEdge } from "./plane.ts";
import { orientation, type Ring, type Surface, type Vertex } from "./surface.ts";

const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);
const RADIANS = Math.PI / 180;
const FULL_TURN = 2 * Math.PI;

/** The poles and the antimeridian have one vector each, whichever longitude they are given. */
function vertex(x: number, y: number): Vertex {
  if (Math.abs(y) === 90) return { x, y, vx: 0, vy: 0, vz: Math.sign(y) };
  const latitude = y * RADIANS;
  const geocentric = Math.atan2((1 - ECCENTRICITY_SQUARED) * Math.sin(latitude), Math.cos(latitude));
  const longitude = x * RADIANS;
  const horizontal = Math.cos(geocentric);
  return {
    x,
    y,
    vx: horizontal * Math.cos(longitude),
    vy: Math.abs(x) === 180 ? 0 : horizontal * Math.sin(longitude),
    vz: Math.sin(geocentric),
  };
}

function towards(vx: number, vy: number, vz: number): Vertex {
  const length = Math.hypot(vx, vy, vz);
  const x = Math.atan2(vy, vx) / RADIANS;
  const y = Math.atan2(vz, (1 - ECCENTRICITY_SQUARED) * Math.hypot(vx, vy)) / RADIANS;
  return { x, y, vx: vx / length, vy: vy / length, vz: vz / length };
}

/** Snyder, Map Projections, 3-12: proportional to the area between the equator and a latitude. */
function zoneFactor(sine: number): number {
  const squared = ECCENTRICITY_SQUARED * sine * sine;
  return (1 - ECCENTRICITY_SQUARED) * (sine / (1 - squared) + Math.atanh(ECCENTRICITY * sine) / ECCENTRICITY);
}

const ZONE_FACTOR_POLE = zoneFactor(1);
const EQUAL_AREA_RADIUS_SQUARED = (EQUATORIAL_RADIUS_M ** 2 * ZONE_FACTOR_POLE) / 2;

/** The tangent of half the authalic latitude: that of the same point on the sphere of equal area. */
function halfAuthalicTangent(latitude: number): number {
  const sine = Math.max(-1, Math.min(1, zoneFactor(Math.sin(latitude * RADIANS)) / ZONE_FACTOR_POLE));
  return sine / (1 + Math.sqrt(1 - sine * sine));
}

/** How far east `b` lies of `a`, in radians, from -π to π. */
function eastwards(a: Vertex, b: Vertex): number {
  const difference = (b.x - a.x) * RADIANS;
  if (difference > Math.PI) return difference - FULL_TURN;
  return difference < -Math.PI ? difference + FULL_TURN : difference;
}

function ring(vertices: readonly Vertex[], isHole: boolean): Ring {
  let turn = 0; // a full turn east or west goes around a pole
  let excess = 0; // the area between the ring and the equator, on the unit sphere
  forEachEdge(vertices, (a, b) => {
    const east = eastwards(a, b);
    const aTangent = halfAuthalicTangent(a.y);
    const bTangent = halfAuthalicTangent(b.y);
    turn += east;
    excess += 2 * Math.atan2(Math.tan(east / 2) * (aTangent + bTangent), 1 + aTangent * bTangent);
  });
  const goesAroundPole = Math.abs(turn) > Math.PI;
  const left = goesAroundPole ? FULL_TURN - excess : excess <= 0 ? -excess : 2 * FULL_TURN - excess;
  const northIsLeft = goesAroundPole ? turn > 0 : excess > 0;
  const isReversed = isHole && left > FULL_TURN;
  return {
    vertices,
    area: (isReversed ? 2 * FULL_TURN - left : left) * EQUAL_AREA_RADIUS_SQUARED,
    contains: (point) => (northIsLeft !== isReversed) === isOnNorthSide(vertices, point),
  };
}

/** Whether the way from a point north to the pole crosses the ring an even number of times. */
function isOnNorthSide(vertices: readonly Vertex[], point: Vertex): boolean {
  let even = true;
  forEachEdge(vertices, (a, b) => {
    const east = eastwards(a, b);
    const [west, other] = east >= 0 ? [a, b] : [b, a];
    let offset = eastwards(west, point);
    if (offset < 0) offset += FULL_TURN;
    if (offset < Math.abs(east) && isSouthOf(point, west, other)) even = !even;
  });
  return even;
}

/** Of an edge on the same meridian. The poles are nearly in one plane with an edge that passes near them. */
function isSouthOf(point: Vertex, west: Vertex, east: Vertex): boolean {
  return Math.abs(point.y) === 90 ? point.y < 0 : orientation(west, east, point) < 0;
}

/** On the sphere of geocentric directions, which is close to the ellipsoid's own nearest point. */
function nearestOnSegment(point: Vertex, start: Vertex, end: Vertex): Vertex {
  const nx = start.vy * end.vz - start.vz * end.vy;
  const ny = start.vz * end.vx - start.vx * end.vz;
  const nz = start.vx * end.vy - start.vy * end.vx;
  const square = nx * nx + ny * ny + nz * nz;
  if (square > 0) {
    // The foot of the perpendicular lies on the segment if it is past its start and before its end.
    const height = (point.vx * nx + point.vy * ny + point.vz * nz) / square;
    const fx = point.vx - height * nx;
    const fy = point.vy - height * ny;
    const fz = point.vz - height * nz;
    const pastStart =
      (ny * start.vz - nz * start.vy) * fx +
      (nz * start.vx - nx * start.vz) * fy +
      (nx * start.vy - ny * start.vx) * fz;
    const beforeEnd =
      (ny * end.vz - nz * end.vy) * fx + (nz * end.vx - nx * end.vz) * fy + (nx * end.vy - ny * end.vx) * fz;
    if (pastStart >= 0 && beforeEnd <= 0) return towards(fx, fy, fz);
  }
  const toStart = point.vx * start.vx + point.vy * start.vy + point.vz * start.vz;
  const toEnd = point.vx * end.vx + point.vy * end.vy + point.vz * end.vz;
  return toStart >= toEnd ? start : end;
}

export const EARTH: Surface = { vertex, towards, ring, nearestOnSegment, distance: distanceOnEarth };
