/**
 * Which ids a partition may hold, so that a create need not look for one that is not there. The look itself is a small part
 * of what it costs: LevelDB takes each that passes through two tables as a reason to merge them, and so merged what was
 * written last again and again, for an eighth of all that a create took.
 *
 * - It is a Bloom filter: "no" is certain, "perhaps" is wrong for one id in some hundreds.
 * - It knows the ids of a partition that was empty when it was opened, and then all of them. Of any other it knows
 *   nothing, and says "perhaps".
 * - An id stays when its item is deleted.
 */

import type { Epk } from "@orrerydb/keys/hash";

export const ID_FILTER_LIMITS = {
  /** Of all tables of a partition; a partition with more ids, some 11 million, is known no more. */
  bytesMax: 24 * 1024 * 1024,
} as const;

/** The first table, and how much larger each next one is: an id is looked for in all of them. */
const FIRST_BYTES = 4 * 1024;
const GROWTH = 4;
const BITS_PER_ID = 16;
const PROBES = 6;

export class IdFilter {
  /** Undefined: nothing is known. */
  #tables: Uint32Array[] | undefined;
  readonly #bytesMax: number;
  #bytes = 0;
  /** How many ids the last table still takes. */
  #left = 0;

  /** `isEmpty`: there is no id yet. */
  constructor(isEmpty: boolean, bytesMax: number = ID_FILTER_LIMITS.bytesMax) {
    this.#bytesMax = bytesMax;
    this.#tables = isEmpty ? [] : undefined;
  }

  /** False: there is no such id. */
  mayHold(epk: Epk, id: string): boolean {
    if (this.#tables === undefined) return true;
    const hash = hashOf(epk, id);
    for (const table of this.#tables) if (holds(table, hash)) return true;
    return false;
  }

  /** Before anybody can find it. */
  add(epk: Epk, id: string): void {
    if (this.#left === 0) this.#grow();
    const table = this.#tables?.at(-1);
    if (table === undefined) return;
    this.#left--;
    put(table, hashOf(epk, id));
  }

  /** Others may add ids from now on. */
  forget(): void {
    this.#tables = undefined;
  }

  #grow(): void {
    if (this.#tables === undefined) return;
    const last = this.#tables.at(-1);
    const bytes = last === undefined ? FIRST_BYTES : GROWTH * last.byteLength;
    if (this.#bytes + bytes > this.#bytesMax) {
      this.forget();
      return;
    }
    this.#tables.push(new Uint32Array(bytes / Uint32Array.BYTES_PER_ELEMENT));
    this.#bytes += bytes;
    this.#left = Math.floor((8 * bytes) / BITS_PER_ID);
  }
}

/** Where the bits of an id are: the first, and the way from each to the next. */
interface IdHash {
  readonly first: number;
  readonly step: number;
}

/** Two hashes at a time, as FNV-1a has them, with multipliers and a mixing at the end as of MurmurHash3. */
function hashOf(epk: Epk, id: string): IdHash {
  let first = 0x811c9dc5;
  let step = 0x9747b28c;
  for (let i = 0; i < epk.length; i++) {
    const code = epk.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    step = Math.imul(step ^ code, 0x5bd1e995);
  }
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    step = Math.imul(step ^ code, 0x5bd1e995);
  }
  return { first: mixed(first), step: mixed(step) | 1 };
}

function mixed(hash: number): number {
  let mixing = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}

function put(table: Uint32Array, { first, step }: IdHash): void {
  const mask = 8 * table.byteLength - 1;
  for (let i = 0, bit = first; i < PROBES; i++, bit = (bit + step) | 0)
    table[(bit & mask) >>> 5]! |= 1 << (bit & 31);
}

function holds(table: Uint32Array, { first, step }: IdHash): boolean {
  const mask = 8 * table.byteLength - 1;
  for (let i = 0, bit = first; i < PROBES; i++, bit = (bit + step) | 0)
    if ((table[(bit & mask) >>> 5]! & (1 << (bit & 31))) === 0) return false;
  return true;
}
