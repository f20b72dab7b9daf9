/*
 * Opens a query of one natural key by the way that suits it: a single key goes to the SDK as it is; many keys are
 * asked in parallel and merged, or the SDK asks all partitions, whichever costs less.
 */

import type { Container, FeedOptions, SqlQuerySpec } from "@azure/cosmos";
import type { KeyCondition, KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { CheaperWay, type QueryMode } from "./cheaper-way.ts";
import type { QueryPosition } from "./continuation.ts";
import { toPartitionKey } from "./key-location.ts";
import type { ChargeMeter } from "./key-stream.ts";
import { isSameBySdk, type MergePlan, MergePlans } from "./merge-plan.ts";
import { FallbackSource, FanOutSource, type PageSource, SdkSource } from "./page-source.ts";
import { withKeyFilter } from "./query-filter.ts";
import { type OpenedQuery, SyntheticQuery } from "./synthetic-query.ts";

export interface QueryOptions {
  /** "auto" takes the way that has cost less; the others force one. */
  readonly mode?: "auto" | QueryMode;
  /** Rows in a page; 100 by default. */
  readonly maxItemCount?: number;
  /** From an earlier page of the same query. */
  readonly continuationToken?: string;
  /** Keys that are asked at the same time; 16 by default. */
  readonly maxDegreeOfParallelism?: number;
  /** Passed on to the SDK. */
  readonly feedOptions?: Omit<
    FeedOptions,
    "partitionKey" | "continuationToken" | "continuation" | "maxItemCount"
  >;
}

const PAGE_SIZE = 100;
const PARALLEL = 16;
const PARALLEL_MAX = 256;

export class NaturalKeyQueries {
  readonly #container: Container;
  readonly #strategy: SyntheticKeyStrategy;
  readonly #plans: MergePlans;
  readonly #cheaperWay = new CheaperWay();
  readonly #ready: () => Promise<void>;
  #physicalPartitions: number | undefined;

  constructor(container: Container, strategy: SyntheticKeyStrategy, ready: () => Promise<void>) {
    this.#container = container;
    this.#strategy = strategy;
    this.#plans = new MergePlans(container);
    this.#ready = ready;
  }

  query<T>(natural: object, query: string | SqlQuerySpec, options: QueryOptions = {}): SyntheticQuery<T> {
    const spec: SqlQuerySpec = typeof query === "string" ? { query } : query;
    const {
      maxItemCount: pageSize = PAGE_SIZE,
      maxDegreeOfParallelism: parallel = PARALLEL,
      mode = "auto",
    } = options;
    if (!(pageSize >= 1) || !(parallel >= 1) || parallel > PARALLEL_MAX) {
      throw new SyntheticKeyError(
        "LimitExceeded",
        `\`maxItemCount\` must be at least 1, and \`maxDegreeOfParallelism\` must be 1 to ${PARALLEL_MAX}.`,
      );
    }
    const keys = this.#strategy.keysOf(natural);
    const run: Run = {
      spec,
      keys,
      conditions: this.#strategy.conditionsOf(natural),
      mode,
      parallel,
      feedOptions: { ...options.feedOptions, maxItemCount: pageSize },
    };
    const name = JSON.stringify([spec, keys[0], keys.length]);
    return new SyntheticQuery<T>(name, (meter, from) => this.#open(run, meter, from), {
      pageSize,
      continuationToken: options.continuationToken,
    });
  }

  /** What each way has cost for a query text so far. */
  measured(query: string): Readonly<Partial<Record<QueryMode, number>>> {
    return this.#cheaperWay.measured(query);
  }

  async #open(run: Run, meter: ChargeMeter, from: QueryPosition | undefined): Promise<OpenedQuery> {
    await this.#ready();
    if (run.keys.length === 1)
      return this.#opened(run, this.#sdkSource(run, "single", run.spec, meter, from));
    const filtered = withKeyFilter(run.spec, run.conditions);
    const mode = this.#forcedMode(run, from) ?? (await this.#cheaperMode(run, meter, filtered !== undefined));
    if (mode === "fan-out") {
      return this.#opened(run, this.#fanOutSource(run, await this.#planOf(run, meter), meter, from));
    }
    if (filtered === undefined) {
      throw new SyntheticKeyError(
        "QueryNotMergeable",
        "The query can't be narrowed to the natural key, because FROM does not name the whole item: write FROM c, or query the keys of keysOf() one by one.",
      );
    }
    const source = this.#sdkSource(run, mode, filtered, meter, from);
    if (run.mode !== "auto" || from !== undefined) return this.#opened(run, source);
    const plan = await this.#planOf(run, meter);
    if (plan.descending.length === 0) return this.#opened(run, source);
    const fallBack = () => {
      this.#cheaperWay.record(run.spec.query, mode, Number.POSITIVE_INFINITY);
      return this.#fanOutSource(run, plan, meter, undefined);
    };
    return this.#opened(run, new FallbackSource(source, fallBack));
  }

  #forcedMode(run: Run, from: QueryPosition | undefined): QueryMode | undefined {
    if (from !== undefined)
      return "mode" in from && from.mode === "cross-partition" ? "cross-partition" : "fan-out";
    if (run.mode !== "auto") return run.mode;
    // A prefix of a hierarchical key may span physical partitions: the SDK knows how to ask those.
    const isPrefix = typeof run.keys[0] !== "string" && run.keys[0]!.length < this.#strategy.into.length;
    return isPrefix ? "cross-partition" : undefined;
  }

  async #cheaperMode(run: Run, meter: ChargeMeter, canFilter: boolean): Promise<QueryMode> {
    if (!canFilter || !isSameBySdk(await this.#planOf(run, meter))) return "fan-out";
    return this.#cheaperWay.choose(run.spec.query, run.keys.length, await this.countPhysicalPartitions());
  }

  async #planOf(run: Run, meter: ChargeMeter): Promise<MergePlan> {
    const { plan, requestCharge } = await this.#plans.planOf(run.spec);
    meter.charge(requestCharge);
    return plan;
  }

  #fanOutSource(
    run: Run,
    plan: MergePlan,
    meter: ChargeMeter,
    from: QueryPosition | undefined,
  ): FanOutSource {
    const open = (key: number, token: string | undefined) =>
      this.#container.items.query<unknown>(plan.spec, {
        ...run.feedOptions,
        partitionKey: toPartitionKey(run.keys[key]!),
        ...(token === undefined ? {} : { continuationToken: token }),
      });
    return new FanOutSource(plan, run.keys.length, open, meter, run.parallel, from);
  }

  #sdkSource(
    run: Run,
    mode: "single" | "cross-partition",
    spec: SqlQuerySpec,
    meter: ChargeMeter,
    from: QueryPosition | undefined,
  ): SdkSource {
    const iterator = this.#container.items.query<unknown>(spec, {
      ...run.feedOptions,
      ...(mode === "single" ? { partitionKey: toPartitionKey(run.keys[0]!) } : {}),
      ...(from?.kind === "sdk" ? { continuationToken: from.token } : {}),
    });
    return new SdkSource(iterator, mode, meter, from);
  }

  #opened(run: Run, source: PageSource): OpenedQuery {
    const onEnd = (requestCharge: number) => {
      if (source.mode !== "single") this.#cheaperWay.record(run.spec.query, source.mode, requestCharge);
    };
    return { source, onEnd };
  }

  /** As of the first time that it is asked. */
  async countPhysicalPartitions(): Promise<number> {
    if (this.#physicalPartitions === undefined) {
      const { resources } = await this.#container.readPartitionKeyRanges().fetchAll();
      this.#physicalPartitions = resources.length;
    }
    return this.#physicalPartitions;
  }
}

interface Run {
  readonly spec: SqlQuerySpec;
  readonly keys: readonly KeyValue[];
  readonly conditions: readonly KeyCondition[];
  readonly mode: "auto" | QueryMode;
  readonly parallel: number;
  readonly feedOptions: FeedOptions;
}
