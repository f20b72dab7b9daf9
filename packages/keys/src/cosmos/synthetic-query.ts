/*
 * A query of one natural key: an async iterator of rows, or of pages with their charge and one continuation token.
 */

import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { decodeContinuation, encodeContinuation, type QueryPosition } from "./continuation.ts";
import type { ChargeMeter } from "./key-stream.ts";
import type { PageSource } from "./page-source.ts";

export interface SyntheticPage<T> {
  readonly resources: T[];
  /** Everything that this page cost, in RU. */
  readonly requestCharge: number;
  /** Keys that were asked one by one for this page; none where one query went over all partitions. */
  readonly keysVisited: number;
  /** Physical partitions, where `find` asked all of them by one query. */
  readonly partitionsVisited?: number;
  /** "single" for a natural key that has one key only. */
  readonly mode: PageSource["mode"];
  readonly hasMoreResults: boolean;
  /** Goes on after this page, in another process too. */
  readonly continuationToken?: string;
}

/** A source once it is known where the rows come from. */
export interface OpenedQuery {
  readonly source: PageSource;
  /** Called with the charge of the whole query when it has been read from its beginning to its end. */
  readonly onEnd: (requestCharge: number) => void;
}

export class SyntheticQuery<T> implements AsyncIterable<T> {
  readonly #open: (meter: ChargeMeter, from: QueryPosition | undefined) => Promise<OpenedQuery>;
  /** Names the query and its keys, for continuation tokens. */
  readonly #name: string;
  readonly #pageSize: number;
  readonly #continuationToken: string | undefined;
  #opened: OpenedQuery | undefined;
  #isDone = false;
  #pageCharge = 0;
  #totalCharge = 0;
  readonly #asked = { forPage: new Set<object>(), ever: new Set<object>() };

  constructor(
    name: string,
    open: (meter: ChargeMeter, from: QueryPosition | undefined) => Promise<OpenedQuery>,
    options: { readonly pageSize: number; readonly continuationToken?: string | undefined },
  ) {
    this.#name = name;
    this.#open = open;
    this.#pageSize = options.pageSize;
    this.#continuationToken = options.continuationToken;
  }

  hasMoreResults(): boolean {
    return !this.#isDone;
  }

  async fetchNext(): Promise<SyntheticPage<T>> {
    const opened = (this.#opened ??= await this.#start());
    const resources = this.#isDone ? [] : ((await opened.source.next(this.#pageSize)) as T[]);
    const position = this.#isDone ? undefined : opened.source.position();
    const page: SyntheticPage<T> = {
      resources,
      requestCharge: this.#pageCharge,
      keysVisited: this.#asked.forPage.size,
      mode: opened.source.mode,
      hasMoreResults: position !== undefined,
      ...(position === undefined ? {} : { continuationToken: encodeContinuation(this.#name, position) }),
    };
    this.#totalCharge += this.#pageCharge;
    this.#pageCharge = 0;
    this.#asked.forPage.clear();
    if (position === undefined && !this.#isDone) {
      this.#isDone = true;
      if (this.#continuationToken === undefined) opened.onEnd(this.#totalCharge);
    }
    return page;
  }

  /** All rows in one page, with the sum of charges and the number of different keys visited. */
  async fetchAll(): Promise<SyntheticPage<T>> {
    const isWhole = this.#opened === undefined;
    try {
      return await this.#collect();
    } catch (error) {
      // The SDK could not merge all of it. No row has been given yet, so the keys can still be asked instead.
      if (!isWhole || this.#opened === undefined || !isNotMergeable(error)) throw error;
      this.#opened = undefined;
      return this.#collect(this.#totalCharge);
    }
  }

  /** `charged`: for what was read in vain. */
  async #collect(charged = 0): Promise<SyntheticPage<T>> {
    const resources: T[] = [];
    let requestCharge = charged;
    for (;;) {
      const page = await this.fetchNext();
      for (const resource of page.resources) resources.push(resource);
      requestCharge += page.requestCharge;
      if (page.hasMoreResults) continue;
      return { ...page, resources, requestCharge, keysVisited: this.#asked.ever.size };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.resources;
  }

  async *pages(): AsyncGenerator<SyntheticPage<T>> {
    while (this.hasMoreResults()) yield await this.fetchNext();
  }

  async #start(): Promise<OpenedQuery> {
    const from =
      this.#continuationToken === undefined
        ? undefined
        : decodeContinuation(this.#name, this.#continuationToken);
    const meter: ChargeMeter = {
      charge: (requestCharge, key) => {
        this.#pageCharge += requestCharge;
        if (key === undefined) return;
        this.#asked.forPage.add(key);
        this.#asked.ever.add(key);
      },
    };
    return this.#open(meter, from);
  }
}

function isNotMergeable(error: unknown): boolean {
  return error instanceof SyntheticKeyError && error.code === "QueryNotMergeable";
}
