/**
 * Divides vectors into cells by k-means, in two steps: into groups, and each group into cells. That takes a small part of
 * the time that one step would take. The same vectors always make the same cells. It works in pieces, between which
 * others get their turn.
 */
import { distanceSquare } from "./vector-set.ts";

const ITERATIONS = 8;
/** Components that are compared between two pauses: a few milliseconds. */
const WORK_PER_PIECE = 2_000_000;

export interface TrainedCells {
  /** One after another. */
  readonly centroids: Float32Array;
  /** The first cell of each group; the last number is that of all cells. */
  readonly groupStarts: readonly number[];
}

/** `sample` holds one vector after another, at least as many as there are to be cells. */
export async function trainCells(
  sample: Float32Array,
  dimensions: number,
  cells: number,
  pause: () => Promise<void>,
): Promise<TrainedCells> {
  const trainer = new Trainer(sample, dimensions, pause);
  const all = Array.from({ length: sample.length / dimensions }, (_, number) => number);
  const groups = await trainer.divide(all, Math.ceil(Math.sqrt(cells)));
  const groupStarts = [0];
  const centroids: Float32Array[] = [];
  for (const members of groups.members) {
    const share = Math.min(Math.max(Math.round((cells * members.length) / all.length), 1), members.length);
    const { centres } = await trainer.divide(members, share);
    centroids.push(centres);
    groupStarts.push(groupStarts.at(-1)! + centres.length / dimensions);
  }
  return { centroids: joined(centroids), groupStarts };
}

class Trainer {
  readonly #sample: Float32Array;
  readonly #dimensions: number;
  readonly #pause: () => Promise<void>;
  #work = 0;

  constructor(sample: Float32Array, dimensions: number, pause: () => Promise<void>) {
    this.#sample = sample;
    this.#dimensions = dimensions;
    this.#pause = pause;
  }

  /** Into `count` parts or fewer, none of them empty. */
  async divide(
    vectors: readonly number[],
    count: number,
  ): Promise<{ readonly centres: Float32Array; readonly members: readonly (readonly number[])[] }> {
    // Evenly spread, whatever order the vectors are in.
    let centres = joined(
      Array.from({ length: count }, (_, i) =>
        this.#vector(vectors[Math.floor((i * vectors.length) / count)]!),
      ),
    );
    let members: number[][] = [];
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const parts = Array.from({ length: centres.length / this.#dimensions }, (): number[] => []);
      for (const vector of vectors) parts[await this.#nearest(centres, vector)]!.push(vector);
      members = parts.filter((part) => part.length > 0);
      centres = joined(members.map((part) => this.#mean(part)));
    }
    return { centres, members };
  }

  #vector(number: number): Float32Array {
    return this.#sample.subarray(number * this.#dimensions, (number + 1) * this.#dimensions);
  }

  /** Waits only now and then: a promise that is there already costs nothing but its turn. */
  async #nearest(centres: Float32Array, number: number): Promise<number> {
    const vector = this.#vector(number);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let centre = 0; centre * this.#dimensions < centres.length; centre++) {
      const distance = distanceSquare(centres, centre, vector);
      if (distance < least) {
        least = distance;
        best = centre;
      }
    }
    this.#work += centres.length;
    if (this.#work > WORK_PER_PIECE) {
      this.#work = 0;
      await this.#pause();
    }
    return best;
  }

  #mean(vectors: readonly number[]): Float32Array {
    const sums = new Float64Array(this.#dimensions);
    for (const number of vectors) {
      const offset = number * this.#dimensions;
      for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + this.#sample[offset + i]!;
    }
    return Float32Array.from(sums, (sum) => sum / vectors.length);
  }
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(vectors.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const vector of vectors) {
    all.set(vector, at);
    at += vector.length;
  }
  return all;
}
