/**
 * Decides when the throttling of a container, or what will lead to it, is worth a line in the log: when its cause is a new one, or comes back
 * after it was gone for a while. Looks once a second while there is one: a container may be throttled a thousand times.
 */
import type { ThrottlingCause } from "./throttling-cause.ts";

const LOOK_MS = 1_000;
/** A cause that was not seen for so long is news again. */
export const FORGOTTEN_MS = 600_000;
/** The one seen longest ago is forgotten first. */
export const CAUSES_MAX = 64;

export class ThrottlingWatch {
  /** When each was seen last, in that order. */
  readonly #seen = new Map<string, number>();
  #foundMs = Number.NEGATIVE_INFINITY;

  /** After a refusal. Returns a cause that is to be told. */
  throttled(nowMs: number, cause: () => ThrottlingCause | undefined): ThrottlingCause | undefined {
    if (nowMs - this.#foundMs < LOOK_MS) return undefined;
    const found = cause();
    if (found === undefined) return undefined;
    this.#foundMs = nowMs;
    return this.isNews(nameOf(found), nowMs) ? found : undefined;
  }

  /** Whether a cause was not seen for long. It was now. */
  isNews(name: string, nowMs: number): boolean {
    const before = this.#seen.get(name);
    this.#seen.delete(name);
    this.#seen.set(name, nowMs);
    if (this.#seen.size > CAUSES_MAX) this.#seen.delete(this.#seen.keys().next().value!);
    return before === undefined || nowMs - before >= FORGOTTEN_MS;
  }
}

/** Causes of one name differ by their figures alone. */
function nameOf(cause: ThrottlingCause): string {
  switch (cause.kind) {
    case "hotKey":
      return `key ${cause.key}`;
    case "hotPartition":
      return `partition ${cause.rangeId}`;
    case "lowThroughput":
      return `throughput ${cause.ruPerSecond}`;
  }
}
