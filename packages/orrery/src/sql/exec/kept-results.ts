/**
 * What a page leaves behind for those after it, so that these need not compute it again: the rows that are still to be
 * answered, or the values that DISTINCT has answered. A token names what was kept, and says without it where the query
 * goes on: whatever is gone, too large, or not of this server any more is computed again.
 */
import { type Json, parseJsonText } from "@orrerydb/exact-json";
import type { ResultRow } from "./result-row.ts";

export interface KeptResults {
  find(id: string): KeptResult | undefined;
  /** Returns the id; with one, what is kept under it has grown. */
  keep(result: KeptResult, id?: string): string;
}

export type KeptResult = KeptRows | SeenValues;

/** Larger results are not kept. */
export const KEPT_RESULT_BYTES_MAX = 8 * 1024 * 1024;
/** About what a row or a value takes beside its text. */
const ENTRY_BYTES = 100;

/** A row of which only the bytes are kept. */
class PrintedRow implements ResultRow {
  readonly key: string | undefined;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, key: string | undefined) {
    this.#bytes = bytes;
    this.key = key;
  }

  value(): Json {
    return parseJsonText(this.#bytes.toString());
  }

  bytes(): Buffer {
    return this.#bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }
}

/** The rows after a page, each with its key where they come in the order of keys. */
export class KeptRows {
  readonly kind = "rows";
  readonly rows: PrintedRow[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** False: there are too many. */
  add(row: ResultRow, key: string | undefined): boolean {
    this.#bytes += row.size + (key?.length ?? 0) + ENTRY_BYTES;
    this.rows.push(new PrintedRow(row.bytes(), key));
    return this.#bytes <= KEPT_RESULT_BYTES_MAX;
  }

  clear(): void {
    this.rows.length = 0;
  }
}

/** The identities of the values that DISTINCT has answered, numbered as they came: each page knows those before it. */
export class SeenValues {
  readonly kind = "seen";
  readonly #numbers = new Map<string, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#numbers.size;
  }

  isAmongFirst(count: number, identity: string): boolean {
    const number = this.#numbers.get(identity);
    return number !== undefined && number < count;
  }

  /**
   * Adds what a page that began after the first `count` values has answered. False: another page that began there has
   * answered something else, or there are too many.
   */
  extend(count: number, identities: Iterable<string>): boolean {
    let number = count;
    for (const identity of identities) {
      const known = this.#numbers.get(identity);
      if ((known ?? this.count) !== number) return false;
      if (known === undefined) {
        this.#numbers.set(identity, number);
        this.#bytes += 2 * identity.length + ENTRY_BYTES;
      }
      number++;
    }
    return this.#bytes <= KEPT_RESULT_BYTES_MAX;
  }
}
