/**
 * GeoJSON shapes, checked and laid out on a surface. What is not a Point, LineString, Polygon or MultiPolygon with
 * numbers in range and closed rings is refused with a reason, which ST_ISVALIDDETAILED tells.
 */
import type { Json, JsonArray, JsonObject, Value } from "@orrerydb/exact-json";
import { EARTH } from "./earth.ts";
import { PLANE } from "./plane.ts";
import { isSame, type Ring, type Surface, segmentsTouch, type Vertex } from "./surface.ts";

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
export const VERTICES_MAX = 1024;

/** Why a value is not a shape; leaves this module only as a reason. */
class InvalidShape extends Error {}

type ParsedGeometry = { readonly geometry: Geometry } | { readonly reason: string };

export function parseGeometry(value: Value, type: GeospatialType): ParsedGeometry {
  try {
    return { geometry: new ShapeReader(type).shape(value) };
  } catch (error) {
    if (error instanceof InvalidShape) return { reason: error.message };
    throw error;
  }
}

class ShapeReader {
  readonly #surface: Surface;
  readonly #isEarth: boolean;
  #vertexCount = 0;

  constructor(type: GeospatialType) {
    this.#isEarth = type === "Geography";
    this.#surface = this.#isEarth ? EARTH : PLANE;
  }

  shape(value: Value): Geometry {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new InvalidShape("A shape must be a GeoJSON object.");
    const { type, coordinates } = value as JsonObject;
    if (type === "Point")
      return { surface: this.#surface, point: this.#position(coordinates), polygons: [], segments: [] };
    if (type === "LineString")
      return { surface: this.#surface, polygons: [], segments: this.#line(coordinates) };
    if (type === "Polygon") return this.#areas([coordinates]);
    if (type === "MultiPolygon")
      return this.#areas(list(coordinates, "A MultiPolygon must have an array of Polygons."));
    throw new InvalidShape("The type of a shape must be Point, LineString, Polygon or MultiPolygon.");
  }

  #position(value: Value): Vertex {
    const [x, y] = list(value, "A position must be an array of two numbers.");
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw new InvalidShape("A position must be an array of two numbers.");
    }
    if (++this.#vertexCount > VERTICES_MAX) {
      throw new InvalidShape(`A shape may have at most ${VERTICES_MAX} positions.`);
    }
    if (this.#isEarth && !(y >= -90 && y <= 90)) {
      throw new InvalidShape("Latitude values must be between -90 and 90 degrees.");
    }
    if (this.#isEarth && !(x >= -180 && x <= 180)) {
      throw new InvalidShape("Longitude values must be between -180 and 180 degrees.");
    }
    return this.#surface.vertex(x, y);
  }

  #line(value: Value): Segment[] {
    const positions = list(value, "A LineString must have an array of positions.");
    const vertices = positions.map((position) => this.#position(position));
    if (vertices.length < 2) throw new InvalidShape("A LineString must have at least two positions.");
    return vertices.slice(1).map((b, i) => ({ a: vertices[i]!, b }));
  }

  #ring(value: Value, isHole: boolean): Ring {
    const positions = list(value, "A ring of a Polygon must be an array of positions.");
    const vertices = positions.map((position) => this.#position(position));
    if (vertices.length < 4) throw new InvalidShape("A ring of a Polygon must have at least four positions.");
    if (!isSame(vertices[0]!, vertices.pop()!)) {
      throw new InvalidShape("The first and the last position of a ring must be the same.");
    }
    return this.#surface.ring(vertices, isHole);
  }

  #polygon(value: Value): Polygon {
    const rings = list(value, "A Polygon must have an array of rings.");
    if (rings.length === 0) throw new InvalidShape("A Polygon must have at least one ring.");
    const [outer, ...holes] = rings.map((ring, i) => this.#ring(ring, i > 0));
    return { outer: outer!, holes };
  }

  #areas(values: readonly Value[]): Geometry {
    const polygons = values.map((value) => this.#polygon(value));
    const segments = polygons.flatMap(({ outer, holes }) => [outer, ...holes].flatMap(edges));
    return { surface: this.#surface, polygons, segments };
  }
}

function list(value: Value, reason: string): readonly Json[] {
  if (!Array.isArray(value)) throw new InvalidShape(reason);
  return value as JsonArray;
}

function edges({ vertices }: Ring): Segment[] {
  return vertices.map((a, i) => ({ a, b: vertices[(i + 1) % vertices.length]! }));
}

/** What only a check of every pair of edges finds: a ring that meets itself. */
export function findSelfContact({ polygons }: Geometry): string | undefined {
  for (const { outer, holes } of polygons) {
    for (const ring of [outer, ...holes]) {
      if (meetsItself(edges(ring))) return "A ring of a Polygon must not touch or cross itself.";
    }
  }
  return undefined;
}

function meetsItself(ring: readonly Segment[]): boolean {
  for (let i = 0; i < ring.length; i++) {
    const one = ring[i]!;
    if (isSame(one.a, one.b)) return true;
    for (let j = i + 2; j < ring.length; j++) {
      const other = ring[j]!;
      const areNeighbours = i === 0 && j === ring.length - 1;
      if (!areNeighbours && segmentsTouch(one.a, one.b, other.a, other.b)) return true;
    }
  }
  return false;
}
