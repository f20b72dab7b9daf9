/** Many keys in their order, in one piece of memory: a key of its own takes several times its bytes. */
import type { Row, ScanOptions } from "./key-value-store.ts";
import { chunkSizes } from "./scan-limits.ts";

const NOTHING = Buffer.alloc(0);
const UNREAD: Row = { key: NOTHING, value: NOTHING };

const FIRST_BYTES = 64 * 1024;
const FIRST_KEYS = 1024;

export class PackedKeys {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Where each key ends. */
  #ends = new Uint32Array(FIRST_KEYS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** What it takes of memory. */
  get size(): number {
    return this.#bytes.length + this.#ends.byteLength;
  }

  /** A key that comes after all others. */
  add(key: Buffer): void {
    const start = this.#startOf(this.#count);
    const end = start + key.length;
    if (end > this.#bytes.length) this.#growTo(Math.max(end, 2 * this.#bytes.length));
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends, 2 * this.#count);
    this.#bytes.set(key, start);
    this.#ends[this.#count++] = end;
  }

  /** Lets go of what was set aside for more. */
  trim(): void {
    this.#growTo(this.#startOf(this.#count));
    this.#ends = grown(this.#ends, this.#count);
  }

  /** As a store scans. The keys are parts of the common memory. */
  *scan(options: ScanOptions): Generator<readonly Row[]> {
    const { from, to, reverse = false, valuesOnly = false, limit = Number.POSITIVE_INFINITY } = options;
    const first = from === undefined ? 0 : this.#firstFrom(from);
    const end = to === undefined ? this.#count : this.#firstFrom(to);
    let left = Math.min(limit, end - first);
    let next = reverse ? end - 1 : first;
    for (const size of chunkSizes(options)) {
      if (left <= 0) return;
      const count = Math.min(size, left);
      const rows: Row[] = [];
      for (let i = 0; i < count; i++, next += reverse ? -1 : 1) {
        rows.push(valuesOnly ? UNREAD : { key: this.#at(next), value: NOTHING });
      }
      left -= count;
      yield rows;
    }
  }

  #at(place: number): Buffer {
    return this.#bytes.subarray(this.#startOf(place), this.#ends[place]);
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : this.#ends[place - 1]!;
  }

  /** The place of the first key that is not below one. */
  #firstFrom(key: Uint8Array): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#bytes.compare(key, 0, key.length, this.#startOf(middle), this.#ends[middle]);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #growTo(length: number): void {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(bytes, 0, 0, this.#startOf(this.#count));
    this.#bytes = bytes;
  }
}

function grown(ends: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length);
  more.set(ends.subarray(0, length));
  return more;
}
