/**
 * Queries on a container: the text is parsed (and remembered), the scope and the filter decide which partitions
 * are asked, the work that was done decides the charge.
 */

import type { Json } from "@orrerydb/exact-json";
import {
  epkRangeOfPrefix,
  intersectEpkRanges,
  isEmptyEpkRange,
  type PartitionKeyComponent,
  parsePartitionKeyPath,
} from "@orrerydb/keys/hash";
import type { Admitted } from "../../schedule/admission.ts";
import { runInSlices } from "../../schedule/in-turns.ts";
import type { TaskOwner } from "../../schedule/task-line.ts";
import {
  executeQuery,
  type NamedItems,
  namedItemsOf,
  type PartitionKeys,
  parameterMap,
  partitionKeysOf,
  type QueryPage,
  type QueryRequest,
  type UdfHost,
} from "../../sql/index.ts";
import { cachedQueryInSlices, type Query } from "../../sql/language.ts";
import type { PartitionRows } from "../../store/scans/partition-rows.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { lastQueryPageCharge, queryPageCharge } from "../../throughput/query-charge.ts";
import { canonicalPath } from "../../value/path.ts";
import { pathIndex } from "../../value/rows/index-identity.ts";
import { ObservedRows } from "../../value/rows/observed-rows.ts";
import { keyText, type PartitionKey } from "../catalog/partition-key.ts";
import type { RangeSeen } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { ContainerNames } from "../container/container-names.ts";
import { checkSession, lsnSeen, type RequestTerms } from "../container/request-terms.ts";
import { awaitingQueryFailures, toFailure } from "../ground/query-failure.ts";
import { type Spender, spenderOf } from "../spending/spender.ts";
import { containerView } from "./container-views.ts";
import { decodeContinuation, encodeContinuation } from "./continuation.ts";
import type { KeptForPage, KeptQueryResults } from "./kept-query-results.ts";
import { openRows, partitionsInScope, type RequestScope, type ScopedPartition } from "./query-scope.ts";
import { QuerySpending, spendTogether } from "./query-spending.ts";
import { QUERY_TIME, type QueryTime, queryTime } from "./query-time.ts";

export interface QueryText {
  readonly text: string;
  readonly parameters: readonly { readonly name: string; readonly value: Json }[];
}

export interface ItemQueryRequest extends RequestScope {
  readonly terms: RequestTerms;
  readonly maxItems?: number | undefined;
  readonly continuation?: string | undefined;
  readonly udf?: UdfHost | undefined;
  /** What pages leave behind for later ones; absent: nothing. */
  readonly kept?: KeptQueryResults | undefined;
  /** Whom the query is for; absent: for nobody else. */
  readonly owner?: TaskOwner | undefined;
  /** Absent: it runs whatever else is under way. */
  readonly admitted?: Admitted | undefined;
  /** Whether the client has gone: then the query ends. */
  readonly isUnwanted?: (() => boolean) | undefined;
}

export interface QueryAnswer
  extends Pick<QueryPage, "rows" | "work" | "times" | "indexUsage" | "hasReversedTies"> {
  readonly continuation?: string;
  readonly charge: number;
  readonly container: ContainerNames;
  /** Those that were in scope; empty when no item can match. */
  readonly ranges: readonly RangeSeen[];
}

/** Characters of a text that a version 1 key hashes. */
const V1_TEXT_MAX = 100;

