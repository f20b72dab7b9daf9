/** Few values for many 32-bit numbers: five bytes for each, so that millions of logical partitions fit into memory. */
import assert from "node:assert/strict";
import { firstWhere } from "../value/first-where.ts";

export class NumberTable {
  #numbers: Uint32Array = new Uint32Array(1024);
  #size = 0;
  /** Values beside their numbers; sorted together by `seal`. */
  #values: Uint8Array = new Uint8Array(1024);
  #isSealed = false;

  add(number: number, value: number): void {
    assert(!this.#isSealed && value < 256);
    if (this.#size === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, new Uint32Array(this.#size * 2));
      this.#values = grown(this.#values, new Uint8Array(this.#size * 2));
    }
    this.#numbers[this.#size] = number;
    this.#values[this.#size] = value;
    this.#size++;
  }

  /** After the last `add`, before the first `find`. */
  seal(): void {
    const order = Float64Array.from(
      { length: this.#size },
      (_, i) => this.#numbers[i]! * 256 + this.#values[i]!,
    ).sort();
    for (const [i, entry] of order.entries()) {
      this.#numbers[i] = Math.floor(entry / 256);
      this.#values[i] = entry % 256;
    }
    this.#isSealed = true;
  }

  find(number: number): number | undefined {
    assert(this.#isSealed);
    const place = firstWhere(0, this.#size, (i) => this.#numbers[i]! >= number);
    return place < this.#size && this.#numbers[place] === number ? this.#values[place] : undefined;
  }
}

function grown<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
