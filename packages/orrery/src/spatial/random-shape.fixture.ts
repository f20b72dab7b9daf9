/** Shapes for fuzzers, at the places and of the kinds that are hard: they touch, cross and enclose each other often. */
import type { Json } from "@orrerydb/exact-json";

/** In [0, 1). */
export type Random = () => number;

type Position = [number, number];

/** Poles, the antimeridian, corners and edges of the cube of cells, and anywhere. */
const HARD_PLACES: readonly Position[] = [
  [0, 90],
  [120, -90],
  [180, 0],
  [-180, 45],
  [179.9, -20],
  [45, 35.4],
  [-135, -35.4],
  [45, 0],
  [0, 45.1],
  [0, 0],
  [10, 50],
];

export class RandomShapes {
  readonly #random: Random;
  /** Of shapes made before: some are taken again. */
  readonly #positions: Position[] = [];
  readonly #centres: Position[];

  /** `places`: how many centres there are; the fewer, the more shapes meet. */
  constructor(random: Random, places = 3) {
    this.#random = random;
    this.#centres = Array.from({ length: places }, () =>
      this.#chance(0.8) ? this.#pick(HARD_PLACES) : [random() * 360 - 180, random() * 180 - 90],
    );
  }

  /** Mostly valid. */
  shape(): Json {
    const centre = this.#pick(this.#centres);
    const scale = 10 ** (this.#random() * 8 - 6);
    switch (Math.floor(this.#random() * 8)) {
      case 0:
      case 1:
      case 2:
        return { type: "Point", coordinates: this.#position(centre, scale) };
      case 3:
        return { type: "LineString", coordinates: this.#positionsAround(centre, scale, 2) };
      case 4:
      case 5:
        return { type: "Polygon", coordinates: this.#rings(centre, scale) };
      case 6:
        return {
          type: "MultiPolygon",
          coordinates: [this.#rings(centre, scale), this.#rings(this.#pick(this.#centres), scale)],
        };
      default:
        return this.#odd(centre, scale);
    }
  }

  /** Metres, from those of the smallest shapes to half around the earth. */
  distance(): number {
    return 10 ** (this.#random() * 9 - 1.7);
  }

  #odd(centre: Position, scale: number): Json {
    const ring = this.#ring(centre, scale);
    return this.#pick<Json>([
      { type: "Polygon", coordinates: [[...ring.slice(0, -1)]] },
      { type: "Polygon", coordinates: [this.#positionsAround(centre, scale, 4)] },
      { type: "Polygon", coordinates: [bowTie(ring)] },
      { type: "MultiPolygon", coordinates: [] },
      { type: "LineString", coordinates: [centre, opposite(centre)] },
      { type: "LineString", coordinates: [centre, centre] },
      { type: "Point", coordinates: [200, 0] },
      { type: "Point", coordinates: [centre[0], "50"] },
      { type: "Circle", coordinates: centre },
      [1, 2],
      "POINT(1 2)",
      null,
    ]);
  }

  #rings(centre: Position, scale: number): Position[][] {
    const outer = this.#ring(centre, scale);
    return this.#chance(0.3) ? [outer, this.#ring(centre, scale / 3)] : [outer];
  }

  /** Around a centre, either way; a clockwise one encloses the rest of the earth. */
  #ring(centre: Position, scale: number): Position[] {
    const count = 3 + Math.floor(this.#random() * 6);
    const start = this.#random() * 2 * Math.PI;
    const ring = Array.from({ length: count }, (_, i): Position => {
      const angle = start + (2 * Math.PI * (i + this.#random() * 0.6)) / count;
      const radius = scale * (0.3 + this.#random());
      return onEarth(centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius);
    });
    if (this.#chance(0.15)) ring[1] = this.#pick([...this.#positions, centre]);
    this.#positions.push(...ring);
    if (this.#chance(0.25)) ring.reverse();
    return [...ring, ring[0]!];
  }

  #positionsAround(centre: Position, scale: number, least: number): Position[] {
    const count = least + Math.floor(this.#random() * 4);
    return Array.from({ length: count }, () => this.#position(centre, scale));
  }

  #position(centre: Position, scale: number): Position {
    if (this.#positions.length > 0 && this.#chance(0.25)) return this.#pick(this.#positions);
    const spread = (): number => (this.#random() * 2 - 1) * scale;
    const position = this.#chance(0.1) ? centre : onEarth(centre[0] + spread(), centre[1] + spread());
    this.#positions.push(position);
    return position;
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }
}

/** Goes over the pole and past the antimeridian. */
function onEarth(x: number, y: number): Position {
  if (y > 90) return onEarth(x + 180, 180 - y);
  if (y < -90) return onEarth(x + 180, -180 - y);
  return [((((x + 180) % 360) + 360) % 360) - 180, y];
}

function opposite([x, y]: Position): Position {
  return onEarth(x + 180, -y);
}

function bowTie(ring: readonly Position[]): Position[] {
  const [a, b, ...rest] = ring.slice(0, -1);
  return [b!, a!, ...rest, b!];
}