export async function queryContainer(
  container: Container,
  { text, parameters }: QueryText,
  request: ItemQueryRequest,
): Promise<QueryAnswer> {
  const time = await queryTime(container.environment, QUERY_TIME.wholeMs, request);
  const query = await awaitingQueryFailures(runInSlices(time.task, cachedQueryInSlices(text)));
  const { position, carriedMicros } = decodeContinuation(request.continuation);
  const { partitionKey } = container.definition;
  const keys = partitionKeysOf(query, partitionKey, parameterMap(parameters));
  const scoped = pinnedByFilter(partitionKey, query, keys, partitionsInScope(container, request));
  const named = namedItems(partitionKey, query, request, { keys, parameters });
  const spender = querySpender(request, keys);
  const { readMultiplier } = request.terms;
  const run = async (
    read: readonly ScopedPartition[],
    spendings: readonly QuerySpending[],
    taken?: Moment,
  ) => {
    const kept = keptForPage(container, { text, parameters }, request, read);
    const moment = taken ?? container.partitions.moment();
    try {
      const opened = await openAll(read, moment);
      // They were the container's when the moment was taken.
      for (const { partition } of read) partition.checkServed();
      const page = await execute(container, {
        query,
        parameters,
        request,
        time,
        known: knownValues(partitionKey, request.key, keys),
        named,
        position,
        partitions: opened,
        moment,
        spendings,
        kept,
      });
      const { rows, work, times, indexUsage, hasReversedTies } = page;
      return {
        rows,
        work,
        times,
        indexUsage: request.key === undefined ? indexUsage : withKeyIndex(indexUsage),
        hasReversedTies,
        container: container.definition.names,
        ranges: kept?.olderMoment ?? rangesSeen(read),
        ...charged(page, carriedMicros, readMultiplier),
      };
    } finally {
      if (taken === undefined) moment.close();
    }
  };
  const partitions = scoped.map(({ partition }) => partition);
  // What concerns one partition is done where it is served.
  if (partitions.length === 1 || partitions.every(({ isServed }) => isServed)) {
    for (const partition of partitions) checkSession(partition, request.terms);
    const meters = partitions.map((each) => container.meter.forLater(each, spender));
    // A query without rows costs something too. Nothing is awaited here: the partitions were looked up just now.
    meters[0]?.open();
    const spendings = meters.map((meter) => new QuerySpending(meter));
    return spendTogether(spendings, readMultiplier, () => run(scoped, spendings));
  }
  const answer = await container.partitions.readAt(partitions, async (read, moment) => {
    for (const partition of read) checkSession(partition, request.terms);
    const meters = partitions.map((each) =>
      each.isServed ? container.meter.forLater(each, spender) : container.meter.elsewhere(each, spender),
    );
    await meters[0]?.open();
    const spendings = meters.map((meter) => new QuerySpending(meter));
    const scopedAt = scoped.map((part, i) => ({ ...part, partition: read[i]! }));
    return spendTogether(spendings, readMultiplier, () => run(scopedAt, spendings, moment));
  });
  // They were split or merged meanwhile.
  return answer ?? queryContainer(container, { text, parameters }, request);
}

function rangesSeen(scoped: readonly ScopedPartition[]): readonly RangeSeen[] {
  return scoped.map(({ partition: { id, store } }) => ({ rangeId: id, lsn: store.summary.lsn }));
}

/** Called before the page's moment is taken, which is then at least as new as the LSNs. */
function keptForPage(
  container: Container,
  { text, parameters }: QueryText,
  { kept, key, rangeId, epkRange, terms }: ItemQueryRequest,
  scoped: readonly ScopedPartition[],
): KeptForPage | undefined {
  const now = rangesSeen(scoped);
  const readsNewest = terms.readMultiplier !== 1;
  return kept?.of({
    identity: [container.definition.rid, text, parameters, key, rangeId, epkRange],
    ranges: now,
    isNewEnough: (ranges, computedMs) =>
      ranges.length === now.length &&
      // Items expire from one second to the next, without a write.
      !(
        readsNewest &&
        container.definition.mayExpire &&
        Math.floor(computedMs / 1000) < container.definition.nowSeconds()
      ) &&
      now.every(({ rangeId: id, lsn: newest }, i) => {
        const { rangeId: keptId, lsn } = ranges[i]!;
        const needed = readsNewest ? newest : (lsnSeen(scoped[i]!.partition, terms) ?? 0);
        return keptId === id && lsn >= needed;
      }),
  });
}

/** A query that concerns one key only, by its header or its filter, is that key's. */
function querySpender(request: ItemQueryRequest, pinned: PartitionKeys): Spender {
  const key = request.key ?? (pinned !== "all" && pinned.length === 1 ? pinned[0] : undefined);
  return spenderOf(request.terms, key && keyText(key));
}

/** A query that is ready to run. */
interface Execution {
  readonly query: Query;
  readonly parameters: QueryText["parameters"];
  readonly request: ItemQueryRequest;
  readonly time: QueryTime;
  readonly known: NonNullable<QueryRequest["known"]>;
  readonly named: NamedItems | undefined;
  /** Where it goes on. */
  readonly position: string | undefined;
  readonly partitions: readonly OpenedPartition[];
  /** At which all partitions are read. */
  readonly moment: Moment;
  /** One for each partition. */
  readonly spendings: readonly QuerySpending[];
  readonly kept: KeptForPage | undefined;
}

