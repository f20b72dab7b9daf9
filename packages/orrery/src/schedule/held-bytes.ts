/**
 * What clients make the process hold: bodies that have not arrived whole, or whose work is under way, and answers that were
 * not taken yet. All of it together has a bound. What would be more is refused before anything is done for it, and tells when
 * to come again: when whoever has let the process wait for the longest may be cut off. Nobody is, as long as there is room.
 */

import { HEAP_BYTES, withinHeap } from "./heap-size.ts";

/** Where the heap is large enough; otherwise those of `heldLimits`. */
export const HELD_LIMITS = {
  /** Of all bodies and answers of the process. */
  heldBytesMax: 256 * 1024 * 1024,
  /** What has less is not counted: connections are. */
  countedFromBytes: 16 * 1024,
  /** How long a client that sends or takes slowly is safe where others have no room. */
  graceMs: 5_000,
} as const;

/** Nobody comes again earlier. */
const RETRY_MS_MIN = 1_000;

/** Of a small heap, half may be matched by bodies and answers, which are outside it: a process gets memory for both. */
const HELD_HEAP_FRACTION = 1 / 2;
/** Of a small heap, smaller bodies must be counted: thousands of connections can have one each. */
const COUNTED_HEAP_FRACTION = 1 / 65_536;

export type HeldLimits = { readonly [Name in keyof typeof HELD_LIMITS]: number };

export function heldLimits(heapBytes = HEAP_BYTES): HeldLimits {
  return {
    ...HELD_LIMITS,
    heldBytesMax: withinHeap(HELD_LIMITS.heldBytesMax, HELD_HEAP_FRACTION, heapBytes),
    countedFromBytes: withinHeap(HELD_LIMITS.countedFromBytes, COUNTED_HEAP_FRACTION, heapBytes),
  };
}

export class HeldBytes {
  readonly limits: HeldLimits;
  readonly #now: () => number;
  /** Those who wait for their client, the longest first. */
  readonly #waiting = new Set<Holding>();
  #bytes = 0;

  constructor(clock: { now(): number }, limits: HeldLimits = HELD_LIMITS) {
    this.limits = limits;
    this.#now = () => clock.now();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When there may be room for what was refused. */
  get retryAfterMs(): number {
    const [oldest] = this.#waiting;
    const safeMs = oldest === undefined ? 0 : oldest.sinceMs + this.limits.graceMs - this.#now();
    return Math.max(RETRY_MS_MIN, Math.ceil(safeMs));
  }

  /** `cut` ends the exchange with a client that lets the process wait. */
  begin(cut: () => void): Holding {
    return new Holding(this, cut);
  }

  /** False: there is no room for so many more. */
  makeRoom(bytes: number): boolean {
    const latest = this.#now() - this.limits.graceMs;
    for (const holding of this.#waiting) {
      if (this.#bytes + bytes <= this.limits.heldBytesMax) break;
      if (holding.sinceMs > latest) break;
      holding.release();
      holding.cut();
    }
    return this.#bytes + bytes <= this.limits.heldBytesMax;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  startWaiting(holding: Holding): number {
    this.#waiting.add(holding);
    return this.#now();
  }

  stopWaiting(holding: Holding): void {
    this.#waiting.delete(holding);
  }
}

/** What one exchange with a client holds. */
export class Holding {
  readonly cut: () => void;
  readonly #all: HeldBytes;
  #bytes = 0;
  #isOver = false;
  #sinceMs = 0;

  constructor(all: HeldBytes, cut: () => void) {
    this.#all = all;
    this.cut = cut;
  }

  /** Since when the client is waited for. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Holds so many bytes instead of what it held. False, and nothing changes: there is no room. */
  tryHold(bytes: number): boolean {
    if (bytes > this.#bytes && !this.#all.makeRoom(bytes - this.#bytes)) return false;
    this.hold(bytes);
    return true;
  }

  /** The same for what cannot be refused any more. */
  hold(bytes: number): void {
    if (this.#isOver) return;
    this.#all.count(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  /** It is the client's turn, to send or to take. */
  waitForClient(): void {
    if (!this.#isOver) this.#sinceMs = this.#all.startWaiting(this);
  }

  /** It is the server's turn. */
  goOn(): void {
    this.#all.stopWaiting(this);
  }

  release(): void {
    this.hold(0);
    this.goOn();
    this.#isOver = true;
  }
}
