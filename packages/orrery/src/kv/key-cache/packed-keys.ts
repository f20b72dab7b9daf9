/**
 * Many keys of a section in their order, in a few pieces of memory: a key of its own takes several times its bytes. Keys that
 * differ in their tails alone, the last few bytes, are a run; what they have in common, its head, is there once, without the
 * prefix of all. So an index of few values takes little more than its tails, and nobody looks at each key to tell values apart.
 * Values that all have the same size may stand behind the tails of their keys.
 */
import { fromByteString, toByteString } from "../../value/byte-string.ts";
import { firstWhere } from "../../value/first-where.ts";
import type { KeyRange } from "../key-range.ts";
import type { Row, ScanOptions } from "../key-value-store.ts";
import { chunkSizes } from "../scan-limits.ts";

const NOTHING = Buffer.alloc(0);
const UNREAD: Row = { key: NOTHING, value: NOTHING };

const FIRST_BYTES = 16 * 1024;
const FIRST_RUNS = 1024;

/** As in a `KeySection`. */
interface Layout {
  readonly prefix: Uint8Array;
  readonly tailBytes: number;
  readonly valueBytes?: number;
}

export class PackedKeys {
  readonly #layout: Layout;
  readonly #prefix: Buffer;
  readonly #keyTailBytes: number;
  readonly #valueBytes: number;
  /** With the value. */
  readonly tailBytes: number;
  #heads = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Where the head of each run ends. */
  #headEnds = new Uint32Array(FIRST_RUNS);
  /** The place of the first key of each run. */
  #firsts = new Uint32Array(FIRST_RUNS);
  #runCount = 0;
  #tails = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #count = 0;
  #longestHeadBytes = 0;

