/** Few values for many 32-bit numbers: eight bytes for each, so that millions of logical partitions fit into memory. */
import assert from "node:assert/strict";
import { firstWhere } from "../value/first-where.ts";

const VALUES = 256;

export class NumberTable {
  /** Number and value as one: number * VALUES + value. In order once sealed. */
  #entries = new Float64Array(1024);
  #size = 0;
  #isSealed = false;

  add(number: number, value: number): void {
    assert(!this.#isSealed && value < VALUES);
    if (this.#size === this.#entries.length) {
      const entries = new Float64Array(2 * this.#size);
      entries.set(this.#entries);
      this.#entries = entries;
    }
    this.#entries[this.#size++] = number * VALUES + value;
  }

  /** After the last `add`, before the first `find`. */
  seal(): void {
    this.#entries = this.#entries.slice(0, this.#size).sort();
    this.#isSealed = true;
  }

  find(number: number): number | undefined {
    assert(this.#isSealed);
    const first = firstWhere(0, this.#size, (i) => this.#entries[i]! >= number * VALUES);
    const value = first === this.#size ? VALUES : this.#entries[first]! - number * VALUES;
    return value < VALUES ? value : undefined;
  }
}
