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
  /** Oldest first. */
  #slices: Slice[] = [];

  add(key: string, weight: number, nowMs: number): void {
    this.now(nowMs).add(key, weight);
  }

  /** The sketch of the present slice: what is hot now. A clock that goes back stays in the slice that it has reached. */
  now(nowMs: number): HeavyHitters {
    const number = Math.floor(nowMs / SLICE_MS);
    const last = this.#slices.at(-1);
    if (last !== undefined && last.number >= number) return last.sketch;
    const sketch = new HeavyHitters(KEYS_PER_SLICE);
    this.#slices.push({ number, sketch });
    if (this.#slices.length > SLICES) this.#slices.shift();
    return sketch;
  }

  /** What is hot lately: of the present slice, and of the one before while the present one is young. */
  lately(nowMs: number): HeavyHitters {
    const present = this.now(nowMs);
    const number = Math.floor(nowMs / SLICE_MS);
    const before = this.#slices.at(-2);
    if (nowMs - number * SLICE_MS >= YOUNG_MS || before?.number !== number - 1) return present;
    return HeavyHitters.merge(present, before.sketch);
  }

  /** One sketch of the last hour, made for the caller. */
  merged(nowMs: number): HeavyHitters {
    const oldest = Math.floor(nowMs / SLICE_MS) - SLICES + 1;
    return this.#slices
      .filter(({ number }) => number >= oldest)
      .reduce((merged, { sketch }) => HeavyHitters.merge(merged, sketch), new HeavyHitters(KEYS_PER_SLICE));
  }

  /** Takes over what others know of the keys that `isIn` names. Requires that nothing has been added yet. */
  inherit(others: readonly RecentHeavyHitters[], isIn: (key: string) => boolean): void {
    const sketches = new Map<number, HeavyHitters>();
    for (const { number, sketch } of others.flatMap((other) => other.#slices)) {
      const known = sketches.get(number);
      const part = sketch.part(isIn);
      sketches.set(number, known === undefined ? part : HeavyHitters.merge(known, part));
    }
    const slices = [...sketches].map(([number, sketch]) => ({ number, sketch }));
    this.#slices = slices.sort((a, b) => a.number - b.number).slice(-SLICES);
  }
}
