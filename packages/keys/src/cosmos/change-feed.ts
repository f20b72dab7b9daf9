/*
 * The change feed of one natural key: the feeds of its keys, read in rounds. Within a key, changes come in their order;
 * between keys there is no order, as between any two logical partitions.
 */

import type {
  ChangeFeedIteratorOptions,
  ChangeFeedPullModelIterator,
  Container,
  Resource,
} from "@azure/cosmos";
import type { KeyValue } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { toPartitionKey } from "./key-location.ts";
import { forEachBounded } from "./merge-rows.ts";

export interface SyntheticChangeFeedOptions {
  /** "beginning" (the default), "now", or a point in time. Ignored when there is a continuation. */
  readonly startFrom?: "beginning" | "now" | Date;
  /** From an earlier round. */
  readonly continuationToken?: string;
  readonly maxItemCount?: number;
  readonly maxDegreeOfParallelism?: number;
  readonly changeFeedMode?: ChangeFeedIteratorOptions["changeFeedMode"];
}

/** One page of each key. */
export interface ChangeRound<T> {
  readonly changes: (T & Resource)[];
  readonly requestCharge: number;
  readonly keysVisited: number;
  readonly continuationToken: string;
}

const NOT_MODIFIED = 304;
const PARALLEL = 16;

export class SyntheticChangeFeed<T> {
  readonly #container: Container;
  readonly #keys: readonly KeyValue[];
  readonly #options: SyntheticChangeFeedOptions;
  readonly #ready: () => Promise<void>;
  #iterators: ChangeFeedPullModelIterator<T>[] | undefined;
  readonly #tokens: (string | undefined)[];

  constructor(
    container: Container,
    keys: readonly KeyValue[],
    options: SyntheticChangeFeedOptions,
    ready: () => Promise<void>,
  ) {
    this.#container = container;
    this.#ready = ready;
    this.#keys = keys;
    this.#options = options;
    this.#tokens = tokensOf(options.continuationToken, keys.length);
  }

  /** Asks every key for its next changes; without any, the feed has caught up. */
  async readNext(): Promise<ChangeRound<T>> {
    const iterators = (this.#iterators ??= await this.#open());
    const changesOfKey: (T & Resource)[][] = new Array(iterators.length);
    let requestCharge = 0;
    await forEachBounded(
      iterators,
      this.#options.maxDegreeOfParallelism ?? PARALLEL,
      async (iterator, index) => {
        const page = await iterator.readNext();
        requestCharge += page.requestCharge;
        this.#tokens[index] = page.continuationToken;
        changesOfKey[index] = (page.statusCode as number) === NOT_MODIFIED ? [] : (page.result ?? []);
      },
    );
    return {
      changes: changesOfKey.flat(),
      requestCharge,
      keysVisited: iterators.length,
      continuationToken: JSON.stringify(this.#tokens),
    };
  }

  /** Rounds until the feed has caught up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ChangeRound<T>> {
    for (;;) {
      const round = await this.readNext();
      if (round.changes.length === 0) return;
      yield round;
    }
  }

  /** The SDK is loaded here and nowhere else: its starting points are classes. */
  async #open(): Promise<ChangeFeedPullModelIterator<T>[]> {
    await this.#ready();
    const { ChangeFeedStartFrom } = await import("@azure/cosmos");
    const { startFrom = "beginning", maxItemCount, changeFeedMode } = this.#options;
    return this.#keys.map((key, index) => {
      const partitionKey = toPartitionKey(key);
      const token = this.#tokens[index];
      const changeFeedStartFrom =
        token !== undefined
          ? ChangeFeedStartFrom.Continuation(token)
          : startFrom === "now"
            ? ChangeFeedStartFrom.Now(partitionKey)
            : startFrom === "beginning"
              ? ChangeFeedStartFrom.Beginning(partitionKey)
              : ChangeFeedStartFrom.Time(startFrom, partitionKey);
      return this.#container.items.getChangeFeedIterator<T>({
        changeFeedStartFrom,
        ...(maxItemCount === undefined ? {} : { maxItemCount }),
        ...(changeFeedMode === undefined ? {} : { changeFeedMode }),
      });
    });
  }
}

function tokensOf(continuationToken: string | undefined, keys: number): (string | undefined)[] {
  if (continuationToken === undefined) return new Array<undefined>(keys).fill(undefined);
  try {
    const tokens = JSON.parse(continuationToken) as unknown;
    if (Array.isArray(tokens) && tokens.length === keys) return tokens.map((token) => token ?? undefined);
  } catch {
    // Falls through to the error below: what is not JSON is not a token of ours.
  }
  throw new SyntheticKeyError(
    "InvalidContinuation",
    "The continuation token belongs to another natural key or number of suffixes: start the change feed again.",
  );
}
