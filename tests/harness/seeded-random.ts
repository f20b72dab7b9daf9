/**
 * Repeatable chance, for all tests: every time the same, so that a check fails by a change and not by chance. One that
 * fails prints its seed; ORRERY_TEST_SEED sets it.
 */

export function testSeed(): number {
  return Number(process.env.ORRERY_TEST_SEED ?? 1);
}

/**
 * The seeds of a fuzzer's cases.
 * ORRERY_FUZZ_CASES says how many, ORRERY_TEST_SEED with which they begin; alone it repeats a single case.
 */
export function caseSeeds(first: number, count: number): number[] {
  const { ORRERY_TEST_SEED: seed, ORRERY_FUZZ_CASES: cases } = process.env;
  const length = seed !== undefined && cases === undefined ? 1 : Number(cases ?? count);
  return Array.from({ length }, (_, i) => Number(seed ?? first) + i);
}

/** mulberry32: at least 0, below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function integerBelow(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}
