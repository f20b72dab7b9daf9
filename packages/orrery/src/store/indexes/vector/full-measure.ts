/**
 * How near vectors of 32-bit floats are to one: more is nearer, whatever the metric. The items themselves hold doubles,
 * of which these are roundings. `closenessMax` is what the closeness of the unrounded vector cannot exceed, so that
 * nothing is passed over which the item's own numbers would bring forward.
 */
import type { VectorMetric } from "../../../value/rows/vector-search.ts";

/** Twice the relative error of a rounding: room for those of the sums as well. */
const ROUNDING = 2 ** -22;
/** Below this length components may be too small for a float to keep their ratio. */
const LENGTH_MIN = 1e-30;

export class FullMeasure {
  readonly query: Float64Array;
  readonly #metric: VectorMetric;
  readonly #length: number;

  /** Keeps the direction alone where only that counts. */
  constructor(vector: readonly number[], metric: VectorMetric) {
    this.#metric = metric;
    const length = Math.hypot(...vector);
    const unit = metric === "cosine" && length > 0 ? length : 1;
    this.query = Float64Array.from(vector, (component) => component / unit);
    this.#length = length / unit;
  }

  closeness(vector: Float32Array): number {
    return this.#measure(vector).closeness;
  }

  /** Infinity where nothing is known. */
  closenessMax(vector: Float32Array): number {
    const { closeness, error } = this.#measure(vector);
    const most = closeness + error;
    return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
  }

  /** What a score of this metric is that corresponds to a closeness. */
  scoreOf(closeness: number): number {
    return this.#metric === "euclidean" ? -closeness : closeness;
  }

  #measure(vector: Float32Array): { readonly closeness: number; readonly error: number } {
    const { query } = this;
    let product = 0;
    let square = 0;
    let distanceSquare = 0;
    if (this.#metric === "euclidean") {
      for (let i = 0; i < query.length; i++) {
        const component = vector[i]!;
        const difference = query[i]! - component;
        distanceSquare += difference * difference;
        square += component * component;
      }
      return { closeness: -Math.sqrt(distanceSquare), error: ROUNDING * (Math.sqrt(square) + this.#length) };
    }
    for (let i = 0; i < query.length; i++) {
      const component = vector[i]!;
      product += query[i]! * component;
      square += component * component;
    }
    const length = Math.sqrt(square);
    if (this.#metric === "dotproduct") return { closeness: product, error: ROUNDING * length * this.#length };
    if (length < LENGTH_MIN) return { closeness: 0, error: Number.POSITIVE_INFINITY };
    return { closeness: product / length, error: ROUNDING };
  }
}
