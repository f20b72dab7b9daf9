/*
 * Where the pages of a synthetic query come from: from the keys, merged, or from one query of the SDK.
 */

import type { QueryIterator } from "@azure/cosmos";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import type { QueryPosition } from "./continuation.ts";
import { type ChargeMeter, KeyStream } from "./key-stream.ts";
import { type MergePlan, needsEveryRow } from "./merge-plan.ts";
import { mergeRows } from "./merge-rows.ts";

export interface PageSource {
  readonly mode: "single" | "fan-out" | "cross-partition";
  /** Up to `count` rows; fewer only at the end. */
  next(count: number): Promise<unknown[]>;
  /** Where to go on after the rows that were given; `undefined` at the end. */
  position(): QueryPosition | undefined;
}

/** Opens the query of one key, at a continuation token or at its beginning. */
type OpenKey = (key: number, token: string | undefined) => QueryIterator<unknown>;

export class FanOutSource implements PageSource {
  readonly mode = "fan-out";
  readonly #plan: MergePlan;
  readonly #streams: readonly KeyStream[];
  readonly #rows: AsyncIterator<unknown>;
  /** Rows that OFFSET still passes over, and rows that LIMIT or TOP still lets through. */
  #skip: number;
  #left: number;
  /** Where rows exist only together, a position is their number; then one row is looked at ahead. */
  readonly #isReplayed: boolean;
  #given = 0;
  #ahead: unknown[] = [];
  #isDone = false;

  constructor(
    plan: MergePlan,
    keys: number,
    open: OpenKey,
    meter: ChargeMeter,
    parallel: number,
    from?: QueryPosition,
  ) {
    this.#plan = plan;
    this.#isReplayed = plan.isDistinct || needsEveryRow(plan);
    this.#skip = plan.offset;
    this.#left = plan.limit;
    if (from?.kind === "rows") this.#given = from.rows;
    if (from?.kind === "key" || from?.kind === "keys") {
      this.#skip = from.skip;
      this.#left = from.left ?? Number.POSITIVE_INFINITY;
    }
    this.#streams = Array.from({ length: keys }, (_, key) => {
      const position =
        from?.kind === "keys"
          ? from.at[key]
          : from?.kind !== "key"
            ? undefined
            : key === from.key
              ? from.at
              : undefined;
      const isDone = from?.kind === "keys" ? position === null : from?.kind === "key" && key < from.key;
      return isDone
        ? KeyStream.done(meter)
        : new KeyStream((token) => open(key, token), meter, position ?? undefined);
    });
    this.#rows = mergeRows(this.#streams, plan, parallel);
    if (from?.kind === "rows") {
      this.#skip += from.rows;
      this.#left -= from.rows;
    }
  }

  async next(count: number): Promise<unknown[]> {
    const page = this.#ahead;
    this.#ahead = [];
    while (page.length < count + (this.#isReplayed ? 1 : 0) && this.#left > 0 && !this.#isDone) {
      const row = await this.#rows.next();
      if (row.done) {
        this.#isDone = true;
      } else if (this.#skip > 0) {
        this.#skip--;
      } else {
        this.#left--;
        page.push(row.value);
      }
    }
    this.#ahead = page.splice(count);
    this.#given += page.length;
    return page;
  }

  position(): QueryPosition | undefined {
    if (this.#isReplayed) {
      return this.#ahead.length > 0 ? { kind: "rows", rows: this.#given, mode: "fan-out" } : undefined;
    }
    if (this.#isDone || this.#left <= 0) return undefined;
    const at = this.#streams.map((stream) => stream.position() ?? null);
    const key = at.findIndex((position) => position !== null);
    if (key === -1) return undefined;
    const counts = { skip: this.#skip, left: Number.isFinite(this.#left) ? this.#left : null };
    return this.#plan.descending.length > 0
      ? { kind: "keys", at, ...counts }
      : { kind: "key", key, at: at[key]!, ...counts };
  }
}

/** One query of the SDK: of a single key, or over all physical partitions. */
export class SdkSource implements PageSource {
  readonly #iterator: QueryIterator<unknown>;
  readonly mode: "single" | "cross-partition";
  readonly #meter: ChargeMeter;
  #skip: number;
  #given = 0;
  #rest: unknown[] = [];
  #token: string | undefined;

  constructor(
    iterator: QueryIterator<unknown>,
    mode: "single" | "cross-partition",
    meter: ChargeMeter,
    from?: QueryPosition,
  ) {
    this.#iterator = iterator;
    this.mode = mode;
    this.#meter = meter;
    this.#skip = from?.kind === "rows" ? from.rows : 0;
    this.#given = this.#skip;
  }

  async next(count: number): Promise<unknown[]> {
    while (this.#rest.length < count && this.#iterator.hasMoreResults()) {
      const page = await this.#iterator.fetchNext();
      this.#meter.charge(page.requestCharge ?? 0, this.mode === "single" ? this : undefined);
      this.#token = page.continuationToken;
      const rows = page.resources ?? [];
      const skipped = Math.min(this.#skip, rows.length);
      this.#skip -= skipped;
      for (const row of skipped > 0 ? rows.slice(skipped) : rows) this.#rest.push(row);
      // A whole page of the SDK with a token of its own is a place to stop at.
      if (this.#token !== undefined && this.#rest.length > 0 && this.#rest.length <= count) break;
    }
    const rows = this.#rest.splice(0, count);
    this.#given += rows.length;
    return rows;
  }

  position(): QueryPosition | undefined {
    if (this.#rest.length === 0 && !this.#iterator.hasMoreResults()) return undefined;
    if (this.#rest.length === 0 && this.#token !== undefined) {
      return { kind: "sdk", token: this.#token, mode: this.mode };
    }
    return { kind: "rows", rows: this.#given, mode: this.mode };
  }
}

/**
 * The SDK's own merge gives up on null in ORDER BY, with an error that comes from no server. Then the keys are asked
 * instead, as long as no row has been given.
 */
export class FallbackSource implements PageSource {
  #source: PageSource;
  #fallBack: (() => PageSource) | undefined;
  #hasGiven = false;

  constructor(source: PageSource, fallBack: () => PageSource) {
    this.#source = source;
    this.#fallBack = fallBack;
  }

  get mode(): PageSource["mode"] {
    return this.#source.mode;
  }

  async next(count: number): Promise<unknown[]> {
    try {
      const rows = await this.#source.next(count);
      this.#hasGiven ||= rows.length > 0;
      return rows;
    } catch (error) {
      if (this.#fallBack === undefined || !isOfMerge(error)) throw error;
      const instead = this.#fallBack();
      if (this.#hasGiven) {
        throw new SyntheticKeyError(
          "QueryNotMergeable",
          "The SDK could not merge the rest of this query, which has null where it orders: run it again, and the keys will be asked one by one.",
          { cause: error },
        );
      }
      this.#source = instead;
      this.#fallBack = undefined;
      return this.#source.next(count);
    }
  }

  position(): QueryPosition | undefined {
    return this.#source.position();
  }
}

/** Errors of servers have a code, and those of connections, time limits and cancelling a name of their own. */
function isOfMerge(error: unknown): boolean {
  return error instanceof Error && error.name === "Error" && !("code" in error && error.code !== undefined);
}
