/**
 * Where the entries of a partition's change log and version log go when it is merged with others: those of one LSN are
 * numbered anew, in their order and without gaps, and come after those of the partitions before it. Were the gaps
 * kept that later writes, splits and earlier merges have left, places would only ever move up, and be used up by
 * partitions that are split and merged again and again.
 *
 * It knows the entries that there are when it is read. Entries of later LSNs have been numbered without gaps by their
 * transactions, and keep their numbers. Only the entries of LSNs with gaps take memory: ten bytes each.
 */
import assert from "node:assert/strict";
import type { Reader } from "../../kv/key-value-store.ts";
import { firstWhere } from "../../value/first-where.ts";
import { Kind, lsnOfLogKey } from "../records/key-layout.ts";
import { placeOfLogKey } from "../records/stored-row.ts";

export class LogPlaces {
  /** In the order of their keys. */
  #lsns: Float64Array = new Float64Array(1024);
  #places: Uint16Array = new Uint16Array(1024);
  #size = 0;
  #entriesMax = 0;

  static async read(reader: Reader, space: number): Promise<LogPlaces> {
    const places = new LogPlaces();
    const range = { from: Buffer.of(Kind.log), to: Buffer.of(Kind.version + 1), keysOnly: true };
    let lsn = 0;
    let ofOneLsn: number[] = [];
    for await (const rows of reader.scan(space, range)) {
      for (const { key } of rows) {
        if (lsnInLog(key) !== lsn) {
          places.#add(lsn, ofOneLsn);
          lsn = lsnInLog(key);
          ofOneLsn = [];
        }
        ofOneLsn.push(placeOfLogKey(key));
      }
    }
    places.#add(lsn, ofOneLsn);
    return places;
  }

  /** How many entries one LSN has at most. */
  get entriesMax(): number {
    return this.#entriesMax;
  }

  /** How many entries of the same LSN come before the one with this key. */
  numberOf(key: Buffer): number {
    const lsn = lsnInLog(key);
    const place = placeOfLogKey(key);
    const first = this.#find(lsn, 0);
    if (this.#lsns[first] !== lsn || first >= this.#size) return place;
    const own = this.#find(lsn, place);
    assert(this.#lsns[own] === lsn && this.#places[own] === place, "an LSN gets no entries later");
    return own - first;
  }

  #add(lsn: number, places: readonly number[]): void {
    this.#entriesMax = Math.max(this.#entriesMax, places.length);
    if (places.length === 0 || places.at(-1) === places.length - 1) return;
    if (this.#size + places.length > this.#lsns.length) this.#grow(2 * (this.#size + places.length));
    this.#lsns.fill(lsn, this.#size, this.#size + places.length);
    this.#places.set(places, this.#size);
    this.#size += places.length;
  }

  #grow(size: number): void {
    const lsns = new Float64Array(size);
    const places = new Uint16Array(size);
    lsns.set(this.#lsns);
    places.set(this.#places);
    this.#lsns = lsns;
    this.#places = places;
  }

  /** The first that is not before this one. */
  #find(lsn: number, place: number): number {
    return firstWhere(0, this.#size, (i) => {
      const other = this.#lsns[i]!;
      return other > lsn || (other === lsn && this.#places[i]! >= place);
    });
  }
}

/** The LSN, and which of the two logs it is in: as one number, in the order of the keys. */
function lsnInLog(key: Buffer): number {
  return (key[0]! - Kind.log) * 2 ** 48 + lsnOfLogKey(key);
}
