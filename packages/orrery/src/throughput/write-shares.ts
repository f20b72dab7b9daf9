/**
 * Where the writes of a container went in the last minute. What it finds holds whatever their rate: a slow machine shows
 * in a few hundred writes what a large load would be refused for.
 */
const SLICE_MS = 10_000;
const SLICES = 6;
/** Below it, nothing is said of a minute. */
export const WRITES_MIN = 100;
/** Nor of writes that began later: files are often sorted by their key. */
export const LASTING_MS = SLICE_MS;
/** From this part on, one partition has them all, or nearly so. */
const UNEVEN_SHARE = 0.9;

export interface UnevenWrites {
  readonly rangeId: string;
  /** Of the writes of the last minute. */
  readonly share: number;
  readonly writes: number;
}

interface Slice {
  readonly startMs: number;
  readonly writes: Map<string, number>;
}

export class WriteShares {
  /** Oldest first. */
  readonly #slices: Slice[] = [];

  add(nowMs: number, rangeId: string): void {
    let slice = this.#slices.at(-1);
    if (slice === undefined || nowMs - slice.startMs >= SLICE_MS) {
      slice = { startMs: nowMs, writes: new Map() };
      this.#slices.push(slice);
      if (this.#slices.length > SLICES) this.#slices.shift();
    }
    slice.writes.set(rangeId, (slice.writes.get(rangeId) ?? 0) + 1);
  }

  /** The partition that had nearly all of them, if there is one beside others. */
  uneven(nowMs: number, partitions: number): UnevenWrites | undefined {
    const past = this.#slices.filter(({ startMs }) => nowMs - startMs < SLICES * SLICE_MS);
    if (partitions < 2 || past.length === 0 || nowMs - past[0]!.startMs < LASTING_MS) return undefined;
    const totals = new Map<string, number>();
    let writes = 0;
    for (const [rangeId, count] of past.flatMap((slice) => [...slice.writes])) {
      totals.set(rangeId, (totals.get(rangeId) ?? 0) + count);
      writes += count;
    }
    const [rangeId, most] = [...totals].reduce((left, right) => (right[1] > left[1] ? right : left));
    const share = most / writes;
    return writes < WRITES_MIN || share < UNEVEN_SHARE ? undefined : { rangeId, share, writes };
  }
}
