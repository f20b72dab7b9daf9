/**
 * Where this process has put items: so most changes are written without asking the target first. It may be wrong, when
 * another process went on meanwhile; so whatever it says is used on the condition of the ETag.
 */
import type { KeyComponents } from "./item-identity.ts";

export interface KnownPlace {
  readonly key: KeyComponents;
  readonly etag: string;
}

/** Of items; some 300 bytes each. */
export const KNOWN_PLACES_MAX = 1_000_000;

export class KnownPlaces {
  readonly #places = new Map<string, KnownPlace | "doubtful">();
  #isWhole = false;

  /** Whether the target has nothing else. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Doubtful: something was tried, and nobody knows how it ended. */
  get(identity: string): KnownPlace | "doubtful" | undefined {
    return this.#places.get(identity);
  }

  set(identity: string, place: KnownPlace | "doubtful"): void {
    // What was written last is forgotten last.
    this.#places.delete(identity);
    this.#places.set(identity, place);
    if (this.#places.size <= KNOWN_PLACES_MAX) return;
    const [oldest] = this.#places.keys();
    this.#places.delete(oldest!);
    this.#isWhole = false;
  }

  forget(identity: string): void {
    this.#places.delete(identity);
  }

  /** Begins anew, with a target that is empty or not. */
  clear(isEmpty: boolean): void {
    this.#places.clear();
    this.#isWhole = isEmpty;
  }
}
