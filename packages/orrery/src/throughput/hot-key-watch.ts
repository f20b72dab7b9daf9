/**
 * Decides when a hot key is worth a line in the log: the first time that it is throttled while it takes a large
 * part of its physical partition. Each key is reported once; when more keys have been reported than are
 * remembered, the oldest is forgotten and may be reported again.
 */
import type { HeavyHitters } from "./heavy-hitters.ts";

/** From this part of the partition's RU on, the key and not the partition's total is what is too hot. */
const HOT_SHARE = 0.1;
export const REPORTED_KEYS_MAX = 256;

export interface HotKeyEvent {
  readonly key: string;
  /** RU in the present ten minutes, at least. */
  readonly ru: number;
  /** Part of the partition's RU in that time, at least. */
  readonly share: number;
}

export class HotKeyWatch {
  readonly #reported = new Set<string>();

  /** `consumers`: what each key of the partition has consumed lately. */
  throttled(key: string, consumers: HeavyHitters): HotKeyEvent | undefined {
    if (this.#reported.has(key)) return undefined;
    const hitter = consumers.find(key);
    if (hitter === undefined) return undefined;
    const ru = hitter.count - hitter.error;
    const share = ru / consumers.total;
    if (share < HOT_SHARE) return undefined;
    this.#remember(key);
    return { key, ru, share };
  }

  /** Takes over which keys others have reported, of those that `isIn` names. */
  inherit(others: readonly HotKeyWatch[], isIn: (key: string) => boolean): void {
    for (const key of others.flatMap((other) => [...other.#reported])) if (isIn(key)) this.#remember(key);
  }

  #remember(key: string): void {
    this.#reported.add(key);
    if (this.#reported.size <= REPORTED_KEYS_MAX) return;
    for (const oldest of this.#reported) {
      this.#reported.delete(oldest);
      return;
    }
  }
}
