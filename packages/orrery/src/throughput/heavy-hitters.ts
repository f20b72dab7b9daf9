/**
 * The keys with the most weight among any number of them, in bounded space: the space-saving sketch.
 *
 * A fixed number of counters. A key that has none takes over the smallest one and starts from its count, which
 * it may owe to others: that is the counter's `error`. So, of every key that is listed,
 *   count - error <= true weight <= count,
 * an error never exceeds total / capacity, and every key whose true weight is above total / capacity is listed.
 * Merging keeps the inequalities; the bound on the error becomes the sum of both bounds. So does
 * taking the part of some of the keys, with the bound of the whole: a key that is not listed may still owe its weight
 * to the time before, so it is listed with that as its error even while counters are free.
 */
export interface HeavyHitter {
  readonly key: string;
  readonly count: number;
  readonly error: number;
}

export class HeavyHitters {
  readonly capacity: number;
  #total = 0;
  /** What a key that is not listed weighs at most while there are free counters. */
  #floor = 0;
  #size = 0;
  readonly #slotOf = new Map<string, number>();
  /** By slot, which a counter keeps for life. */
  readonly #keys: string[] = [];
  readonly #counts: Float64Array;
  readonly #errors: Float64Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#counts = new Float64Array(capacity);
    this.#errors = new Float64Array(capacity);
  }

  /** The weight of everything that was added, listed or not; of a part, what it is at most. */
  get total(): number {
    return this.#total;
  }

  /** What a key that is not listed weighs at most. */
  get unlistedMax(): number {
    return this.#size < this.capacity ? this.#floor : this.#counts[this.#smallest()]!;
  }

  add(key: string, weight: number): void {
    this.#total += weight;
    const slot = this.#slotOf.get(key);
    if (slot !== undefined) {
      this.#counts[slot]! += weight;
    } else if (this.#size < this.capacity) {
      this.#list(key, this.#floor + weight, this.#floor);
    } else {
      const smallest = this.#smallest();
      this.#slotOf.delete(this.#keys[smallest]!);
      this.#slotOf.set(key, smallest);
      this.#keys[smallest] = key;
      this.#errors[smallest] = this.#counts[smallest]!;
      this.#counts[smallest]! += weight;
    }
  }

  find(key: string): HeavyHitter | undefined {
    const slot = this.#slotOf.get(key);
    return slot === undefined ? undefined : this.#hitter(slot);
  }

  /** One pass over the counters: cheap enough to be done for each refused request. */
  heaviest(): HeavyHitter | undefined {
    if (this.#size === 0) return undefined;
    let heaviest = 0;
    for (let slot = 1; slot < this.#size; slot++) {
      if (this.#counts[slot]! > this.#counts[heaviest]!) heaviest = slot;
    }
    return this.#hitter(heaviest);
  }

  /** The heaviest first; equal ones in key order, so that the order does not depend on history. */
  top(limit: number): HeavyHitter[] {
    const all = Array.from({ length: this.#size }, (_, slot) => this.#hitter(slot));
    return all.sort(byCountThenKey).slice(0, limit);
  }

  /** A sketch of everything that either has seen. */
  static merge(a: HeavyHitters, b: HeavyHitters): HeavyHitters {
    const merged: HeavyHitter[] = [];
    const [ofA, ofB] = [a.unlistedMax, b.unlistedMax];
    for (const one of a.top(a.capacity)) {
      merged.push(sum(one, b.find(one.key) ?? { key: one.key, count: ofB, error: ofB }));
    }
    for (const one of b.top(b.capacity)) {
      if (a.find(one.key) === undefined) merged.push(sum(one, { key: one.key, count: ofA, error: ofA }));
    }
    const result = new HeavyHitters(Math.max(a.capacity, b.capacity));
    for (const { key, count, error } of merged.sort(byCountThenKey).slice(0, result.capacity)) {
      result.#list(key, count, error);
    }
    result.#total = a.total + b.total;
    result.#floor = ofA + ofB;
    return result;
  }

  /** A sketch of the keys that `isIn` names, as if no others had been added. */
  part(isIn: (key: string) => boolean): HeavyHitters {
    const part = new HeavyHitters(this.capacity);
    part.#total = this.#total;
    part.#floor = this.unlistedMax;
    for (const { key, count, error } of this.top(this.capacity)) {
      if (isIn(key)) part.#list(key, count, error);
      else part.#total -= count - error;
    }
    return part;
  }

  #hitter(slot: number): HeavyHitter {
    return { key: this.#keys[slot]!, count: this.#counts[slot]!, error: this.#errors[slot]! };
  }

  #list(key: string, count: number, error: number): void {
    const slot = this.#size++;
    this.#slotOf.set(key, slot);
    this.#keys[slot] = key;
    this.#counts[slot] = count;
    this.#errors[slot] = error;
  }

  /** The slot of the counter that the next key takes over. */
  #smallest(): number {
    let smallest = 0;
    for (let slot = 1; slot < this.#size; slot++) {
      if (this.#counts[slot]! < this.#counts[smallest]!) smallest = slot;
    }
    return smallest;
  }
}

function byCountThenKey(a: HeavyHitter, b: HeavyHitter): number {
  return b.count - a.count || (a.key < b.key ? -1 : 1);
}

function sum(a: HeavyHitter, b: HeavyHitter): HeavyHitter {
  return { key: a.key, count: a.count + b.count, error: a.error + b.error };
}
