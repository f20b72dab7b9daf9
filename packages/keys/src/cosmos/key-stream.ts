/*
 * The rows of one key, read page by page, with a position from which reading can go on later.
 *
 * A position is the continuation token of the page that is being read and the number of its rows that were taken.
 */

import type { QueryIterator } from "@azure/cosmos";

export interface StreamPosition {
  /** Token of the current page; absent for the first. */
  readonly token?: string;
  readonly taken: number;
}

/** Adds up what requests cost, and which keys were asked. */
export interface ChargeMeter {
  /** `key` is any object that stands for the key; absent where a request concerned no single key. */
  charge(requestCharge: number, key?: object): void;
}

export class KeyStream {
  readonly #open: (token: string | undefined) => QueryIterator<unknown>;
  readonly #meter: ChargeMeter;
  #iterator: QueryIterator<unknown> | undefined;
  #rows: unknown[] = [];
  #at = 0;
  #hasPage = false;
  #pageToken: string | undefined;
  #nextToken: string | undefined;
  /** Rows that were taken before this stream was opened, and have not come by yet. */
  #skip: number;
  #isDone = false;
  #filling: Promise<void> | undefined;

  constructor(
    open: (token: string | undefined) => QueryIterator<unknown>,
    meter: ChargeMeter,
    position: StreamPosition = { taken: 0 },
  ) {
    this.#open = open;
    this.#meter = meter;
    this.#pageToken = position.token;
    this.#skip = position.taken;
  }

  /** A stream that has nothing more to give. */
  static done(meter: ChargeMeter): KeyStream {
    const stream = new KeyStream(() => {
      throw new Error("A finished stream is not opened again.");
    }, meter);
    stream.#isDone = true;
    return stream;
  }

  /** Makes `head` available, or finds that there is none. Calls may overlap: they share the request. */
  fill(): Promise<void> {
    if (this.#isDone || this.#at < this.#rows.length) return Promise.resolve();
    this.#filling ??= this.#fetch().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Requires a `fill` since the last `take`. */
  get hasHead(): boolean {
    return this.#at < this.#rows.length;
  }

  get head(): unknown {
    return this.#rows[this.#at];
  }

  take(): unknown {
    return this.#rows[this.#at++];
  }

  /** `undefined` when there is nothing left to read. */
  position(): StreamPosition | undefined {
    if (this.hasHead || !this.#hasPage || this.#nextToken === undefined) {
      return this.#isDone && !this.hasHead ? undefined : at(this.#pageToken, this.#at + this.#skip);
    }
    return at(this.#nextToken, 0);
  }

  async #fetch(): Promise<void> {
    while (!this.hasHead && !this.#isDone) {
      this.#iterator ??= this.#open(this.#pageToken);
      const page = await this.#iterator.fetchNext();
      this.#meter.charge(page.requestCharge, this);
      if (this.#hasPage) this.#pageToken = this.#nextToken;
      this.#hasPage = true;
      this.#nextToken = page.continuationToken;
      this.#isDone = !this.#iterator.hasMoreResults();
      this.#rows = page.resources ?? [];
      this.#at = Math.min(this.#skip, this.#rows.length);
      this.#skip -= this.#at;
    }
  }
}

function at(token: string | undefined, taken: number): StreamPosition {
  return token === undefined ? { taken } : { token, taken };
}
