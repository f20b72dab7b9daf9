/** Repeatable chance. A test that fails prints the seed; ORRERY_TEST_SEED sets it. */
export function testSeed(): number {
  const given = process.env.ORRERY_TEST_SEED;
  return given === undefined ? Date.now() % 2 ** 31 : Number(given);
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
