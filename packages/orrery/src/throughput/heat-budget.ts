/**
 * How much the heat of all containers together may take. A container's own rings are bounded by their lengths; a
 * thousand busy containers are bounded by this: the one that was quiet for the longest forgets its heat first.
 */

/** At 3 KB each for slices, and up to 10 KB for the texts of keys: some 100 MB at most, about 30 MB of usual keys. */
export const HEAT_COLUMNS_MAX = 8_192;

interface Heat {
  readonly size: number;
  clear(): void;
}

export class HeatBudget {
  /** In the order of their last use; with the size that each had then. */
  readonly #sizes = new Map<Heat, number>();
  readonly #columnsMax: number;
  #total = 0;

  constructor(columnsMax = HEAT_COLUMNS_MAX) {
    this.#columnsMax = columnsMax;
  }

  /** It may have grown. */
  used(heat: Heat): void {
    this.drop(heat);
    this.#sizes.set(heat, heat.size);
    this.#total += heat.size;
    while (this.#total > this.#columnsMax && this.#sizes.size > 1) {
      const quietest = this.#sizes.keys().next().value!;
      this.drop(quietest);
      quietest.clear();
    }
  }

  drop(heat: Heat): void {
    this.#total -= this.#sizes.get(heat) ?? 0;
    this.#sizes.delete(heat);
  }
}
