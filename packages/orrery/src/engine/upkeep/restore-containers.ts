/**
 * Fills the empty partitions of an engine with what was saved of a damaged store. Items are the truth: an item is taken
 * over if it can be proven to be whole and the last of its writes; everything else is told, item by item.
 */

import { type Epk, epkOfBytes } from "@orrerydb/keys/hash";
import { StoredItem } from "../../store/records/item-record.ts";
import {
  epkOfLogicalKey,
  Kind,
  logicalNumberOf,
  logKey,
  numberOfDroppedKey,
  refAtEnd,
  refName,
} from "../../store/records/key-layout.ts";
import { decodeSummary } from "../../store/records/logical-record.ts";
import { toByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { Resource } from "../catalog/catalog.ts";
import { keyText, PartitionKey } from "../catalog/partition-key.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import { type ContextSources, containerContext } from "../container/container-context.ts";
import { stateOf } from "../container/container-state.ts";

interface SavedRow {
  readonly key: Buffer;
  readonly value: Buffer;
  /** False: it may have been written again, or deleted, in what is lost. */
  readonly isLast: boolean;
}

/** What was saved of a store. */
export interface SavedRows {
  /** Of one kind, in the order of their keys. */
  rows(space: number, kind: number): AsyncIterable<SavedRow>;
  /** Whether any row may not be the last. */
  readonly hasLosses: boolean;
}

/** Something that could not be taken over. */
export interface Loss {
  readonly database: string;
  readonly container: string;
  /** In words. */
  readonly reason: string;
  /** The id, where it is known. */
  readonly id?: string;
  /** The item as JSON, where it can be read but not be proven. */
  readonly item?: Buffer;
}

export interface RestoreReport {
  readonly database: string;
  readonly container: string;
  readonly items: number;
}

export async function* restoreContainers(
  { catalog }: ResourceTree,
  sources: ContextSources,
  saved: SavedRows,
  lost: (loss: Loss) => void,
): AsyncGenerator<RestoreReport> {
  for (const database of catalog.list("database")) {
    for (const resource of catalog.list("container", database.rid)) {
      const names = { database: database.id, container: resource.id };
      const report = (loss: Omit<Loss, "database" | "container">) => lost({ ...names, ...loss });
      yield { ...names, items: await restoreContainer(resource, sources, saved, report) };
    }
  }
}

type Report = (loss: Omit<Loss, "database" | "container">) => void;

async function restoreContainer(
  resource: Resource,
  sources: ContextSources,
  saved: SavedRows,
  report: Report,
): Promise<number> {
  const context = await containerContext(resource, sources, () => {});
  const partitionKey = PartitionKey.of(resource.body.partitionKey as Resource["body"]);
  let items = 0;
  for (const { space } of stateOf(resource).partitions) {
    const dropped = await droppedNumbers(saved, space);
    const told = new Set<ItemRef>();
    const tell = (ref: ItemRef, loss: Omit<Loss, "database" | "container">) => {
      told.add(ref);
      report(loss);
    };
    const restored = await sources.storage.restorePartition(space, context, {
      items: provenItems(saved, space, dropped, tell),
      lsn: await lsnOf(saved, space),
      keyOf: (item) => keyText(partitionKey.extract(item.document)),
      refused: (item) =>
        tell(item.ref, {
          id: item.id,
          item: item.json,
          reason: "another item has its id, a unique value or its place",
        }),
    });
    items += restored.items;
    await context.logicalNumbers.raise(restored.numberMax);
    let epks: ReadonlySet<Epk> | undefined;
    for await (const { key, value } of saved.rows(space, Kind.id)) {
      const ref = toByteString(value);
      if (told.has(ref) || dropped.has(logicalNumberOf(ref))) continue;
      if (await sources.storage.hasItem(space, ref)) continue;
      epks ??= await epksOf(saved, space);
      report(missing(key, epks));
    }
  }
  return items;
}

type Tell = (ref: ItemRef, loss: Omit<Loss, "database" | "container">) => void;

/** Logical partitions that were deleted whole. */
async function droppedNumbers(saved: SavedRows, space: number): Promise<ReadonlySet<number>> {
  const dropped = new Set<number>();
  for await (const { key } of saved.rows(space, Kind.dropped)) dropped.add(numberOfDroppedKey(key));
  return dropped;
}

async function* provenItems(
  saved: SavedRows,
  space: number,
  dropped: ReadonlySet<number>,
  tell: Tell,
): AsyncGenerator<StoredItem> {
  const logged = await loggedPlaces(saved, space);
  for await (const { key, value, isLast } of saved.rows(space, Kind.item)) {
    const ref = refAtEnd(key);
    if (dropped.has(logicalNumberOf(ref))) continue;
    const item = readableItem(ref, value);
    if (item === undefined) tell(ref, { reason: `the item at ${refName(ref)} cannot be read` });
    else if (isLast || logged.has(placeName(item))) yield item;
    else tell(ref, { id: item.id, item: item.json, reason: "a later write of it may be lost" });
  }
}

/**
 * Which of the items that may have been written again were not: the change log has the last write of each, and a later
 * one would have taken this one out of it.
 */
async function loggedPlaces(saved: SavedRows, space: number): Promise<ReadonlySet<string>> {
  const doubtful = new Set<string>();
  if (!saved.hasLosses) return doubtful;
  for await (const { key, value, isLast } of saved.rows(space, Kind.item)) {
    const item = isLast ? undefined : readableItem(refAtEnd(key), value);
    if (item !== undefined) doubtful.add(placeName(item));
  }
  const logged = new Set<string>();
  if (doubtful.size === 0) return logged;
  for await (const { key, value, isLast } of saved.rows(space, Kind.log)) {
    const name = `${key.toString("hex")} ${value.toString("hex")}`;
    if (isLast && doubtful.has(name)) logged.add(name);
  }
  return logged;
}

function placeName({ lsn, place, ref }: StoredItem): string {
  return `${logKey(lsn, place).toString("hex")} ${refName(ref)}`;
}

function readableItem(ref: ItemRef, record: Buffer): StoredItem | undefined {
  try {
    const item = StoredItem.decode(ref, record);
    const isOwn = StoredItem.decode(undefined, record).ref === ref;
    return isOwn && typeof item.id === "string" ? item : undefined;
  } catch (error) {
    if (!(error instanceof Corruption)) throw error;
    return undefined;
  }
}

async function lsnOf(saved: SavedRows, space: number): Promise<number> {
  for await (const { value } of saved.rows(space, Kind.summary)) return decodeSummary(value).lsn;
  return 0;
}

/** An id whose item is not there. */
function missing(key: Buffer, epks: ReadonlySet<Epk>): Omit<Loss, "database" | "container"> {
  for (let end = 2; end < key.length; end++) {
    // No EPK is the beginning of another.
    if (epks.has(epkOfBytes(key, 1, end)))
      return { id: key.toString("utf8", end), reason: "its content is lost" };
  }
  return { reason: `its content is lost; its id is at the end of ${key.toString("hex")}` };
}

async function epksOf(saved: SavedRows, space: number): Promise<ReadonlySet<Epk>> {
  const epks = new Set<Epk>();
  for await (const { key } of saved.rows(space, Kind.logical)) epks.add(epkOfLogicalKey(key));
  return epks;
}
