/**
 * Queries on a container: the text is parsed (and remembered), the scope and the filter decide which partitions
 * are asked, the work that was done decides the charge.
 */

import {
  epkRangeOfPrefix,
  fromHex,
  type PartitionKeyComponent,
  parsePartitionKeyPath,
  toHex,
} from "@orrerydb/keys/hash";
import {
  cachedQuery,
  executeQuery,
  type FunctionContext,
  type IndexingView,
  type PartitionKeys,
  parameterMap,
  partitionKeysOf,
  type Query,
  QueryError,
  type QueryPage,
  type QueryRequest,
  type RowSource,
  type UdfHost,
  type VectorEmbedding,
} from "../../sql/index.ts";
import type { Snapshot } from "../../store/key-value.ts";
import type { PartitionRows } from "../../store/partition-rows.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import type { Priority } from "../../throughput/partition-budget.ts";
import { lastQueryPageCharge, queryPageCharge } from "../../throughput/query-charge.ts";
import { Failure } from "../../value/failure.ts";
import type { Json, JsonObject } from "../../value/json.ts";
import { canonicalPath } from "../../value/path.ts";
import type { Container } from "../container/container.ts";
import { keyText } from "../container/partition-key.ts";
import { intersect, isEmpty, type PhysicalPartition } from "../container/partition-map.ts";
import { checkSession } from "../items/items.ts";
import { type Spender, spenderOf } from "../spending/metering.ts";
import { openRows, partitionsInScope, type RequestScope, type ScopedPartition } from "./query-scope.ts";
import { MeteredRows, QuerySpending, spendTogether } from "./query-spending.ts";
import { QUERY_TIME, queryTime } from "./query-time.ts";

export interface QueryText {
  readonly text: string;
  readonly parameters: readonly { readonly name: string; readonly value: Json }[];
}

export interface QueryOptions extends RequestScope {
  readonly maxItems?: number;
  readonly continuation?: string;
  readonly priority: Priority;
  readonly bucket: number;
  readonly readMultiplier: ReadMultiplier;
  seenLsn?(rangeId: string, parents: readonly number[]): number | undefined;
  readonly udf?: UdfHost;
  /** Whether the client has gone: then the query ends. */
  readonly isUnwanted?: () => boolean;
}

export interface QueryAnswer extends Pick<QueryPage, "rows" | "work" | "times" | "indexUsage"> {
  readonly continuation?: string;
  readonly charge: number;
  /** The partitions that were in scope; empty when no item can match. */
  readonly partitions: readonly PhysicalPartition[];
}

/** Characters of a text that a version 1 key hashes. */
const V1_TEXT_MAX = 100;

export async function runQuery(
  container: Container,
  { text, parameters }: QueryText,
  options: QueryOptions,
): Promise<QueryAnswer> {
  const query = inQueryTerms(() => cachedQuery(text));
  const token = decodeToken(options.continuation);
  const keys = partitionKeysOf(query, container.partitionKey, parameterMap(parameters));
  const scoped = pinnedByFilter(container, query, keys, partitionsInScope(container, options));
  for (const { partition } of scoped) checkSession(partition, options);
  const spender = querySpender(options, keys);
  const spendings = scoped.map(({ partition }) => new QuerySpending(container.spending(partition, spender)));
  const run = async (): Promise<QueryAnswer> => {
    const snapshot = container.context.kv.snapshot();
    try {
      const page = await execute(
        container,
        query,
        parameters,
        await openAll(container, scoped, snapshot),
        snapshot,
        { ...options, known: knownValues(container, options.key, keys) },
        token.position,
        spendings,
      );
      return charged(
        page,
        token.carriedMicros,
        options.readMultiplier,
        scoped.map(({ partition }) => partition),
      );
    } finally {
      snapshot.close();
    }
  };
  return spendTogether(spendings, options.readMultiplier, run);
}

/** A query that concerns one key only, by its header or its filter, is that key's. */
function querySpender(options: QueryOptions, pinned: PartitionKeys): Spender {
  const key = options.key ?? (pinned !== "all" && pinned.length === 1 ? pinned[0] : undefined);
  return spenderOf(options, key && keyText(key));
}