  constructor(layout: Layout) {
    const { prefix, tailBytes, valueBytes = 0 } = layout;
    this.#layout = layout;
    this.#prefix = Buffer.from(prefix);
    this.#keyTailBytes = tailBytes;
    this.#valueBytes = valueBytes;
    this.tailBytes = tailBytes + valueBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** What it takes of memory. */
  get size(): number {
    return this.#heads.length + this.#headEnds.byteLength + this.#firsts.byteLength + this.#tails.length;
  }

  /** The same without what is set aside for more. */
  get usedSize(): number {
    return this.headStartOf(this.#runCount) + 8 * this.#runCount + this.#count * this.tailBytes;
  }

  get heads(): Buffer {
    return this.#heads;
  }

  get tails(): Buffer {
    return this.#tails;
  }

  get longestHeadBytes(): number {
    return this.#longestHeadBytes;
  }

  /** A key of the section that comes after all others and is no shorter than its tail; with its value if values are kept. */
  add(key: Buffer, value: Uint8Array = NOTHING): void {
    const headEnd = key.length - this.#keyTailBytes;
    this.#goOnWith(key, this.#prefix.length, headEnd);
    const at = this.#count * this.tailBytes;
    if (at + this.tailBytes > this.#tails.length)
      this.#tails = grownBytes(this.#tails, Math.max(at + this.tailBytes, 2 * this.#tails.length));
    copy(key, headEnd, key.length, this.#tails, at);
    this.#tails.set(value, at + this.#keyTailBytes);
    this.#count++;
  }

  /** What comes next has this head: it goes on with the last run or begins another. */
  #goOnWith(bytes: Buffer, from: number, to: number): void {
    const run = this.#runCount;
    const start = this.headStartOf(run);
    if (run > 0 && areEqual(this.#heads, this.headStartOf(run - 1), start, bytes, from, to)) return;
    const end = start + to - from;
    if (end > this.#heads.length)
      this.#heads = grownBytes(this.#heads, Math.max(end, 2 * this.#heads.length));
    if (run === this.#headEnds.length) {
      this.#headEnds = grown(this.#headEnds, 2 * run);
      this.#firsts = grown(this.#firsts, 2 * run);
    }
    copy(bytes, from, to, this.#heads, start);
    this.#headEnds[run] = end;
    this.#firsts[run] = this.#count;
    this.#runCount++;
    this.#longestHeadBytes = Math.max(this.#longestHeadBytes, to - from);
  }

  /** These keys, as texts, have values or are gone (null): all keys anew, whoever reads the old ones goes on with them. */
  with(changes: ReadonlyMap<string, Uint8Array | null>): PackedKeys {
    const all = new PackedKeys(this.#layout);
    const sorted = [...changes.keys()].sort().map(fromByteString);
    const bytes = sorted.reduce((sum, { length }) => sum + length, this.headStartOf(this.#runCount));
    // A key may come between those of a run.
    const runs = this.#runCount + 2 * sorted.length;
    all.#heads = Buffer.allocUnsafeSlow(bytes + sorted.length * this.#longestHeadBytes);
    all.#headEnds = new Uint32Array(runs);
    all.#firsts = new Uint32Array(runs);
    all.#tails = Buffer.allocUnsafeSlow((this.#count + sorted.length) * this.tailBytes);
    let next = 0;
    for (const key of sorted) {
      const place = this.#firstFrom(key);
      all.#addPart(this, next, place);
      const isHere = place < this.#count && this.#order(this.runOf(place), place, key) === 0;
      const value = changes.get(toByteString(key));
      if (value) all.add(key, value.subarray(0, this.#valueBytes));
      next = isHere ? place + 1 : place;
    }
    all.#addPart(this, next, this.#count);
    return all;
  }

  /** Keys of others that come after all of these; there is room for them. */
  #addPart(other: PackedKeys, first: number, end: number): void {
    if (first === end) return;
    const run = other.runOf(first);
    this.#goOnWith(other.#heads, other.headStartOf(run), other.headEndOf(run));
    // What begins behind that is known.
    const [nextRun, endRun] = [run + 1, other.runOf(end - 1) + 1];
    const [headStart, headEnd] = [other.headStartOf(nextRun), other.headStartOf(endRun)];
    const at = this.headStartOf(this.#runCount);
    this.#heads.set(other.#heads.subarray(headStart, headEnd), at);
    copyRaised(other.#headEnds.subarray(nextRun, endRun), at - headStart, this.#headEnds, this.#runCount);
    copyRaised(other.#firsts.subarray(nextRun, endRun), this.#count - first, this.#firsts, this.#runCount);
    this.#runCount += endRun - nextRun;
    const tails = other.#tails.subarray(first * this.tailBytes, end * this.tailBytes);
    this.#tails.set(tails, this.#count * this.tailBytes);
    this.#count += end - first;
    this.#longestHeadBytes = Math.max(this.#longestHeadBytes, other.#longestHeadBytes);
  }

  /** Lets go of what was set aside for more. */
  trim(): void {
    this.#heads = grownBytes(this.#heads, this.headStartOf(this.#runCount));
    this.#tails = grownBytes(this.#tails, this.#count * this.tailBytes);
    this.#headEnds = grown(this.#headEnds, this.#runCount);
    this.#firsts = grown(this.#firsts, this.#runCount);
  }

  /** As a store scans. */
  *scan(options: ScanOptions): Generator<readonly Row[]> {
    const { reverse = false, valuesOnly = false, limit = Number.POSITIVE_INFINITY } = options;
    const { first, end } = this.part(options);
    let left = Math.min(limit, end - first);
    let next = reverse ? end - 1 : first;
    for (const size of chunkSizes(options)) {
      if (left <= 0) return;
      const count = Math.min(size, left);
      yield valuesOnly ? new Array<Row>(count).fill(UNREAD) : this.#rowsAt(next, count, reverse);
      left -= count;
      next += reverse ? -count : count;
    }
  }

  #rowsAt(first: number, count: number, reverse: boolean): Row[] {
    const rows: Row[] = [];
    let run = this.runOf(first);
    for (let i = 0, place = first; i < count; i++, place += reverse ? -1 : 1) {
      while (place < this.firstOf(run)) run--;
      while (place >= this.firstOf(run + 1)) run++;
      rows.push(this.#rowAt(run, place));
    }
    return rows;
  }

  #rowAt(run: number, place: number): Row {
    const [start, end] = [this.headStartOf(run), this.headEndOf(run)];
    const tailAt = this.#prefix.length + end - start;
    const bytes = Buffer.allocUnsafe(tailAt + this.tailBytes);
    copy(this.#prefix, 0, this.#prefix.length, bytes, 0);
    copy(this.#heads, start, end, bytes, this.#prefix.length);
    copy(this.#tails, place * this.tailBytes, (place + 1) * this.tailBytes, bytes, tailAt);
    if (this.#valueBytes === 0) return { key: bytes, value: NOTHING };
    const keyEnd = tailAt + this.#keyTailBytes;
    return { key: bytes.subarray(0, keyEnd), value: bytes.subarray(keyEnd) };
  }

  part({ from, to }: KeyRange): KeyPart {
    const first = from === undefined ? 0 : this.#firstFrom(from);
    const end = to === undefined ? this.#count : this.#firstFrom(to);
    return new KeyPart(this, first, Math.max(first, end));
  }

  headStartOf(run: number): number {
    return run === 0 ? 0 : this.#headEnds[run - 1]!;
  }

  headEndOf(run: number): number {
    return this.#headEnds[run]!;
  }

  /** The run that a place belongs to, and where one begins; past the last, where all end. */
  runOf(place: number): number {
    return firstAbove(this.#firsts, this.#runCount, place) - 1;
  }

  firstOf(run: number): number {
    return run < this.#runCount ? this.#firsts[run]! : this.#count;
  }

  /** The first run from one on whose head holds a text; past the last where there is none. */
  runWith(text: Uint8Array, from: number): number {
    const end = this.headStartOf(this.#runCount);
    for (let at = this.headStartOf(from); ; at++) {
      at = this.#heads.indexOf(text, at);
      if (at < 0 || at + text.length > end) return this.#runCount;
      const run = firstAbove(this.#headEnds, this.#runCount, at);
      // Else it lies across two heads.
      if (at + text.length <= this.headEndOf(run)) return run;
    }
  }

  /** The place of the first key that is not below one. */
  #firstFrom(key: Uint8Array): number {
    const order = this.#prefix.compare(key, 0, Math.min(this.#prefix.length, key.length));
    if (order !== 0) return order > 0 ? 0 : this.#count;
    const run = firstWhere(0, this.#runCount, (each) => this.#order(each, this.firstOf(each), key) > 0) - 1;
    if (run < 0) return 0;
    return firstWhere(this.firstOf(run), this.firstOf(run + 1), (place) => this.#order(run, place, key) >= 0);
  }

  /** Whether the key at a place of a run is below another of the section (negative), that one, or above it. */
  #order(run: number, place: number, key: Uint8Array): number {
    const [start, end] = [this.headStartOf(run), this.headEndOf(run)];
    const headAt = this.#prefix.length;
    const headEnd = Math.min(headAt + end - start, key.length);
    const order = this.#heads.compare(key, headAt, headEnd, start, end);
    if (order !== 0) return order;
    const tailAt = place * this.tailBytes;
    return this.#tails.compare(key, headEnd, key.length, tailAt, tailAt + this.#keyTailBytes);
  }
}

/**
 * The keys of a range: places from `first` up to `end`, and their runs, counted from 0. The first and the last run may begin
 * before and end after them: only what is between the two places counts.
 */
export class KeyPart {
  readonly first: number;
  readonly end: number;
  readonly runCount: number;
  /** The heads of all runs. Lent: to be neither changed nor kept. */
  readonly heads: Buffer;
  /** The tail of each key, with its value behind it where values are cached. Lent as well. */
  readonly tails: Buffer;
  /** No head of the section is longer. */
  readonly longestHeadBytes: number;
  readonly #keys: PackedKeys;
  readonly #firstRun: number;

  constructor(keys: PackedKeys, first: number, end: number) {
    this.#keys = keys;
    this.heads = keys.heads;
    this.tails = keys.tails;
    this.longestHeadBytes = keys.longestHeadBytes;
    this.first = first;
    this.end = end;
    this.#firstRun = first === end ? 0 : keys.runOf(first);
    this.runCount = first === end ? 0 : keys.runOf(end - 1) + 1 - this.#firstRun;
  }

  headStartOf(run: number): number {
    return this.#keys.headStartOf(this.#firstRun + run);
  }

  headEndOf(run: number): number {
    return this.#keys.headEndOf(this.#firstRun + run);
  }

  tailStartOf(place: number): number {
    return place * this.#keys.tailBytes;
  }

  /** The first place of a run; `end` past the last. */
  placeOfRun(run: number): number {
    const place = this.#keys.firstOf(this.#firstRun + run);
    return Math.min(Math.max(place, this.first), this.end);
  }

  /** The first run from this one on whose head contains the text; `runCount` where there is none. */
  runWith(text: Uint8Array, from: number): number {
    if (from >= this.runCount) return this.runCount;
    return Math.min(this.#keys.runWith(text, this.#firstRun + from) - this.#firstRun, this.runCount);
  }
}

/** The index of the first of some ascending numbers that is above another. */
function firstAbove(numbers: Uint32Array, count: number, number: number): number {
  return firstWhere(0, count, (index) => numbers[index]! > number);
}

/** Of a few bytes: to call into Node's buffers takes longer. */
function copy(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  for (let i = from; i < to; i++) target[at + i - from] = source[i]!;
}

/** Most heads that differ do so near their end. */
function areEqual(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean {
  if (aEnd - aStart !== bEnd - bStart) return false;
  for (let i = aEnd - 1; i >= aStart; i--) if (a[i] !== b[bStart + i - aStart]) return false;
  return true;
}

/** Each is so much higher in the copy. */
function copyRaised(numbers: Uint32Array, by: number, target: Uint32Array, at: number): void {
  for (let i = 0; i < numbers.length; i++) target[at + i] = numbers[i]! + by;
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length);
  more.set(numbers.subarray(0, length));
  return more;
}

function grownBytes(bytes: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(length);
  bytes.copy(more);
  return more;
}
