/** What a move will do and cost, and what will not go along: read from the definitions and a sample of the items. */
import type { Container, ContainerDefinition, CosmosClient, FeedRange } from "@azure/cosmos";
import type { StrategyDescription } from "@orrerydb/keys";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { ContainerPlace } from "./account.ts";
import { type FollowMode, scanItems } from "./change-feed.ts";
import { ItemKeys, identityText } from "./item-identity.ts";
import { findContainer, type OpenedContainer, offeredMode } from "./sides.ts";

export interface MovePlan {
  readonly key: PartitionKeyDefinition;
  readonly strategy?: StrategyDescription | undefined;
  readonly mode: FollowMode;
  readonly createsTarget: boolean;
  readonly feedRanges: number;
  readonly items: number;
  readonly bytes: number;
  /** Rough: a page of the change feed, and a write of an item of average size with every property indexed. */
  readonly readRu: number;
  readonly writeRu: number;
  readonly seconds: number;
  readonly goesAlong: readonly string[];
  readonly staysBehind: readonly string[];
  readonly warnings: readonly string[];
}

interface PlanRequest {
  readonly from: OpenedContainer;
  readonly to: ContainerPlace;
  readonly toClient: CosmosClient;
  readonly key: PartitionKeyDefinition;
  readonly strategy?: StrategyDescription | undefined;
  readonly maxRu: number;
}

const SAMPLE_MAX = 1_000;
const KEY_BYTES_MAX = 2_048;
/** What an item costs that has one kilobyte and some ten properties. */
const WRITE_RU_PER_KB = 7;
const READ_RU_PER_KB = 0.5;
/** Where nobody bounds it: what one process manages, about. */
const ITEMS_PER_SECOND = 2_000;

export async function planMove(request: PlanRequest): Promise<MovePlan> {
  const { from, to, toClient, key, strategy, maxRu } = request;
  const ranges = (await from.container.getFeedRanges()) as FeedRange[];
  const target = await findContainer(toClient, to);
  const { items, bytes } = await usageOf(from.container);
  const mode = await offeredMode(from.container, ranges[0]!);
  const kilobytes = Math.max(items, bytes / 1024);
  const writeRu = Math.ceil(kilobytes * WRITE_RU_PER_KB);
  const readRu = Math.ceil(kilobytes * READ_RU_PER_KB);
  return {
    key,
    strategy,
    mode,
    createsTarget: target === undefined,
    feedRanges: ranges.length,
    items,
    bytes,
    readRu,
    writeRu,
    seconds: Math.ceil(
      Math.max(items / ITEMS_PER_SECOND, Number.isFinite(maxRu) ? (readRu + writeRu) / maxRu : 0),
    ),
    goesAlong: goesAlong(from.definition),
    staysBehind: STAYS_BEHIND,
    warnings: [
      ...definitionWarnings(from.definition, target?.definition, mode),
      ...(await sampleWarnings(from, ranges, key, strategy)),
    ],
  };
}

/** Of the definition: what a new target gets. */
export const DEFINED = [
  "indexingPolicy",
  "uniqueKeyPolicy",
  "computedProperties",
  "vectorEmbeddingPolicy",
  "fullTextPolicy",
  "defaultTtl",
  "changeFeedPolicy",
  "conflictResolutionPolicy",
  "geospatialConfig",
] as const;

export const STAYS_BEHIND = [
  "resource ids and ETags: items get new ones",
  "_ts: the time of the copy; what remains of an item's time to live is kept, as its own ttl",
  "users and permissions: they belong to the database",
  "change feed tokens and continuation tokens",
];

function goesAlong(definition: ContainerDefinition): string[] {
  const parts = DEFINED.filter((name) => (definition as Record<string, unknown>)[name] !== undefined);
  return [...parts, "throughput", "stored procedures, triggers and user-defined functions"];
}

function definitionWarnings(
  source: ContainerDefinition,
  target: ContainerDefinition | undefined,
  mode: FollowMode,
): string[] {
  const warnings: string[] = [];
  if (mode === "latestVersions") {
    warnings.push(
      "The source keeps no deletions (no changeFeedPolicy): items that are deleted meanwhile are found by comparing, and the cut-over needs writers to stop.",
    );
  }
  if ((source.uniqueKeyPolicy?.uniqueKeys.length ?? 0) > 0) {
    warnings.push("Unique keys hold inside a logical partition: by the new key other items share one.");
  }
  if (target !== undefined) warnings.push("The target is there already: its definition is kept as it is.");
  return warnings;
}

async function sampleWarnings(
  { container, definition }: OpenedContainer,
  ranges: readonly FeedRange[],
  key: PartitionKeyDefinition,
  strategy: StrategyDescription | undefined,
): Promise<string[]> {
  const sourceKeys = new ItemKeys({ definition: definition.partitionKey });
  const targetKeys = new ItemKeys({ definition: key, strategy });
  const counts = { missing: 0, long: 0, failing: 0, colliding: 0, ttl: 0 };
  const addresses = new Map<string, string>();
  let seen = 0;
  let failure = "";
  for (const range of ranges) {
    for await (const { items } of scanItems(container, range, undefined)) {
      for (const item of items) {
        const identity = identityText(item.id, sourceKeys.of(item));
        if (item.ttl !== undefined) counts.ttl++;
        try {
          const values = targetKeys.of(targetKeys.keyed(item, identity));
          if (values.includes(undefined)) counts.missing++;
          if (values.some((value) => typeof value === "string" && Buffer.byteLength(value) > KEY_BYTES_MAX))
            counts.long++;
          const address = identityText(item.id, values);
          const other = addresses.get(address);
          if (other !== undefined && other !== identity) counts.colliding++;
          addresses.set(address, identity);
        } catch (error) {
          counts.failing++;
          failure = (error as Error).message;
        }
      }
      seen += items.length;
      // An even part of the sample from each range.
      if (seen >= (SAMPLE_MAX * (ranges.indexOf(range) + 1)) / ranges.length) break;
    }
  }
  const of = `of ${seen} items that were looked at`;
  return [
    counts.missing > 0
      ? `${counts.missing} ${of} lack a value of the new key: they share one logical partition.`
      : "",
    counts.long > 0
      ? `${counts.long} ${of} have a key value of more than ${KEY_BYTES_MAX} bytes: they cannot be moved.`
      : "",
    counts.failing > 0 ? `${counts.failing} ${of} have no key by this definition: ${failure}` : "",
    counts.colliding > 0
      ? `${counts.colliding} ${of} have an id that another has under the new key: only one of them can be moved.`
      : "",
    counts.ttl > 0 ? `${counts.ttl} ${of} have a time to live of their own.` : "",
  ].filter((warning) => warning !== "");
}

async function usageOf(container: Container): Promise<{ readonly items: number; readonly bytes: number }> {
  const { headers } = await container.read({ populateQuotaInfo: true });
  const usage = String(headers["x-ms-resource-usage"] ?? "");
  const figure = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(usage)?.[1] ?? 0);
  return { items: figure("documentsCount"), bytes: figure("documentsSize") * 1024 };
}
