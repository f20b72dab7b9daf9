/**
 * Where this process has put items of late: changes of these are written without asking the target first. It may be
 * wrong, when another process went on meanwhile; so whatever it says is used on the condition of the ETag.
 */
import type { KeyComponents } from "./item-identity.ts";

export interface KnownPlace {
  readonly key: KeyComponents;
  readonly etag: string;
}

/** Of items; some 300 bytes each. */
export const KNOWN_PLACES_MAX = 100_000;

export class KnownPlaces {
  /** Those of late, and those before them, which are forgotten together: to look for the oldest one takes long. */
  #young = new Map<string, KnownPlace>();
  #old = new Map<string, KnownPlace>();
  readonly #max: number;

  constructor(max = KNOWN_PLACES_MAX) {
    this.#max = max;
  }

  get(identity: string): KnownPlace | undefined {
    return this.#young.get(identity) ?? this.#old.get(identity);
  }

  set(identity: string, place: KnownPlace): void {
    if (this.#young.size >= this.#max / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(identity, place);
  }

  forget(identity: string): void {
    this.#young.delete(identity);
    this.#old.delete(identity);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
