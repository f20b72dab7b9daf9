/**
 * How often a client may reset its streams. A reset costs the client thirteen bytes and the server a stream that was
 * made for nothing, so a client that resets many requests as soon as it has sent them loses its connection.
 */
import type { ListenerLimits } from "./listener-limits.ts";

type ResetLimits = Pick<ListenerLimits, "resetsMax" | "resetsPerSecondMax">;

const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;
const RST_STREAM = 3;

/** A number of resets at once, which come back with time. */
export class ResetBudget {
  readonly #limits: ResetLimits;
  readonly #nowMs: () => number;
  #left: number;
  #atMs: number;

  constructor(limits: ResetLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#left = limits.resetsMax;
    this.#atMs = nowMs();
  }

  /** False: this one is too many. */
  take(): boolean {
    const nowMs = this.#nowMs();
    const back = ((nowMs - this.#atMs) / 1000) * this.#limits.resetsPerSecondMax;
    this.#left = Math.min(this.#limits.resetsMax, this.#left + back) - 1;
    this.#atMs = nowMs;
    return this.#left >= 0;
  }
}

/** How many resets are among the bytes that a connection begins with. */
export function resetsIn(first: Buffer): number {
  let resets = 0;
  for (let at = PREFACE_BYTES; at + FRAME_HEAD_BYTES <= first.length; ) {
    if (first[at + 3] === RST_STREAM) resets++;
    at += FRAME_HEAD_BYTES + first.readUIntBE(at, 3);
  }
  return resets;
}
