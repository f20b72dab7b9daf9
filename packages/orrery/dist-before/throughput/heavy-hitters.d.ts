/**
 * The keys with the most weight among any number of them, in bounded space: the space-saving sketch.
 *
 * A fixed number of counters. A key that has none takes over the smallest one and starts from its count, which
 * it may owe to others: that is the counter's `error`. So, of every key that is listed,
 *   count - error <= true weight <= count,
 * an error never exceeds total / capacity, and every key whose true weight is above total / capacity is listed.
 * The counters lie in a heap with the smallest on top: adding is O(log capacity) and allocates nothing but the
 * map's own entry. Merging keeps the inequalities; the bound on the error becomes the sum of both bounds. So does
 * taking the part of some of the keys, with the bound of the whole: a key that is not listed may still owe its weight
 * to the time before, so it is listed with that as its error even while counters are free.
 */
export interface HeavyHitter {
    readonly key: string;
    readonly count: number;
    readonly error: number;
}
export declare class HeavyHitters {
    #private;
    readonly capacity: number;
    constructor(capacity: number);
    /** The weight of everything that was added, listed or not; of a part, what it is at most. */
    get total(): number;
    /** What a key that is not listed weighs at most. */
    get unlistedMax(): number;
    add(key: string, weight: number): void;
    find(key: string): HeavyHitter | undefined;
    /** One pass over the counters: cheap enough to be done for each refused request. */
    heaviest(): HeavyHitter | undefined;
    /** The heaviest first; equal ones in key order, so that the order does not depend on history. */
    top(limit: number): HeavyHitter[];
    /** A sketch of everything that either has seen. */
    static merge(a: HeavyHitters, b: HeavyHitters): HeavyHitters;
    /** A sketch of the keys that `isIn` names, as if no others had been added. */
    part(isIn: (key: string) => boolean): HeavyHitters;
}
