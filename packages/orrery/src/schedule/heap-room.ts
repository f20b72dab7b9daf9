/**
 * Heap space for large writes. The parsed values, index entries and batch of an item can take fifty times its JSON, so a few
 * writes at a time can exhaust a small heap.
 *
 * A request reserves its share before its body is parsed, and waits in line for it: the body is a buffer, outside the heap.
 * A share that was granted never waits to grow, because two of them could wait for each other: `tryGrow` decides at once.
 */
import { HEAP_BYTES } from "./heap-size.ts";

export const HEAP_ROOM_LIMITS = {
  /** The young generation, which V8 includes in the limit, and what an idle server occupies. */
  baseBytes: 64 * 1024 * 1024,
  /** Of the rest. Queries, caches and garbage take the remainder. */
  percent: 80,
  waitMs: 30_000,
} as const;

/** How often the age of the waiting shares is checked. */
const CHECK_MS = 1_000;

interface RoomClock {
  now(): number;
  later(go: () => void, ms: number): void;
}

interface Waiter {
  readonly bytes: number;
  readonly sinceMs: number;
  resolve(isGranted: boolean): void;
}

export class HeapRoom {
  readonly bytesMax: number;
  readonly #clock: RoomClock;
  /** The oldest first. */
  readonly #waiters = new Set<Waiter>();
  #bytes = 0;
  #isChecking = false;

  constructor(clock: RoomClock, heapBytes = HEAP_BYTES) {
    const { baseBytes, percent } = HEAP_ROOM_LIMITS;
    this.#clock = clock;
    this.bytesMax = Math.max(0, Math.floor(((heapBytes - baseBytes) * percent) / 100));
  }

  /** Granted at present. */
  get bytes(): number {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  begin(): HeapShare {
    return new HeapShare(this);
  }

  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.bytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  /** In the order of arrival. False: so much never fits, or did not within the time limit. */
  async wait(bytes: number): Promise<boolean> {
    if (bytes > this.bytesMax) return false;
    if (this.#waiters.size === 0 && this.take(bytes)) return true;
    return new Promise((resolve) => {
      this.#waiters.add({ bytes, sinceMs: this.#clock.now(), resolve });
      this.#checkLater();
    });
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
    this.#grant();
  }

  #grant(): void {
    for (const waiter of this.#waiters) {
      if (!this.take(waiter.bytes)) return;
      this.#waiters.delete(waiter);
      waiter.resolve(true);
    }
  }

  #checkLater(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#clock.later(() => {
      this.#isChecking = false;
      this.#refuseLate();
      if (this.#waiters.size > 0) this.#checkLater();
    }, CHECK_MS);
  }

  #refuseLate(): void {
    const latest = this.#clock.now() - HEAP_ROOM_LIMITS.waitMs;
    for (const waiter of this.#waiters) {
      if (waiter.sinceMs > latest) break;
      this.#waiters.delete(waiter);
      waiter.resolve(false);
    }
    // A large one that was first in line may have held up smaller ones.
    this.#grant();
  }
}

/** The part of one request or transaction. */
export class HeapShare {
  readonly #room: HeapRoom;
  #bytes = 0;

  constructor(room: HeapRoom) {
    this.#room = room;
  }

  /** Waits for room. False: there is none. */
  async reserve(bytes: number): Promise<boolean> {
    if (!(await this.#room.wait(bytes))) return false;
    this.#bytes += bytes;
    return true;
  }

  /** False, and nothing changes: there is no room now. */
  tryGrow(bytes: number): boolean {
    if (!this.#room.take(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  release(): void {
    if (this.#bytes === 0) return;
    this.#room.give(this.#bytes);
    this.#bytes = 0;
  }
}
