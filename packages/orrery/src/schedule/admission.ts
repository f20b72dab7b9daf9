/**
 * How much work that may need memory is under way at a time. Everything comes in as light work: some of it at a time, and
 * what is light is through in a moment. What turns out to be heavy, because it has used much of the processor's time or
 * read much, needs one of few places. If none is free, it lets go of all it has, waits in line holding nothing, and begins
 * again in its place: so neither a crowd of heavy work adds up in memory, nor does anything short wait behind it.
 *
 * Owners take turns in the line. Waiting has an end: what is not begun in time is refused, with the time that the line
 * takes at its present pace. Who has gone is passed over, and costs nothing.
 */
import { HEAP_BYTES } from "./heap-size.ts";
import { OwnersInTurn, type TaskOwner } from "./task-line.ts";

export const ADMISSION_LIMITS = {
  /** Light work at a time. */
  lightMax: 16,
  /** Heavy work at a time, where the heap has room for it. */
  heavyMax: 8,
  /** What a heavy piece of work may hold of the heap. */
  heavyHeapBytes: 128 * 1024 * 1024,
  /** The same of light work: a few large items, parsed. */
  lightHeapBytes: 32 * 1024 * 1024,
  /** Light work uses less of the processor's time, and reads less. */
  lightMs: 20,
  lightBytes: 1024 * 1024,
  /** Pieces of work that wait, for either kind of place. */
  waitingMax: 1_000,
  /** How long, by the time that the process had of the processor: what others do on a busy machine does not count. */
  waitMs: 120_000,
  /** How long by the clock. Clients give up earlier, and are then passed over. */
  waitByClockMs: 600_000,
} as const;

/** How often those who wait are looked at. */
const LOOK_MS = 1_000;

/** Work that has not begun: too much waited before it, or it waited for too long. */
export class AdmissionRefusal extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = "AdmissionRefusal";
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown through work that has to begin again when there is a place for it. */
class Postponed extends Error {}

/** Who asks for a place. */
export interface AdmissionAsker {
  readonly owner: TaskOwner;
  /** Whether nobody waits for the answer any longer. */
  readonly isUnwanted?: (() => boolean) | undefined;
}

/** What work that was admitted says of itself. */
export interface Admitted {
  /** It is not light any more. Throws, through the work, if it has to begin again later; call it before more is held. */
  turnHeavy(): void;
}

interface AdmissionClock {
  now(): number;
  /** What the process has used of the processors. */
  processorMs(): number;
  later(go: () => void, ms: number): void;
}

export type AdmissionLimits = { readonly [Name in keyof typeof ADMISSION_LIMITS]: number };

export class Admission {
  readonly limits: AdmissionLimits;
  readonly #light: Places;
  readonly #heavy: Places;

  constructor(clock: AdmissionClock, limits: AdmissionLimits = ADMISSION_LIMITS) {
    this.limits = limits;
    this.#light = new Places(clock, Math.min(limits.lightMax, heapPlaces(limits.lightHeapBytes)), limits);
    this.#heavy = new Places(clock, Math.min(limits.heavyMax, heapPlaces(limits.heavyHeapBytes)), limits);
  }

