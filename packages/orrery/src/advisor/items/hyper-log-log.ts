/**
 * How many different texts were seen, in 4 KB: the HyperLogLog sketch. 4,096 registers keep the standard error at
 * 1.04 / 64, so that two of them, which hold in 95 of 100 cases, are 3.3 %.
 */
const REGISTER_BITS = 12;
const REGISTERS = 1 << REGISTER_BITS;
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

/** Two standard errors, as a part of the count. */
export const HLL_ERROR = 2 * (1.04 / Math.sqrt(REGISTERS));

export class HyperLogLog {
  readonly #registers = new Uint8Array(REGISTERS);

  add(text: string): void {
    // Two hashes in one pass: one picks the register, the other gives the rank.
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x5bd1e995);
      b ^= b >>> 15;
    }
    const register = mixed(a ^ text.length) >>> (32 - REGISTER_BITS);
    const rank = Math.clz32(mixed(b)) + 1;
    if (rank > this.#registers[register]!) this.#registers[register] = rank;
  }

  count(): number {
    let sum = 0;
    let zeros = 0;
    for (const rank of this.#registers) {
      sum += 2 ** -rank;
      if (rank === 0) zeros++;
    }
    const raw = (ALPHA * REGISTERS * REGISTERS) / sum;
    // Few values leave registers empty, which says more than the ranks do.
    return raw <= 2.5 * REGISTERS && zeros > 0 ? REGISTERS * Math.log(REGISTERS / zeros) : raw;
  }
}

/** The finisher of MurmurHash3. */
function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
