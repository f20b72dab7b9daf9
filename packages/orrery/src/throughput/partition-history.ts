/**
 * What happened on one physical partition: every second of the last two minutes and every minute of the last six
 * hours, in rings of fixed size.
 *
 * A second is added up in plain fields and folded into the rings when the next one begins, so that the request's
 * path costs a comparison and a few additions. Normalised use is the second's RU over the RU/s that were
 * provisioned at its end; a minute keeps its highest second, as the service's metric does. Above 1 it says how much
 * more would have been needed: nothing is refused while throttling is only observed.
 */
import type { HistoryPoint, MinutePoint } from "../api/control-api.ts";

export const HISTORY_SECONDS = 120;
export const HISTORY_MINUTES = 360;

const POINT_FIELDS = ["requests", "ru", "normalised", "throttled"] as const;
const FIELDS = [...POINT_FIELDS, "storageBytes", "items"] as const;
type Field = (typeof FIELDS)[number];

export class PartitionHistory {
  /** The open second and minute, since the epoch. */
  #second: number;
  #requests = 0;
  #ru = 0;
  #throttled = 0;
  #ruPerSecond = 1;
  readonly #seconds: Ring;
  readonly #minutes: Ring;
  #storageBytes = 0;
  #items = 0;

  constructor(nowMs: number) {
    this.#second = Math.floor(nowMs / 1000);
    this.#seconds = new Ring(HISTORY_SECONDS, this.#second);
    this.#minutes = new Ring(HISTORY_MINUTES, Math.floor(this.#second / 60));
  }

  addRequest(nowMs: number, ru: number, ruPerSecond: number): void {
    this.#advance(nowMs);
    this.#requests++;
    this.#ru += ru;
    this.#ruPerSecond = ruPerSecond;
  }

  addThrottled(nowMs: number): void {
    this.#advance(nowMs);
    this.#throttled++;
  }

  setTotals(nowMs: number, storageBytes: number, items: number): void {
    this.#advance(nowMs);
    this.#storageBytes = storageBytes;
    this.#items = items;
  }

  /** Oldest first, the present second last; seconds without requests are there too. */
  seconds(nowMs: number, limit = HISTORY_SECONDS): HistoryPoint[] {
    this.#advance(nowMs);
    this.#fold();
    return this.#seconds.points(1_000, limit, POINT_FIELDS);
  }

  minutes(nowMs: number, limit = HISTORY_MINUTES): MinutePoint[] {
    this.#advance(nowMs);
    this.#fold();
    return this.#minutes.points(60_000, limit, FIELDS);
  }

  #advance(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    if (second <= this.#second) return;
    this.#fold();
    this.#second = second;
    this.#seconds.advance(second);
    // A minute in which nothing was told holds what the one before it held.
    this.#minutes.advance(Math.floor(second / 60), ["storageBytes", "items"]);
  }

  /** Moves what the open second has gathered into the rings; may be done more than once for a second. */
  #fold(): void {
    for (const ring of [this.#seconds, this.#minutes]) {
      ring.set("requests", ring.get("requests") + this.#requests);
      ring.set("ru", ring.get("ru") + this.#ru);
      ring.set("throttled", ring.get("throttled") + this.#throttled);
      ring.set("storageBytes", this.#storageBytes);
      ring.set("items", this.#items);
    }
    const normalised = this.#seconds.get("ru") / this.#ruPerSecond;
    this.#seconds.set("normalised", normalised);
    this.#minutes.set("normalised", Math.max(this.#minutes.get("normalised"), normalised));
    this.#requests = this.#ru = this.#throttled = 0;
  }
}

/** The last `length` seconds or minutes, numbered since the epoch, one column for each field. */
class Ring {
  readonly #length: number;
  readonly #first: number;
  #last: number;
  readonly #columns: Record<Field, Float64Array>;

  constructor(length: number, first: number) {
    this.#length = length;
    this.#first = this.#last = first;
    this.#columns = recordOf(FIELDS, () => new Float64Array(length));
  }

  get(field: Field): number {
    return this.#columns[field][this.#last % this.#length]!;
  }

  set(field: Field, value: number): void {
    this.#columns[field][this.#last % this.#length] = value;
  }

  advance(last: number, carried: readonly Field[] = []): void {
    const steps = Math.min(last - this.#last, this.#length);
    for (const field of FIELDS) {
      const column = this.#columns[field];
      const value = carried.includes(field) ? this.get(field) : 0;
      for (let number = last - steps + 1; number <= last; number++) column[number % this.#length] = value;
    }
    this.#last = last;
  }

  points<F extends Field>(
    unitMs: number,
    limit: number,
    fields: readonly F[],
  ): ({ readonly startMs: number } & Record<F, number>)[] {
    const count = Math.min(limit, this.#length, this.#last - this.#first + 1);
    return Array.from({ length: count }, (_, i) => {
      const number = this.#last - count + 1 + i;
      const values = recordOf(fields, (field) => this.#columns[field][number % this.#length]!);
      return { startMs: number * unitMs, ...values };
    });
  }
}

function recordOf<F extends Field, T>(fields: readonly F[], read: (field: F) => T): Record<F, T> {
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<F, T>;
}
