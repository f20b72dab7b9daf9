/** What a page of the change feed is in either mode: what it is asked by, how far it goes, who pays for it. */
import type { TaskOwner } from "../../schedule/task-line.ts";
import { PAGE_BYTES_MAX } from "../../sql/query-terms.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import { emptyReadCharge } from "../../throughput/charges.ts";
import { feedCharge } from "../../throughput/query-charge.ts";
import { Failure } from "../../value/failure.ts";
import { keyText } from "../catalog/partition-key.ts";
import { type AnswerSource, sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { checkSession, type RequestTerms } from "../container/request-terms.ts";
import { partitionsInScope, type RequestScope, type ScopedPartition } from "../queries/query-scope.ts";
import { spenderOf } from "../spending/spender.ts";

/** How many are looked at for one page, however few it returns: about a tenth of a second. */
export const PAGE_ENTRIES_MAX = 10_000;
const PAGE_ITEMS_DEFAULT = 100;

export interface ChangeFeedRequest extends RequestScope {
  readonly terms: RequestTerms;
  readonly maxItems?: number | undefined;
  /** After this LSN; absent: from the beginning. */
  readonly afterLsn?: number | "now" | undefined;
  /** Only what was written at or after this time, in seconds since 1970. */
  readonly sinceSeconds?: number | undefined;
  /** Whom it is for; absent: for nobody else. */
  readonly owner?: TaskOwner | undefined;
  /** Whether the one who asked has gone. */
  readonly isUnwanted?: (() => boolean) | undefined;
}

/** What a page says beside its changes. */
export interface ChangeFeedPage extends AnswerSource {
  /** The LSN after which the next page begins. */
  readonly position: number;
  /** Whether there is more to look at: a page without items need not be the end. */
  readonly hasMore: boolean;
  readonly charge: number;
}

/** Finds the part of a partition whose changes are asked for, and meters the reading of it. */
export async function readChangeFeedPage<Page extends ChangeFeedPage>(
  container: Container,
  request: ChangeFeedRequest,
  read: (part: ScopedPartition) => Promise<Page>,
): Promise<Page> {
  const { key, terms } = request;
  const part = onlyPart(container, request);
  checkSession(part.partition, terms);
  const meter = container.meter.open(part.partition, spenderOf(terms, key && keyText(key)));
  try {
    const page = await read(part);
    meter.close(page.charge);
    return page;
  } catch (error) {
    throw meter.fail(error, emptyReadCharge(terms.readMultiplier));
  }
}

/** A page without changes: the next one begins with what is written from now on. */
export function pageFromNow(
  container: Container,
  partition: PhysicalPartition,
  { readMultiplier }: RequestTerms,
): ChangeFeedPage {
  return {
    position: partition.store.summary.lsn,
    hasMore: false,
    charge: feedCharge([], readMultiplier),
    ...sourceOf(container.definition, partition),
  };
}

export function pageLimits({ maxItems }: ChangeFeedRequest) {
  return {
    itemsMax: maxItems === undefined || maxItems < 1 ? PAGE_ITEMS_DEFAULT : maxItems,
    bytesMax: PAGE_BYTES_MAX,
    entriesMax: PAGE_ENTRIES_MAX,
  };
}

/** Reads a partition that has just been looked up, as it is now: a split or merge would take its rows away. */
export async function atThisMoment<T>(
  container: Container,
  partition: PhysicalPartition,
  read: (moment: Moment) => Promise<T>,
): Promise<T> {
  const moment = container.partitions.moment();
  try {
    const answer = await read(moment);
    partition.checkServed();
    return answer;
  } finally {
    moment.close();
  }
}

function onlyPart(container: Container, scope: RequestScope): ScopedPartition {
  const [part, ...others] = partitionsInScope(container, scope);
  if (part !== undefined && others.length === 0) return part;
  throw new Failure(
    "badRequest",
    "A change feed is read range by range: name a partition key, a partition key range id or a feed range inside one range.",
  );
}
