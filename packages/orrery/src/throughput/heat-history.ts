/**
 * Where in the hash space, and on which keys, a container's request units went: columns of time, in rings of falling
 * resolution.
 *
 * The hash space is cut into slices that stay the same for ever, so that a split or merge changes nothing of what was
 * seen before it. A request adds to the open second alone, by its key; when a second is over, its keys are hashed once
 * each and its column is added to the open minute, and a minute's to the open half hour. So the path of a request costs
 * a look into a map, and nothing runs while nothing happens. What is not about one key is spread evenly over its
 * partition, and so are the bytes that a partition holds when a column ends.
 */
import type { HeatColumn, HeatUnit } from "../api/control-api.ts";
import { roundCharge } from "./charges.ts";
import type { HeatBudget } from "./heat-budget.ts";
import { HeavyHitters } from "./heavy-hitters.ts";

export const HEAT_SLICES = 256;
/** How long a column is, and how many there are of each. */
export const HEAT_RINGS = {
  seconds: { columnMs: 1_000, columns: 120 },
  minutes: { columnMs: 60_000, columns: 360 },
  halfHours: { columnMs: 1_800_000, columns: 336 },
} as const;
/** Keys of one second that are told apart; what comes after them is spread over the partition. */
export const HEAT_KEYS_PER_SECOND_MAX = 1_024;
/** Keys that a column names. */
export const HEAT_KEYS_PER_COLUMN = 24;
/** Characters of a key's text that are kept; longer ones that begin alike count as one. */
export const HEAT_KEY_CHARACTERS_MAX = 128;

/** Part of the hash space, from 0 to 1. */
export interface HashSpan {
  readonly from: number;
  readonly to: number;
}

/** What a part of the hash space holds. */
export interface StoredSpan {
  readonly span: HashSpan;
  readonly bytes: number;
}

export interface HeatAsked {
  /** Columns that began before it are left out. */
  readonly sinceMs?: number | undefined;
  readonly withStorage?: boolean | undefined;
}

interface Spent {
  ru: number;
  throttled: number;
}

export interface HeatHistoryOptions {
  /** Where a key lies in the hash space, from 0 to 1. */
  readonly positionOf: (key: string) => number;
  /** What the partitions hold now. */
  readonly stored: () => readonly StoredSpan[];
  readonly budget: HeatBudget;
}

