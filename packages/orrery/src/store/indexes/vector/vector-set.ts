/**
 * A set of cells: its centroids, and which of them is nearest to a vector. Cells stand in groups, so that a vector is
 * compared with the groups and then with the cells of the best few. For cosine, all of them are directions.
 */
import type { Reader } from "../../../kv/key-value-store.ts";
import { Corruption } from "../../../value/corruption.ts";
import type { VectorMetric } from "../../../value/rows/vector-search.ts";
import { afterPrefix } from "../../records/key-layout.ts";
import type { CachedIndexPart } from "../partition-indexes.ts";
import type { VectorIndex } from "./vector-index.ts";
import {
  centroidKey,
  decodeSetHeader,
  readCentroid,
  rolePrefix,
  type SetHeader,
  type SetId,
  VectorRole,
} from "./vector-rows.ts";

/** So many groups are looked into for the nearest cell. */
const GROUPS_SEARCHED = 4;

export class VectorSet implements CachedIndexPart {
  readonly header: SetHeader;
  readonly dimensions: number;
  /** One after another. */
  readonly centroids: Float32Array;
  readonly #groups: Float32Array;

  constructor(header: SetHeader, dimensions: number, centroids: Float32Array) {
    this.header = header;
    this.dimensions = dimensions;
    this.centroids = centroids;
    this.#groups = groupCentres(header.groupStarts, dimensions, centroids);
  }

  get cells(): number {
    return this.header.groupStarts.at(-1)!;
  }

  get indexBytes(): number {
    return this.centroids.byteLength + this.#groups.byteLength;
  }

  /** The cell that a vector belongs to: one of the nearest, if not always the very nearest. */
  cellOf(vector: Float32Array): number {
    const { groupStarts } = this.header;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const group of nearestOf(this.#groups, vector, GROUPS_SEARCHED)) {
      for (let cell = groupStarts[group]!; cell < groupStarts[group + 1]!; cell++) {
        const distance = distanceSquare(this.centroids, cell, vector);
        if (distance < least) {
          least = distance;
          best = cell;
        }
      }
    }
    return best;
  }
}

/** What a vector is compared with centroids as. */
export function cellVector(vector: ArrayLike<number>, metric: VectorMetric): Float32Array {
  const copy = Float32Array.from(vector);
  if (metric === "cosine") normalize(copy);
  return copy;
}

/** A vector without length stays as it is. */
export function normalize(vector: Float32Array): void {
  let square = 0;
  for (const component of vector) square += component * component;
  if (square === 0) return;
  const length = Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length;
}

/** Between a vector and the one of that number in a list. */
export function distanceSquare(list: Float32Array, number: number, vector: Float32Array): number {
  const { length } = vector;
  const offset = number * length;
  const whole = length & ~3;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i < whole; i += 4) {
    const x = list[offset + i]! - vector[i]!;
    const y = list[offset + i + 1]! - vector[i + 1]!;
    const z = list[offset + i + 2]! - vector[i + 2]!;
    const w = list[offset + i + 3]! - vector[i + 3]!;
    a += x * x;
    b += y * y;
    c += z * z;
    d += w * w;
  }
  for (; i < length; i++) {
    const x = list[offset + i]! - vector[i]!;
    a += x * x;
  }
  return a + b + c + d;
}

/** The numbers of the vectors in a list that are nearest to one. */
function nearestOf(list: Float32Array, vector: Float32Array, count: number): number[] {
  const distances = Array.from({ length: list.length / vector.length }, (_, number) => ({
    number,
    distance: distanceSquare(list, number, vector),
  }));
  distances.sort((a, b) => a.distance - b.distance);
  return distances.slice(0, count).map(({ number }) => number);
}

/** The mean of each group's centroids. */
function groupCentres(starts: readonly number[], dimensions: number, centroids: Float32Array): Float32Array {
  const centres = new Float32Array((starts.length - 1) * dimensions);
  for (let group = 0; group + 1 < starts.length; group++) {
    const cells = starts[group + 1]! - starts[group]!;
    for (let cell = starts[group]!; cell < starts[group + 1]!; cell++) {
      for (let i = 0; i < dimensions; i++) {
        centres[group * dimensions + i]! += centroids[cell * dimensions + i]! / cells;
      }
    }
  }
  return centres;
}

/** The sets of an index, the current one last. */
export async function readSetHeaders(
  reader: Reader,
  space: number,
  { prefix }: Pick<VectorIndex, "prefix">,
): Promise<SetHeader[]> {
  const from = rolePrefix(prefix, VectorRole.set);
  const headers: SetHeader[] = [];
  for await (const rows of reader.scan(space, { from, to: afterPrefix(from) })) {
    for (const { key, value } of rows) headers.push(decodeSetHeader(key, value));
  }
  return headers.sort((a, b) => compareAge(a.id, b.id));
}

/** By number, then by the space in which they were made. */
function compareAge(a: SetId, b: SetId): number {
  const [first, second] = [a, b].map((id) => id.slice(4) + id.slice(0, 4));
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}

export async function readSet(
  reader: Reader,
  space: number,
  { prefix, dimensions }: VectorIndex,
  header: SetHeader,
): Promise<VectorSet> {
  const cells = header.groupStarts.at(-1)!;
  const centroids = new Float32Array(cells * dimensions);
  const from = centroidKey(prefix, { set: header.id, cell: 0 });
  const to = centroidKey(prefix, { set: header.id, cell: cells });
  let cell = 0;
  for await (const rows of reader.scan(space, { from, to, valuesOnly: true })) {
    for (const { value } of rows) {
      readCentroid(value, centroids.subarray(cell * dimensions, (cell + 1) * dimensions));
      cell++;
    }
  }
  if (cell !== cells) throw new Corruption(`A set of ${cells} vector cells has ${cell} centroids.`);
  return new VectorSet(header, dimensions, centroids);
}
