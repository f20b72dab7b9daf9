/** The rows of one page, and when it is full: by count, or by bytes as soon as one more row would not fit. */
import type { ResultRow } from "./result-row.ts";

export interface PageLimits {
  /** At most this many rows; absent: as many as fit. */
  readonly maxItems?: number;
  /** At most this many bytes, but always one row. */
  readonly maxBytes?: number;
  /** On the clock's scale. A page that is late ends after the row at hand, perhaps without any row. */
  readonly deadlineMs?: number;
}

/** The service's page. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;
/** Rows without bound would make a page of a million small ones. */
const PAGE_ITEMS_MAX = 100_000;

export class PageBuilder {
  readonly rows: ResultRow[] = [];
  readonly itemsMax: number;
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(limits: PageLimits) {
    this.itemsMax = Math.min(limits.maxItems ?? PAGE_ITEMS_MAX, PAGE_ITEMS_MAX);
    this.#bytesMax = limits.maxBytes ?? PAGE_BYTES_MAX;
  }

  /** False, and nothing added, when the row belongs on the next page. */
  add(row: ResultRow): boolean {
    if (this.isFull || (this.rows.length > 0 && this.#bytes + row.size > this.#bytesMax)) return false;
    this.rows.push(row);
    this.#bytes += row.size;
    return true;
  }

  clear(): void {
    this.rows.length = 0;
    this.#bytes = 0;
  }

  get isFull(): boolean {
    return this.rows.length >= this.itemsMax;
  }

  get bytes(): number {
    return this.#bytes;
  }
}
