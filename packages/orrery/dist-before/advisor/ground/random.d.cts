/** Uniform in [0, 1). */
export type Random = () => number;
/** A generator that repeats itself (mulberry32): advice on the same data is the same advice. */
export declare function seededRandom(seed: number): Random;
