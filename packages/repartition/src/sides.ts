/**
 * The two containers of a move as they stand now: the live one, which the application writes to and which is followed,
 * and the other, which is brought to the same items. Before the cut-over the live one is the source; after it, the
 * target, until it is rolled back.
 */

import type { Container, ContainerDefinition, CosmosClient, FeedRange } from "@azure/cosmos";
import { unmarkedJson } from "@orrerydb/exact-json";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type ContainerPlace, RepartitionError } from "./account.ts";
import { type FollowMode, positionNow } from "./change-feed.ts";
import { type Item, ItemKeys, identityText, withoutSystem } from "./item-identity.ts";
import type { Job, RangeState } from "./job-state.ts";
import type { Sides } from "./look-up-items.ts";

export interface OpenedContainer {
  readonly place: ContainerPlace;
  readonly container: Container;
  readonly rid: string;
  readonly definition: ContainerDefinition & { readonly partitionKey: PartitionKeyDefinition };
}

export async function openContainer(client: CosmosClient, place: ContainerPlace): Promise<OpenedContainer> {
  const found = await findContainer(client, place);
  if (found !== undefined) return found;
  throw new RepartitionError(
    `There is no container ${place.database}/${place.container} on ${place.endpoint}.`,
  );
}

export async function findContainer(
  client: CosmosClient,
  place: ContainerPlace,
): Promise<OpenedContainer | undefined> {
  const container = client.database(place.database).container(place.container);
  try {
    const { resource } = await container.read();
    if (resource === undefined) return undefined;
    const definition = resource as unknown as OpenedContainer["definition"];
    return { place, container, rid: resource._rid, definition };
  } catch (error) {
    if ((error as { code?: number }).code === 404) return undefined;
    throw error;
  }
}

export interface Direction extends Sides {
  readonly live: OpenedContainer;
  readonly other: OpenedContainer;
  readonly isReverse: boolean;
  /** What is compared of an item, wherever it lies. */
  compared(item: Item): Item;
}

export function directionOf(
  job: Job,
  from: OpenedContainer,
  to: OpenedContainer,
  now: () => number,
): Direction {
  const isExchanged = from.rid === job.targetRid;
  const isReverse = isExchanged || job.isSwitched;
  const [live, other] = isExchanged || !isReverse ? [from, to] : [to, from];
  const [first, second] = isReverse ? [other, live] : [live, other];
  const firstKeys = new ItemKeys({ definition: first.definition.partitionKey });
  const secondKeys = new ItemKeys({ definition: second.definition.partitionKey, strategy: job.strategy });
  /** Of an item that may have no computed key yet. */
  const inSecond = (item: Item) => secondKeys.keyed(item, identityText(item.id, firstKeys.of(item)));
  const remaining = lifetimeOf(live, now);
  const hasLifetimes = live.definition.defaultTtl !== undefined || other.definition.defaultTtl !== undefined;
  const unlike = [...secondKeys.added, ...(hasLifetimes ? [["ttl"]] : [])];
  return {
    live,
    other,
    isReverse,
    source: live.container,
    target: other.container,
    sourceKeys: isReverse ? secondKeys : firstKeys,
    targetKeys: isReverse ? firstKeys : secondKeys,
    hasUniqueKeys: (other.definition.uniqueKeyPolicy?.uniqueKeys.length ?? 0) > 0,
    mapped: (item) => {
      const left = remaining(item);
      return left === "over"
        ? undefined
        : isReverse
          ? { ...withoutSystem(item), ...left }
          : inSecond({ ...withoutSystem(item), ...left });
    },
    sourceKeyOf:
      job.strategy !== undefined && isReverse ? (item) => secondKeys.of(inSecond(item)) : undefined,
    compared: (item) => unlike.reduce(withoutPath, withoutSystem(item)),
  };
}

/** What remains of an item's time to live, as its own: the target would begin to count anew. */
function lifetimeOf({ definition: { defaultTtl } }: OpenedContainer, now: () => number) {
  return (item: Item): { readonly ttl?: number } | "over" => {
    if (defaultTtl === undefined) return {};
    const ttl = (unmarkedJson(item).ttl as number | null | undefined) ?? defaultTtl;
    if (ttl === -1) return {};
    const left = (item._ts as number) + ttl - Math.floor(now() / 1000);
    return left <= 0 ? "over" : { ttl: left };
  };
}

function withoutPath(item: Item, [first, ...rest]: readonly string[]): Item {
  const { [first!]: value, ...others } = item;
  if (rest.length === 0 || typeof value !== "object" || value === null) return others as Item;
  return { ...others, [first!]: withoutPath(value as Item, rest) } as Item;
}

/** Where following begins: what is changed from now on. */
export async function positionsNow({
  container,
}: OpenedContainer): Promise<Pick<RangeState, "range" | "mode" | "followToken" | "begun">[]> {
  const ranges = (await container.getFeedRanges()) as FeedRange[];
  const mode = await offeredMode(container, ranges[0]!);
  return Promise.all(
    ranges.map(async (range) => {
      const { token, place } = await positionNow(container, range, mode);
      return { range, mode, followToken: token, begun: place };
    }),
  );
}

export async function offeredMode(container: Container, range: FeedRange): Promise<FollowMode> {
  try {
    await positionNow(container, range, "allVersions");
    return "allVersions";
  } catch (error) {
    if ((error as { code?: number }).code === 400) return "latestVersions";
    throw error;
  }
}
