/**
 * Many keys in their order, in one piece of memory: a key of its own takes several times its bytes. Keys that differ in
 * their tails alone, the last few bytes, are a run: where they all begin is known, so that nobody looks at each. Values that
 * all have the same size may stand behind their keys, as a part of the tails.
 */
import type { KeyPart, KeyRange, Row, ScanOptions } from "./key-value-store.ts";
import { chunkSizes } from "./scan-limits.ts";

const NOTHING = Buffer.alloc(0);
const UNREAD: Row = { key: NOTHING, value: NOTHING };

const FIRST_BYTES = 64 * 1024;
const FIRST_KEYS = 1024;

export class PackedKeys {
  /** With the value. */
  readonly #tailBytes: number;
  readonly #valueBytes: number;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Where each key ends. */
  #ends = new Uint32Array(FIRST_KEYS);
  #count = 0;
  /** The place of the first key of each run. */
  #runs = new Uint32Array(FIRST_KEYS);
  #runCount = 0;
  #longestBytes = 0;

  constructor(tailBytes: number, valueBytes = 0) {
    this.#tailBytes = tailBytes + valueBytes;
    this.#valueBytes = valueBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** What it takes of memory. */
  get size(): number {
    return this.#bytes.length + this.#ends.byteLength + this.#runs.byteLength;
  }

  /** The same without what is set aside for more. */
  get usedSize(): number {
    return this.startOf(this.#count) + 4 * (this.#count + this.#runCount);
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  get longestBytes(): number {
    return this.#longestBytes;
  }

  /** A key that comes after all others, with its value if values are kept. */
  add(key: Buffer, value: Uint8Array = NOTHING): void {
    const start = this.startOf(this.#count);
    const end = start + key.length + value.length;
    if (end > this.#bytes.length) this.#growTo(Math.max(end, 2 * this.#bytes.length));
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends, 2 * this.#count);
    this.#bytes.set(key, start);
    this.#bytes.set(value, start + key.length);
    if (!this.#isInRun(start, end)) {
      if (this.#runCount === this.#runs.length) this.#runs = grown(this.#runs, 2 * this.#runCount);
      this.#runs[this.#runCount++] = this.#count;
    }
    this.#ends[this.#count++] = end;
    this.#longestBytes = Math.max(this.#longestBytes, end - start);
  }

  /** Whether a key that was put behind the others goes on with the run of the last one. */
  #isInRun(start: number, end: number): boolean {
    const last = this.#count - 1;
    if (last < 0 || end - start !== this.endOf(last) - this.startOf(last)) return false;
    const lastStart = this.startOf(last);
    // Most keys that differ do so near their end.
    for (let at = end - start - this.#tailBytes - 1; at >= 0; at--) {
      if (this.#bytes[start + at] !== this.#bytes[lastStart + at]) return false;
    }
    return true;
  }

  /** These keys, as texts, have values or are gone (null): all keys anew, whoever reads the old ones goes on with them. */
  with(changes: ReadonlyMap<string, Uint8Array | null>): PackedKeys {
    const all = new PackedKeys(this.#tailBytes - this.#valueBytes, this.#valueBytes);
    const sorted = [...changes.keys()].sort().map((text) => Buffer.from(text, "latin1"));
    const bytes = sorted.reduce(
      (sum, { length }) => sum + length + this.#valueBytes,
      this.startOf(this.#count),
    );
    all.#growTo(bytes);
    all.#ends = new Uint32Array(this.#count + sorted.length);
    // A key may come between those of a run.
    all.#runs = new Uint32Array(this.#runCount + 2 * sorted.length);
    let next = 0;
    for (const key of sorted) {
      const place = this.#firstFrom(key, next);
      all.#addPart(this, next, place);
      const isHere = place < this.#count && key.equals(this.#keyAt(place));
      const value = changes.get(key.toString("latin1"));
      if (value) all.add(key, value.subarray(0, this.#valueBytes));
      next = isHere ? place + 1 : place;
    }
    all.#addPart(this, next, this.#count);
    return all;
  }

  /** Keys of others that come after all of these. */
  #addPart(other: PackedKeys, first: number, end: number): void {
    if (first === end) return;
    // With it a run may begin or go on; what begins behind it is known.
    this.add(other.#keyAt(first), other.#valueAt(first));
    const moved = this.#count - (first + 1);
    const shift = this.startOf(this.#count) - other.endOf(first);
    this.#bytes.set(other.#bytes.subarray(other.endOf(first), other.startOf(end)), this.startOf(this.#count));
    copyRaised(other.#ends.subarray(first + 1, end), shift, this.#ends, this.#count);
    this.#count += end - first - 1;
    const runs = other.#runs.subarray(other.runOf(first) + 1, other.runOf(end - 1) + 1);
    copyRaised(runs, moved, this.#runs, this.#runCount);
    this.#runCount += runs.length;
    this.#longestBytes = Math.max(this.#longestBytes, other.#longestBytes);
  }

  /** Lets go of what was set aside for more. */
  trim(): void {
    this.#growTo(this.startOf(this.#count));
    this.#ends = grown(this.#ends, this.#count);
    this.#runs = grown(this.#runs, this.#runCount);
  }

  /** As a store scans. Keys and values are parts of the common memory. */
  *scan(options: ScanOptions): Generator<readonly Row[]> {
    const { reverse = false, valuesOnly = false, limit = Number.POSITIVE_INFINITY } = options;
    const { first, end } = this.part(options);
    let left = Math.min(limit, end - first);
    let next = reverse ? end - 1 : first;
    for (const size of chunkSizes(options)) {
      if (left <= 0) return;
      const count = Math.min(size, left);
      const rows: Row[] = [];
      for (let i = 0; i < count; i++, next += reverse ? -1 : 1) {
        rows.push(valuesOnly ? UNREAD : { key: this.#keyAt(next), value: this.#valueAt(next) });
      }
      left -= count;
      yield rows;
    }
  }

  #keyAt(place: number): Buffer {
    return this.#bytes.subarray(this.startOf(place), this.endOf(place) - this.#valueBytes);
  }

  #valueAt(place: number): Buffer {
    if (this.#valueBytes === 0) return NOTHING;
    return this.#bytes.subarray(this.endOf(place) - this.#valueBytes, this.endOf(place));
  }

  part({ from, to }: KeyRange): PackedPart {
    const first = from === undefined ? 0 : this.#firstFrom(from);
    const end = to === undefined ? this.#count : this.#firstFrom(to);
    return new PackedPart(this, first, Math.max(first, end));
  }

  startOf(place: number): number {
    return place === 0 ? 0 : this.#ends[place - 1]!;
  }

  endOf(place: number): number {
    return this.#ends[place]!;
  }

  /** The run that a place belongs to, and where one begins; past the last, where all end. */
  runOf(place: number): number {
    return firstAbove(this.#runs, this.#runCount, place) - 1;
  }

  startOfRun(run: number): number {
    return run < this.#runCount ? this.#runs[run]! : this.#count;
  }

  /** The first place from one on whose key holds a text before its tail; past the last where there is none. */
  placeWith(text: Uint8Array, from: number): number {
    for (let at = this.startOf(from); ; at++) {
      at = this.#bytes.indexOf(text, at);
      if (at < 0) return this.#count;
      const place = firstAbove(this.#ends, this.#count, at);
      // Else it lies in a tail, or across two keys.
      if (at + text.length <= this.endOf(place) - this.#tailBytes) return place;
    }
  }

  /** The place of the first key that is not below one, from a place on. */
  #firstFrom(key: Uint8Array, from = 0): number {
    let [low, high] = [from, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const keyEnd = this.endOf(middle) - this.#valueBytes;
      const order = this.#bytes.compare(key, 0, key.length, this.startOf(middle), keyEnd);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #growTo(length: number): void {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(bytes, 0, 0, this.startOf(this.#count));
    this.#bytes = bytes;
  }
}

/** The keys of a range. */
class PackedPart implements KeyPart {
  readonly first: number;
  readonly end: number;
  readonly runCount: number;
  readonly #keys: PackedKeys;
  readonly #firstRun: number;

  constructor(keys: PackedKeys, first: number, end: number) {
    this.#keys = keys;
    this.first = first;
    this.end = end;
    this.#firstRun = first === end ? 0 : keys.runOf(first);
    this.runCount = first === end ? 0 : keys.runOf(end - 1) + 1 - this.#firstRun;
  }

  get bytes(): Buffer {
    return this.#keys.bytes;
  }

  get longestBytes(): number {
    return this.#keys.longestBytes;
  }

  startOf(place: number): number {
    return this.#keys.startOf(place);
  }

  endOf(place: number): number {
    return this.#keys.endOf(place);
  }

  placeOfRun(run: number): number {
    const place = this.#keys.startOfRun(this.#firstRun + run);
    return Math.min(Math.max(place, this.first), this.end);
  }

  runWith(text: Uint8Array, from: number): number {
    if (from >= this.runCount) return this.runCount;
    const place = this.#keys.placeWith(text, this.placeOfRun(from));
    return place < this.end ? this.#keys.runOf(place) - this.#firstRun : this.runCount;
  }
}

/** The index of the first of some ascending numbers that is above another. */
function firstAbove(numbers: Uint32Array, count: number, number: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Each is so much higher in the copy. */
function copyRaised(numbers: Uint32Array, by: number, copy: Uint32Array, at: number): void {
  for (let i = 0; i < numbers.length; i++) copy[at + i] = numbers[i]! + by;
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length);
  more.set(numbers.subarray(0, length));
  return more;
}