  /** `work` may be called twice: it must have no effect until it ends. */
  async run<T>(asker: AdmissionAsker, work: (admitted: Admitted) => Promise<T>): Promise<T> {
    if (!this.#light.enter()) await this.#light.wait(asker);
    let place = this.#light;
    const turnHeavy = () => {
      if (place === this.#heavy) return;
      if (!this.#heavy.enter()) throw new Postponed("There is no place for heavy work.");
      place.leave();
      place = this.#heavy;
    };
    try {
      return await work({ turnHeavy });
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
    } finally {
      place.leave();
    }
    await this.#heavy.wait(asker);
    try {
      return await work({ turnHeavy: () => {} });
    } finally {
      this.#heavy.leave();
    }
  }

  /** How much is under way and how much waits. */
  get figures(): { readonly light: number; readonly heavy: number; readonly waiting: number } {
    return {
      light: this.#light.taken,
      heavy: this.#heavy.taken,
      waiting: this.#light.waiting + this.#heavy.waiting,
    };
  }
}

/** As many as fit into half of the heap. */
function heapPlaces(bytes: number): number {
  return Math.max(1, Math.floor(HEAP_BYTES / 2 / bytes));
}

interface Waiter extends AdmissionAsker {
  readonly sinceMs: number;
  /** By the work that was done while somebody waited. */
  readonly sinceWorkMs: number;
  start(): void;
  refuse(): void;
}

class Places {
  readonly #clock: AdmissionClock;
  readonly #max: number;
  readonly #limits: AdmissionLimits;
  readonly #line = new OwnersInTurn<Waiter>();
  /** Those in line, the oldest first. */
  readonly #waiters = new Set<Waiter>();
  #taken = 0;
  #isLooking = false;
  /** What the process has worked, and the moment until which that is known. */
  #workMs = 0;
  #known = { nowMs: 0, processorMs: 0 };
  /** Between two that left while others waited, on average. */
  #paceMs = 0;
  #leftAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: AdmissionClock, max: number, limits: AdmissionLimits) {
    this.#clock = clock;
    this.#max = max;
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /** False: there is no place, or others wait for one. */
  enter(): boolean {
    if (this.#taken >= this.#max || this.#waiters.size > 0) return false;
    this.#taken++;
    return true;
  }

  wait(asker: AdmissionAsker): Promise<void> {
    if (this.enter()) return Promise.resolve();
    if (this.#waiters.size >= this.#limits.waitingMax) throw this.#refusal("too much waits already");
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        ...asker,
        sinceMs: this.#clock.now(),
        sinceWorkMs: this.#workMs,
        start: resolve,
        refuse: () => {
          const seconds = Math.floor((this.#clock.now() - waiter.sinceMs) / 1000);
          reject(this.#refusal(`it has waited ${seconds} seconds`));
        },
      };
      this.#waiters.add(waiter);
      this.#line.add(waiter);
      if (!this.#isLooking) this.#known = this.#read();
      this.#lookLater();
    });
  }

  /** The place goes to the next in line without becoming free. */
  leave(): void {
    if (this.#waiters.size > 0) this.#notePace();
    for (let next = this.#line.take(); next !== undefined; next = this.#line.take()) {
      // Who was refused is still in line.
      if (!this.#waiters.delete(next)) continue;
      if (next.isUnwanted?.()) {
        next.refuse();
        continue;
      }
      next.start();
      return;
    }
    this.#taken--;
  }

  #notePace(): void {
    const now = this.#clock.now();
    const gapMs = now - this.#leftAtMs;
    this.#leftAtMs = now;
    if (Number.isFinite(gapMs)) this.#paceMs += (gapMs - this.#paceMs) / 8;
  }

  #lookLater(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#clock.later(() => {
      this.#isLooking = false;
      this.#refuseLate();
      if (this.#waiters.size > 0) this.#lookLater();
    }, LOOK_MS);
  }

  #refuseLate(): void {
    const { nowMs, processorMs } = this.#read();
    // Several threads use more than the clock has passed.
    this.#workMs += Math.min(nowMs - this.#known.nowMs, processorMs - this.#known.processorMs);
    this.#known = { nowMs, processorMs };
    const since = nowMs - this.#limits.waitByClockMs;
    const sinceWork = this.#workMs - this.#limits.waitMs;
    for (const waiter of this.#waiters) {
      const isInTime = waiter.sinceMs > since && waiter.sinceWorkMs > sinceWork;
      if (isInTime && !waiter.isUnwanted?.()) continue;
      this.#waiters.delete(waiter);
      waiter.refuse();
    }
  }

  #read(): { readonly nowMs: number; readonly processorMs: number } {
    return { nowMs: this.#clock.now(), processorMs: this.#clock.processorMs() };
  }

  #refusal(why: string): AdmissionRefusal {
    const retryAfterMs = Math.max(LOOK_MS, Math.ceil(this.#waiters.size * this.#paceMs));
    return new AdmissionRefusal(
      `The server is busy with other work, and ${why}. Nothing was done. Repeat the request in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
      retryAfterMs,
    );
  }
}
