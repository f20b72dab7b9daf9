/** Test support: what pages leave behind, in a map that may forget. */
import type { KeptResult, KeptResults } from "./kept-results.ts";

export class MappedResults implements KeptResults {
  readonly #kept = new Map<string, KeptResult>();
  readonly #forgets: () => boolean;
  #ids = 0;
  /** What was asked for and was there. */
  found = 0;

  constructor(forgets: () => boolean = () => false) {
    this.#forgets = forgets;
  }

  find(id: string): KeptResult | undefined {
    if (this.#forgets()) this.#kept.delete(id);
    const result = this.#kept.get(id);
    if (result !== undefined) this.found++;
    return result;
  }

  keep(result: KeptResult, id = `${++this.#ids}`): string {
    this.#kept.set(id, result);
    return id;
  }
}