async function execute(
  container: Container,
  query: Query,
  parameters: QueryText["parameters"],
  rows: readonly OpenedPartition[],
  snapshot: Snapshot,
  options: QueryOptions & Pick<QueryRequest, "known">,
  position: string | undefined,
  spendings: readonly QuerySpending[],
): Promise<QueryPage> {
  const { clock, stop, deadlineMs } = queryTime(
    container.surroundings.environment,
    QUERY_TIME.wholeMs,
    options.isUnwanted,
  );
  try {
    return await executeQuery({
      query,
      parameters,
      partitions: rows.map(({ scoped, opened }, i) => ({
        min: toHex(scoped.range.min),
        max: toHex(scoped.range.max),
        open: (min, max) => {
          const isWhole = min === toHex(scoped.range.min) && max === toHex(scoped.range.max);
          const range = { min: fromHex(min), max: fromHex(max) };
          const part = isWhole
            ? opened
            : new LazyRows(openRows(container, { ...scoped, range }, snapshot), opened.itemCount());
          return new MeteredRows(part, spendings[i]!);
        },
      })),
      indexing: indexingView(container),
      computedProperties: computedProperties(container),
      functions: functionContext(container),
      vectorEmbeddings: vectorEmbeddings(container),
      ...(options.known === undefined ? {} : { known: options.known }),
      page: {
        deadlineMs,
        ...(options.maxItems === undefined || options.maxItems < 0 ? {} : { maxItems: options.maxItems }),
      },
      clock,
      stop,
      ...(position === undefined ? {} : { continuation: position }),
      ...(options.udf === undefined ? {} : { udf: options.udf }),
    });
  } catch (error) {
    throw toFailure(error);
  }
}

interface OpenedPartition {
  readonly scoped: ScopedPartition;
  readonly opened: PartitionRows;
}

async function openAll(
  container: Container,
  scoped: readonly ScopedPartition[],
  snapshot: Snapshot,
): Promise<OpenedPartition[]> {
  return Promise.all(
    scoped.map(async (part) => ({ scoped: part, opened: await openRows(container, part, snapshot) })),
  );
}

/** Narrows the partitions to those that hold the keys which the filter pins. */
function pinnedByFilter(
  container: Container,
  query: Query,
  keys: PartitionKeys,
  scoped: readonly ScopedPartition[],
): ScopedPartition[] {
  if (query.from === undefined) return scoped.slice(0, 1);
  const { partitionKey } = container;
  if (keys === "all") return [...scoped];
  const ranges = keys.map((key) => epkRangeOfPrefix(key, partitionKey));
  const touched = scoped
    .map((part) => ({
      ...part,
      pinned: ranges.map((pinned) => intersect(part.range, pinned)).filter((range) => !isEmpty(range)),
    }))
    .filter(({ pinned }) => pinned.length > 0);
  // An aggregate over nothing still has a row.
  return touched.length > 0 ? touched : scoped.slice(0, 1).map((part) => ({ ...part, pinned: [] }));
}

/**
 * What every item in scope has at the paths of the partition key, where the scope is one logical partition. Version
 * 1 keys hash only the beginning of a long text: there one logical partition may hold several values.
 */
function knownValues(
  { partitionKey }: Container,
  header: readonly PartitionKeyComponent[] | undefined,
  pinned: PartitionKeys,
): NonNullable<QueryRequest["known"]> {
  const key = header ?? (pinned !== "all" && pinned.length === 1 ? pinned[0]! : []);
  if (key.length !== partitionKey.paths.length) return [];
  return partitionKey.paths.flatMap((path, level) => {
    const value = key[level];
    const isWhole = typeof value !== "string" || partitionKey.version === 2 || value.length <= V1_TEXT_MAX;
    return value === undefined || !isWhole
      ? []
      : [{ path: canonicalPath(parsePartitionKeyPath(path)), value }];
  });
}

function charged(
  page: QueryPage,
  carriedMicros: number,
  multiplier: ReadMultiplier,
  partitions: readonly PhysicalPartition[],
): QueryAnswer {
  const { rows, work, times, indexUsage } = page;
  const answer = { rows, work, times, indexUsage, partitions };
  if (page.continuation === undefined)
    return { ...answer, charge: lastQueryPageCharge(work, carriedMicros, multiplier) };
  const { charge, carriedMicros: carried } = queryPageCharge(work, carriedMicros, multiplier);
  return { ...answer, charge, continuation: encodeToken(page.continuation, carried) };
}