export class HeatHistory {
  readonly #options: HeatHistoryOptions;
  #second = Number.NEGATIVE_INFINITY;
  readonly #keys = new Map<string, Spent>();
  readonly #spread = new Map<HashSpan, Spent>();
  readonly #rings = {
    seconds: new HeatRing("seconds"),
    minutes: new HeatRing("minutes"),
    halfHours: new HeatRing("halfHours"),
  };

  constructor(options: HeatHistoryOptions) {
    this.#options = options;
  }

  /** `key` is absent when the request concerns several; `span` is the partition's and must be the same object each time. */
  add(nowMs: number, key: string | undefined, span: HashSpan, ru: number, throttled: number): void {
    const second = Math.floor(nowMs / 1000);
    if (second > this.#second) this.#advance(second);
    const spent = this.#spent(key, span);
    spent.ru += ru;
    spent.throttled += throttled;
  }

  /** Oldest first, the present one last; columns in which nothing happened are left out. */
  columns(nowMs: number, unit: HeatUnit, asked: HeatAsked = {}): HeatColumn[] {
    const second = Math.floor(nowMs / 1000);
    if (second > this.#second) this.#advance(second);
    else this.#fold();
    return this.#rings[unit].columns(nowMs, asked);
  }

  /** How many are kept, of all rings. */
  get size(): number {
    return this.#rings.seconds.size + this.#rings.minutes.size + this.#rings.halfHours.size;
  }

  /** The budget asks for it. */
  clear(): void {
    for (const ring of Object.values(this.#rings)) ring.clear();
  }

  #spent(key: string | undefined, span: HashSpan): Spent {
    if (key !== undefined) {
      const known = this.#keys.get(key);
      if (known !== undefined) return known;
      if (this.#keys.size < HEAT_KEYS_PER_SECOND_MAX) return created(this.#keys, key);
    }
    return this.#spread.get(span) ?? created(this.#spread, span);
  }

  #advance(second: number): void {
    this.#fold();
    this.#second = second;
  }

  /** Moves what the open second has gathered into the rings; may be done more than once for a second. */
  #fold(): void {
    if (this.#keys.size === 0 && this.#spread.size === 0) return;
    const startMs = this.#second * 1000;
    const open = Object.values(this.#rings).map((ring) => ring.at(startMs));
    const stored = bytesBySlice(this.#options.stored());
    for (const column of open) column.stored = stored;
    for (const [span, { ru, throttled }] of this.#spread) {
      for (const column of open) column.addSpan(span, ru, throttled);
    }
    for (const [key, { ru, throttled }] of this.#keys) {
      const slice = sliceAt(this.#options.positionOf(key));
      const text = key.length > HEAT_KEY_CHARACTERS_MAX ? `${key.slice(0, HEAT_KEY_CHARACTERS_MAX)}…` : key;
      for (const column of open) column.addKey(text, slice, ru, throttled);
    }
    this.#keys.clear();
    this.#spread.clear();
    this.#options.budget.used(this);
  }
}

/** The columns of one resolution; those in which nothing happened do not exist. */
class HeatRing {
  readonly #columnMs: number;
  readonly #count: number;
  #columns: OpenColumn[] = [];

  constructor(unit: HeatUnit) {
    this.#columnMs = HEAT_RINGS[unit].columnMs;
    this.#count = HEAT_RINGS[unit].columns;
  }

  get size(): number {
    return this.#columns.length;
  }

  clear(): void {
    this.#columns = [];
  }

  /** The column that a moment belongs to, which is not older than the last one. */
  at(ms: number): OpenColumn {
    const startMs = Math.floor(ms / this.#columnMs) * this.#columnMs;
    const last = this.#columns.at(-1);
    if (last?.startMs === startMs) return last;
    const column = new OpenColumn(startMs);
    const oldestMs = this.#oldestMs(ms);
    this.#columns = [...this.#columns.filter((each) => each.startMs >= oldestMs), column];
    return column;
  }

  columns(
    nowMs: number,
    { sinceMs = Number.NEGATIVE_INFINITY, withStorage = false }: HeatAsked,
  ): HeatColumn[] {
    const fromMs = Math.max(sinceMs, this.#oldestMs(nowMs));
    return this.#columns.filter(({ startMs }) => startMs >= fromMs).map((column) => column.read(withStorage));
  }

  #oldestMs(nowMs: number): number {
    return (Math.floor(nowMs / this.#columnMs) - this.#count + 1) * this.#columnMs;
  }
}

class OpenColumn {
  readonly startMs: number;
  /** Columns that end together share it. */
  stored = NOTHING_STORED;
  readonly #ru = new Float32Array(HEAT_SLICES);
  readonly #throttled = new Float32Array(HEAT_SLICES);
  readonly #keys = new HeavyHitters(2 * HEAT_KEYS_PER_COLUMN);
  readonly #throttledKeys = new HeavyHitters(HEAT_KEYS_PER_COLUMN);

  constructor(startMs: number) {
    this.startMs = startMs;
  }

  addKey(key: string, slice: number, ru: number, throttled: number): void {
    this.#ru[slice]! += ru;
    this.#throttled[slice]! += throttled;
    this.#keys.add(key, ru);
    if (throttled > 0) this.#throttledKeys.add(key, throttled);
  }

  addSpan(span: HashSpan, ru: number, throttled: number): void {
    const { first, last, count } = slicesOf(span);
    for (let slice = first; slice <= last; slice++) {
      this.#ru[slice]! += ru / count;
      this.#throttled[slice]! += throttled / count;
    }
  }

  read(withStorage: boolean): HeatColumn {
    const slices: [number, number, number][] = [];
    for (let slice = 0; slice < HEAT_SLICES; slice++) {
      const ru = this.#ru[slice]!;
      const throttled = this.#throttled[slice]!;
      if (ru > 0 || throttled > 0) slices.push([slice, roundCharge(ru), roundCharge(throttled)]);
    }
    const keys = this.#keys
      .top(HEAT_KEYS_PER_COLUMN)
      // Only what is surely its own.
      .map(({ key, count, error }) => ({
        key,
        ru: roundCharge(count - error),
        throttled: this.#throttledKeys.find(key)?.count ?? 0,
      }));
    const column = { startMs: this.startMs, slices, keys };
    return withStorage ? { ...column, storage: Array.from(this.stored, Math.round) } : column;
  }
}

const NOTHING_STORED = new Float32Array(HEAT_SLICES);

function bytesBySlice(stored: readonly StoredSpan[]): Float32Array<ArrayBuffer> {
  const slices = new Float32Array(HEAT_SLICES);
  for (const { span, bytes } of stored) {
    const { first, last, count } = slicesOf(span);
    for (let slice = first; slice <= last; slice++) slices[slice]! += bytes / count;
  }
  return slices;
}

/** Those that a part of the hash space touches. */
function slicesOf({ from, to }: HashSpan): { first: number; last: number; count: number } {
  const first = sliceAt(from);
  const last = Math.max(first, Math.ceil(to * HEAT_SLICES) - 1);
  return { first, last, count: last - first + 1 };
}

function sliceAt(position: number): number {
  return Math.min(HEAT_SLICES - 1, Math.floor(position * HEAT_SLICES));
}

function created<K>(map: Map<K, Spent>, key: K): Spent {
  const spent = { ru: 0, throttled: 0 };
  map.set(key, spent);
  return spent;
}
