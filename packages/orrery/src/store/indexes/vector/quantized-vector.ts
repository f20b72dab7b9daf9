/**
 * Vectors in a byte for each dimension: a scale (a 32-bit float, least significant byte first), then each component as a
 * multiple of it from -127 to 127, plus 128. For cosine, of the vector's direction. On disk: do not change.
 */
import { Corruption } from "../../../value/corruption.ts";
import type { VectorMetric } from "../../../value/rows/vector-search.ts";

const SCALE_BYTES = 4;
const STEPS = 127;
const ZERO = 128;

export function quantizedBytes(dimensions: number): number {
  return SCALE_BYTES + dimensions;
}

export function quantize(vector: ArrayLike<number>, metric: VectorMetric): Buffer {
  let largest = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    largest = Math.max(largest, Math.abs(vector[i]!));
    square += vector[i]! * vector[i]!;
  }
  const length = metric === "cosine" ? Math.sqrt(square) : 1;
  const scale = Math.fround(largest / length / STEPS);
  const value = Buffer.alloc(SCALE_BYTES + vector.length, ZERO);
  // What has no size that can be written down is taken for zero: it is measured in full where that matters.
  if (!Number.isFinite(scale) || scale === 0) {
    value.writeFloatLE(0);
    return value;
  }
  value.writeFloatLE(scale);
  for (let i = 0; i < vector.length; i++) {
    const steps = Math.round(vector[i]! / length / scale);
    value[SCALE_BYTES + i] = ZERO + Math.max(-STEPS, Math.min(STEPS, steps));
  }
  return value;
}

/** How near quantized vectors are to one: more is nearer, whatever the metric. */
export class QuantizedMeasure {
  readonly #query: Float64Array;
  readonly #metric: VectorMetric;
  /** What the zeros of all components add to a product. */
  readonly #zeros: number;

  /** For cosine, `query` is a direction. */
  constructor(query: Float64Array, metric: VectorMetric) {
    this.#query = query;
    this.#metric = metric;
    this.#zeros = ZERO * query.reduce((sum, component) => sum + component, 0);
  }

  closeness(value: Buffer): number {
    if (value.length !== quantizedBytes(this.#query.length)) {
      throw new Corruption(`A quantized vector is stored in ${value.length} bytes.`);
    }
    return this.closenessAt(value, 0);
  }

  /** Of one that is a part of some bytes. */
  closenessAt(bytes: Buffer, offset: number): number {
    const scale = bytes.readFloatLE(offset);
    if (this.#metric === "euclidean") return -this.#distanceSquare(bytes, offset + SCALE_BYTES, scale);
    return scale * (this.#product(bytes, offset + SCALE_BYTES) - this.#zeros);
  }

  #product(bytes: Buffer, offset: number): number {
    const query = this.#query;
    const whole = query.length & ~3;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = 0;
    for (; i < whole; i += 4) {
      a += query[i]! * bytes[offset + i]!;
      b += query[i + 1]! * bytes[offset + 1 + i]!;
      c += query[i + 2]! * bytes[offset + 2 + i]!;
      d += query[i + 3]! * bytes[offset + 3 + i]!;
    }
    for (; i < query.length; i++) a += query[i]! * bytes[offset + i]!;
    return a + b + c + d;
  }

  #distanceSquare(bytes: Buffer, offset: number, scale: number): number {
    const query = this.#query;
    let square = 0;
    for (let i = 0; i < query.length; i++) {
      const difference = query[i]! - scale * (bytes[offset + i]! - ZERO);
      square += difference * difference;
    }
    return square;
  }
}
