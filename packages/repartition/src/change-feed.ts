/**
 * The change feed of a feed range, through the SDK. Positions are the SDK's continuation tokens: they name hash ranges,
 * so that they outlive splits and merges.
 */

import {
  type ChangeFeedIteratorResponse,
  ChangeFeedMode,
  ChangeFeedStartFrom,
  type Container,
  type FeedRange,
} from "@azure/cosmos";
import { unmarkedJson } from "@orrerydb/exact-json";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Item, KeyComponents } from "./item-identity.ts";

/** What is known of changes: every one, or the last of each item and no deletion. */
export type FollowMode = "allVersions" | "latestVersions";

/** A change of one item, in the order in which they happened. */
export type Change =
  | {
      readonly kind: "put";
      readonly item: Item;
      /** There was none of its identity before. */
      readonly isNew?: boolean;
    }
  | { readonly kind: "delete"; readonly id: string; readonly key: KeyComponents };

export interface ChangePage {
  readonly changes: readonly Change[];
  /** After which the next page begins. */
  readonly token: string;
  readonly charge: number;
  /** The LSNs of the changes. */
  readonly lsns: readonly number[];
  readonly place: Place | undefined;
  /** There was nothing more when it was read. A page without changes need not be the end. */
  readonly isEnd: boolean;
  /** When the last of the changes happened, in milliseconds since 1970; undefined without changes. */
  readonly lastMs: number | undefined;
}

interface VersionRow {
  readonly current?: Item;
  readonly metadata: {
    readonly operationType: string;
    readonly lsn?: number;
    readonly crts?: number;
    readonly id?: string;
    readonly partitionKey?: Record<string, unknown>;
  };
}

export const PAGE_ITEMS = 500;

export interface FedContainer {
  readonly container: Container;
  readonly definition: PartitionKeyDefinition;
}

export interface Position {
  readonly token: string;
  /** The same as an LSN; undefined where it is not of one partition. */
  readonly place: Place | undefined;
}

/** The position of what is changed from now on. */
export async function positionNow(
  container: Container,
  range: FeedRange,
  mode: FollowMode,
): Promise<Position> {
  const response = await iterator(container, ChangeFeedStartFrom.Now(range), mode).readNext();
  const token = response.continuationToken;
  const [lsn, place] = [lsnOf(token), placeOf(response)];
  return { token, place: lsn === undefined || place === undefined ? undefined : { ...place, lsn } };
}

/** After which the changes of a position come. The session token may be ahead of it. */
function lsnOf(token: string): number | undefined {
  const { Continuation: parts } = JSON.parse(token) as { Continuation: { continuationToken: string }[] };
  const [, lsn] = parts.length === 1 ? (/^"?(\d+)"?$/.exec(parts[0]!.continuationToken) ?? []) : [];
  return lsn === undefined ? undefined : Number(lsn);
}

/** The next page after a position. */
export async function readChanges(
  { container, definition }: FedContainer,
  token: string,
  mode: FollowMode,
): Promise<ChangePage> {
  const start = ChangeFeedStartFrom.Continuation(token);
  const response = await iterator(container, start, mode).readNext();
  const rows = (response.statusCode === 304 ? [] : response.result) as unknown[];
  const last = rows.at(-1);
  const isEnd = response.statusCode === 304;
  const common = {
    token: response.continuationToken,
    charge: response.requestCharge,
    isEnd,
    place: placeOf(response),
  };
  if (mode === "latestVersions") {
    const items = rows as Item[];
    return {
      ...common,
      changes: items.map((item) => ({ kind: "put", item })),
      lsns: items.map(({ _lsn }) => Number(_lsn)),
      lastMs: last === undefined ? undefined : (last as { _ts: number })._ts * 1000,
    };
  }
  const versions = rows as VersionRow[];
  return {
    ...common,
    changes: versions.map((row) => changeOf(row, definition)),
    lsns: versions.map(({ metadata }) => Number(metadata.lsn)),
    lastMs: last === undefined ? undefined : ((last as VersionRow).metadata.crts ?? 0) * 1000,
  };
}

function changeOf({ current, metadata }: VersionRow, { paths }: PartitionKeyDefinition): Change {
  const { operationType, partitionKey, id } = unmarkedJson(metadata);
  if (operationType !== "delete") return { kind: "put", item: current!, isNew: operationType === "create" };
  const key = paths.map((path) => partitionKey?.[path.slice(1)] as KeyComponents[number]);
  return { kind: "delete", id: id!, key };
}

export interface ScannedPage {
  readonly items: readonly Item[];
  readonly place: Place | undefined;
  readonly token: string;
  readonly charge: number;
}

/** All items of a feed range, some perhaps more than once, and those that are changed meanwhile perhaps not. */
export async function* scanItems(
  container: Container,
  range: FeedRange,
  after: string | undefined,
): AsyncGenerator<ScannedPage> {
  const start =
    after === undefined
      ? ChangeFeedStartFrom.Beginning(await sdkRange(container, range))
      : ChangeFeedStartFrom.Continuation(after);
  const feed = iterator(container, start, "latestVersions");
  const end = new MovingEnd();
  for (;;) {
    const response = await feed.readNext();
    if (response.statusCode === 304) return;
    const items = response.result as unknown as Item[];
    const place = placeOf(response);
    yield { items, place, token: response.continuationToken, charge: response.requestCharge };
    const lsns = items.map(({ _lsn }) => Number(_lsn));
    if (end.isPassed(place, lsns)) return;
  }
}

/** Which partition answered, and how far it had come. */
export interface Place {
  readonly rangeId: string;
  readonly lsn: number;
}

/**
 * Finds the end of a feed that is written to all the time. A partition's part is over when a page holds nothing but what
 * was written after its first page. The SDK reads the partitions of a range in turns, so that two such pages of one
 * partition, with nothing else between them, are the end of all.
 */
export class MovingEnd {
  readonly #ends = new Map<string, number>();
  readonly #over = new Set<string>();

  isPassed(place: Place | undefined, lsns: readonly number[]): boolean {
    if (place === undefined) return false;
    const end = this.#ends.get(place.rangeId);
    if (end === undefined) this.#ends.set(place.rangeId, place.lsn);
    if (end === undefined || lsns.length === 0 || !lsns.every((lsn) => lsn > end)) this.#over.clear();
    else if (this.#over.has(place.rangeId)) return true;
    else this.#over.add(place.rangeId);
    return false;
  }
}

/** A range that was stored. The SDK takes none but of its own class, which it does not show. */
async function sdkRange(container: Container, { minInclusive, maxExclusive }: FeedRange): Promise<FeedRange> {
  const [any] = await container.getFeedRanges();
  return Object.assign(Object.create(Object.getPrototypeOf(any)), { minInclusive, maxExclusive });
}

function placeOf({ sessionToken }: ChangeFeedIteratorResponse<unknown>): Place | undefined {
  const [, rangeId, lsn] = /^([^:,]+):[^#,]*#(\d+)/.exec(sessionToken ?? "") ?? [];
  return rangeId === undefined ? undefined : { rangeId, lsn: Number(lsn) };
}

function iterator(container: Container, changeFeedStartFrom: ChangeFeedStartFrom, mode: FollowMode) {
  return container.items.getChangeFeedIterator<unknown>({
    changeFeedStartFrom,
    maxItemCount: PAGE_ITEMS,
    changeFeedMode:
      mode === "allVersions" ? ChangeFeedMode.AllVersionsAndDeletes : ChangeFeedMode.LatestVersion,
  });
}