interface Token {
  readonly position?: string;
  readonly carriedMicros: number;
}

/** The executor's position, and the part of the charge that was too small to report. */
function encodeToken(position: string, carriedMicros: number): string {
  return `{"carried":${carriedMicros},"at":${position}}`;
}

/** Whether a token is one that a query answered, and not one that a client built around several of them. */
export function isOwnContinuation(text: string): boolean {
  try {
    decodeToken(text);
    return true;
  } catch {
    return false;
  }
}

function decodeToken(text: string | undefined): Token {
  if (text === undefined || text === "") return { carriedMicros: 0 };
  try {
    const { carried, at } = JSON.parse(text) as { carried?: unknown; at?: unknown };
    if (typeof carried === "number" && at !== undefined)
      return { position: JSON.stringify(at), carriedMicros: carried };
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure(
    "badRequest",
    "Invalid Continuation Token. Send it exactly as it was answered, or start the query again without one.",
  );
}

export function indexingView(container: Container): IndexingView {
  const { indexes } = container.context;
  return {
    isIndexed: (path) => indexes.isIndexed(path),
    isExplicit: (path) => indexes.isExplicit(path),
    composites: indexes.currentRules.composites
      .filter(({ prefix }) => indexes.hasComposite(prefix))
      .map(({ parts }) => parts),
  };
}

export function computedProperties(container: Container): { name: string; query: Query }[] {
  const properties = container.resource.body.computedProperties as
    | readonly { name: string; query: string }[]
    | undefined;
  return (properties ?? []).map(({ name, query }) => ({ name, query: cachedQuery(query) }));
}

export function vectorEmbeddings(container: Container): readonly VectorEmbedding[] {
  const policy = container.resource.body.vectorEmbeddingPolicy as
    | { readonly vectorEmbeddings?: readonly VectorEmbedding[] }
    | undefined;
  return policy?.vectorEmbeddings ?? [];
}

export function functionContext(container: Container): FunctionContext {
  const { environment } = container.surroundings;
  const { geospatialConfig, fullTextPolicy } = container.resource.body;
  return {
    nowMs: () => environment.now(),
    boundAtMs: environment.now(),
    random: () => environment.random(),
    geospatialType: (geospatialConfig as JsonObject).type === "Geometry" ? "Geometry" : "Geography",
    fullTextLanguage:
      ((fullTextPolicy as JsonObject | undefined)?.defaultLanguage as string | undefined) ?? "en-US",
  };
}

export function inQueryTerms<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFailure(error);
  }
}

/** A query's own errors are the client's to mend: code, message and place as the service writes them. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof QueryError)) return error;
  if (error.code === "Timeout") return new Failure("timeout", error.message, { cause: error });
  if (error.code === "InvalidContinuation")
    return new Failure("badRequest", `Invalid Continuation Token. ${error.message}`, { cause: error });
  const body = {
    errors: [
      {
        severity: "Error",
        ...(error.location === undefined ? {} : { location: error.location }),
        code: error.code,
        message: error.message,
      },
    ],
  };
  return new Failure("badRequest", `Message: ${JSON.stringify(body)}`, { cause: error });
}

/** Rows whose scope is still being looked up. */
class LazyRows implements RowSource {
  readonly #rows: Promise<PartitionRows>;
  readonly #itemCount: number;

  constructor(rows: Promise<PartitionRows>, itemCount: number) {
    this.#rows = rows;
    this.#itemCount = itemCount;
    rows.catch(() => {});
  }

  itemCount(): number {
    return this.#itemCount;
  }
  async exactCount() {
    return (await this.#rows).exactCount();
  }
  async count(scan: Parameters<RowSource["index"]>[0]) {
    return (await this.#rows).count(scan);
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    yield* (await this.#rows).items(options);
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    yield* (await this.#rows).index(scan);
  }
  async load(refs: readonly string[]) {
    return (await this.#rows).load(refs);
  }
  async estimate(scan: Parameters<RowSource["estimate"]>[0], max: number) {
    return (await this.#rows).estimate(scan, max);
  }
}