async function execute(container: Container, execution: Execution): Promise<QueryPage> {
  const { query, parameters, request, known, named, position, partitions, moment, spendings, kept } =
    execution;
  const { task, stop, deadlineMs } = execution.time;
  const { maxItems, udf } = request;
  try {
    return await executeQuery({
      query,
      parameters,
      partitions: partitions.map((partition, i) => queryPartition(partition, moment, spendings[i]!)),
      // Clients that merge by themselves ask one range, or one key, at a time.
      isMerged: request.key === undefined && request.rangeId === undefined && request.epkRange === undefined,
      ...containerView(container),
      known,
      ...(named && { named }),
      page: { deadlineMs, ...(maxItems === undefined || maxItems < 0 ? {} : { maxItems }) },
      task,
      stop,
      ...(position === undefined ? {} : { continuation: position }),
      ...(kept && { kept }),
      ...(udf === undefined ? {} : { udf }),
    });
  } catch (error) {
    throw toFailure(error);
  }
}

/** A partition as the executor asks for it: whole, or the part of it at which the query goes on. */
function queryPartition(
  { scoped, opened }: OpenedPartition,
  moment: Moment,
  spending: QuerySpending,
): QueryRequest["partitions"][number] {
  const whole = scoped.range;
  return {
    min: whole.min,
    max: whole.max,
    open: (min, max) => {
      if (min === whole.min && max === whole.max) return new ObservedRows(opened, spending);
      const part = { ...scoped, range: { min, max } };
      return new ObservedRows(opened, spending, openRows(part, moment));
    },
  };
}

interface OpenedPartition {
  readonly scoped: ScopedPartition;
  readonly opened: PartitionRows;
}

async function openAll(scoped: readonly ScopedPartition[], moment: Moment): Promise<OpenedPartition[]> {
  return Promise.all(scoped.map(async (part) => ({ scoped: part, opened: await openRows(part, moment) })));
}

/** Narrows the partitions to those that hold the keys which the filter pins. */
function pinnedByFilter(
  partitionKey: PartitionKey,
  query: Query,
  keys: PartitionKeys,
  scoped: readonly ScopedPartition[],
): ScopedPartition[] {
  if (query.from === undefined) return scoped.slice(0, 1);
  if (keys === "all") return [...scoped];
  // Each once: long keys of version 1 that begin alike are in one range, and its items are wanted once.
  const ranges = new Map(
    keys.map((key) => epkRangeOfPrefix(key, partitionKey)).map((range) => [range.min, range]),
  );
  const touched = scoped
    .map((part) => ({
      ...part,
      pinned: [...ranges.values()]
        .map((pinned) => intersectEpkRanges(part.range, pinned))
        .filter((range) => !isEmptyEpkRange(range)),
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
  partitionKey: PartitionKey,
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

/** The items that the filter names by key and id; undefined where it leaves open which they are. */
function namedItems(
  partitionKey: PartitionKey,
  query: Query,
  { key }: ItemQueryRequest,
  { keys, parameters }: { readonly keys: PartitionKeys; readonly parameters: QueryText["parameters"] },
): NamedItems | undefined {
  if (keys === "all" && key === undefined) return undefined;
  const header = key?.length === 0 ? partitionKey.checkFull(key) : key;
  return namedItemsOf(query, {
    definition: partitionKey,
    parameters: parameterMap(parameters),
    ...(header && { header }),
  });
}

/** A key leads to its items without any index of the policy: they lie together, in the order of effective keys. */
function withKeyIndex({ used, potential }: QueryPage["indexUsage"]): QueryPage["indexUsage"] {
  return { used: [{ index: pathIndex("/_epk"), isPrecise: true, impact: "High" }, ...used], potential };
}

function charged(
  { work, continuation }: QueryPage,
  carriedMicros: number,
  multiplier: ReadMultiplier,
): Pick<QueryAnswer, "charge" | "continuation"> {
  if (continuation === undefined) return { charge: lastQueryPageCharge(work, carriedMicros, multiplier) };
  const { charge, carriedMicros: carried } = queryPageCharge(work, carriedMicros, multiplier);
  return { charge, continuation: encodeContinuation(continuation, carried) };
}
