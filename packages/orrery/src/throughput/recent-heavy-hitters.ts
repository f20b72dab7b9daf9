/**
 * Heavy hitters of the last hour: one sketch for each slice of ten minutes, so that yesterday's hot key makes
 * room for today's. A slice that has passed out of the hour is dropped when a newer one needs its place.
 */
import { HeavyHitters } from "./heavy-hitters.ts";

export const SLICE_MS = 600_000;
export const SLICES = 6;
/** A key with 1/128 of a slice's weight is sure to be seen. */
const KEYS_PER_SLICE = 128;
/** A slice that began so short a time ago does not tell alone what is hot: its first key would have all of it. */
const YOUNG_MS = 60_000;

interface Slice {
  readonly number: number;
  readonly sketch: HeavyHitters;
}

export class RecentHeavyHitters {
  readonly #slices: (Slice | undefined)[] = new Array(SLICES).fill(undefined);
  #current: HeavyHitters | undefined;
  #currentEndsMs = Number.NEGATIVE_INFINITY;

  add(key: string, weight: number, nowMs: number): void {
    const sketch = nowMs < this.#currentEndsMs ? this.#current! : this.#openSlice(nowMs);
    sketch.add(key, weight);
  }

  /** The sketch of the present slice: what is hot now. */
  now(nowMs: number): HeavyHitters {
    return nowMs < this.#currentEndsMs ? this.#current! : this.#openSlice(nowMs);
  }

  /** What is hot lately: of the present slice, and of the one before while the present one is young. */
  lately(nowMs: number): HeavyHitters {
    const present = this.now(nowMs);
    const number = Math.floor(nowMs / SLICE_MS);
    const before = this.#slices[(number + SLICES - 1) % SLICES];
    if (nowMs - number * SLICE_MS >= YOUNG_MS || before?.number !== number - 1) return present;
    return HeavyHitters.merge(present, before.sketch);
  }

  /** One sketch of the last hour, made for the caller. */
  merged(nowMs: number): HeavyHitters {
    const oldest = Math.floor(nowMs / SLICE_MS) - SLICES + 1;
    let merged = new HeavyHitters(KEYS_PER_SLICE);
    for (const slice of this.#slices) {
      if (slice !== undefined && slice.number >= oldest) merged = HeavyHitters.merge(merged, slice.sketch);
    }
    return merged;
  }

  /** Takes over what others know of the keys that `isIn` names. Requires that nothing has been added yet. */
  inherit(others: readonly RecentHeavyHitters[], isIn: (key: string) => boolean): void {
    for (const { number, sketch } of others.flatMap((other) => other.#slices.filter(isSlice))) {
      const known = this.#slices[number % SLICES];
      if (known !== undefined && known.number > number) continue;
      const part = sketch.part(isIn);
      this.#slices[number % SLICES] = {
        number,
        sketch: known?.number === number ? HeavyHitters.merge(known.sketch, part) : part,
      };
    }
  }

  #openSlice(nowMs: number): HeavyHitters {
    const number = Math.floor(nowMs / SLICE_MS);
    const known = this.#slices[number % SLICES];
    const sketch = known?.number === number ? known.sketch : new HeavyHitters(KEYS_PER_SLICE);
    this.#slices[number % SLICES] = { number, sketch };
    this.#current = sketch;
    this.#currentEndsMs = (number + 1) * SLICE_MS;
    return sketch;
  }
}

function isSlice(slice: Slice | undefined): slice is Slice {
  return slice !== undefined;
}
