/**
 * Puts new partitions in the place of old ones while the container serves: the one mechanism under splits and merges.
 *
 * The new partitions are filled while the old ones are read and written. Then writers wait for a moment, and one
 * change of the catalogue makes the new ones the container's. Until that change is committed nothing has happened:
 * a crash leaves the old partitions and spaces that the next start empties; after it, the new partitions are there
 * and the old spaces are emptied. Whatever fails after it, the spaces that the catalogue names are kept.
 *
 * Ids count up and are never used again. Ancestors are listed oldest first, which is the order of their ids, and only
 * the youngest of them: a client that knows none of these has missed hundreds of changes, and reads all ranges anew.
 */
import type { EpkRange } from "@orrerydb/keys/hash";
import { CopyAbandoned, type PartitionCopy } from "../../store/partition-copy.ts";
import { Failure } from "../../value/failure.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { type ContainerState, presentContainer, stateOf, withState } from "../container/container-state.ts";
import {
  PartitionMap,
  type PartitionState,
  type PhysicalPartition,
  RETIRED_RANGES_MAX,
  type RetiredRange,
} from "../container/partition-map.ts";
import { ServedElsewhere } from "../ground/ownership.ts";
import { WorkLog } from "../ground/work-log.ts";

interface Replacement {
  /** Neighbours, in the order of their ranges. */
  readonly old: readonly PhysicalPartition[];
  /** Together they cover the same range. */
  readonly new: readonly (EpkRange & Pick<PartitionState, "share">)[];
  /** Shares the throughput out evenly over all partitions, whatever the new ones say. */
  readonly evenShares?: boolean;
}

/** A replacement whose new partitions are filled, and follow every write. */
interface PreparedReplacement extends Replacement {
  readonly states: readonly PartitionState[];
  readonly copy: PartitionCopy;
}

export async function replacePartitions(
  container: Container,
  catalog: Catalog,
  replacement: Replacement,
  isStopped: () => boolean,
): Promise<readonly PhysicalPartition[]> {
  const log = workLog(container, replacement);
  const spaces = await catalog.takeProvisionalSpaces(replacement.new.length);
  try {
    const states = newStates(container.definition.state, replacement, spaces);
    const copy = await container.partitions.copy(
      replacement.old,
      replacement.new.map(({ max }, i) => ({ space: spaces[i]!, max })),
    );
    try {
      container.partitions.checkExists();
      await copy.run({ isStopped, seen: (items) => log.seen(items) });
    } catch (error) {
      await copy.abandon();
      throw error;
    }
    const fresh = await switchOver(container, catalog, { ...replacement, states, copy });
    log.end(`is done, into ${fresh.map(({ id }) => id).join(" and ")}`);
    return fresh;
  } catch (error) {
    await dropUnused(container, catalog, spaces);
    // Whatever it met was another process's doing.
    if (replacement.old.some(({ isLeft }) => isLeft)) throw new ServedElsewhere("all");
    throw error instanceof CopyAbandoned
      ? new Failure("unavailable", `The partitions stay as they were. ${error.message} Try again.`, {
          cause: error,
        })
      : error;
  }
}

function workLog(
  { definition: { names }, environment }: Container,
  { old, new: { length } }: Replacement,
): WorkLog {
  const ids = old.map(({ id }) => id).join(" and ");
  const what = old.length > length ? `The merge of partitions ${ids}` : `The split of partition ${ids}`;
  return new WorkLog(
    environment,
    `${what} of container '${names.container}' in database '${names.database}'`,
    old.reduce((items, { store }) => items + store.summary.items, 0),
  );
}

/** Writers that name the old ranges are refused meanwhile, others wait. */
async function switchOver(
  container: Container,
  catalog: Catalog,
  replacement: PreparedReplacement,
): Promise<readonly PhysicalPartition[]> {
  const { old, states, copy } = replacement;
  try {
    for (const partition of old) partition.isSwitching = true;
    const release = await copy.hold();
    try {
      await copy.finish();
      const fresh = await Promise.all(states.map((state) => container.partitions.open(state)));
      await commitSwitch(container, catalog, replacement, fresh);
      return fresh;
    } finally {
      copy.detach();
      release();
    }
  } finally {
    for (const partition of old) partition.isSwitching = false;
  }
}

function commitSwitch(
  container: Container,
  catalog: Catalog,
  replacement: PreparedReplacement,
  fresh: readonly PhysicalPartition[],
): Promise<void> {
  const { old, states } = replacement;
  return catalog.change(async () => {
    const current = presentContainer(catalog, container.definition.rid);
    container.partitions.checkKept(old);
    // Before anybody knows of them.
    await container.partitions.claim(states.map(({ space }) => space));
    const { state, map } = switched(container, stateOf(current), replacement, fresh);
    const next = withState(current, state);
    return {
      change: {
        put: [next],
        adoptSpaces: states.map(({ space }) => space),
        dropSpaces: old.map(({ state: { space } }) => space),
        whenApplied: () => {
          const successors = fresh.map(({ max, store }) => ({ max, store }));
          for (const { store } of old) store.passOnTo(successors);
          container.switchTo(next, map);
        },
      },
      result: undefined,
    };
  });
}

/** The container's state and map with the new partitions in the place of the old. */
function switched(
  container: Container,
  before: ContainerState,
  { old, evenShares = false }: Replacement,
  fresh: readonly PhysicalPartition[],
): { readonly state: ContainerState; readonly map: PartitionMap } {
  const kept = container.partitions.all.filter((partition) => !old.includes(partition));
  const partitions = shared([...kept, ...fresh], evenShares);
  const nextPartitionId = before.nextPartitionId + fresh.length;
  const retired = [...(before.retired ?? []), ...old.map(retiredRange)].slice(-RETIRED_RANGES_MAX);
  const states = partitions.map((partition) => partition.state);
  return {
    state: { ...before, partitions: states, nextPartitionId, retired },
    map: new PartitionMap(partitions, nextPartitionId, retired),
  };
}

/** Spaces of new partitions, unless they are the container's by now. */
async function dropUnused(container: Container, catalog: Catalog, spaces: readonly number[]): Promise<void> {
  const drop = catalog.change(async () => {
    const current = catalog.byRid("container", container.definition.rid);
    const used = new Set(current && stateOf(current).partitions.map(({ space }) => space));
    return { change: { dropSpaces: spaces.filter((space) => !used.has(space)) }, result: undefined };
  });
  // If the store cannot even note this, the next start finds the spaces marked.
  await drop.catch(() => {});
}

function newStates(
  { nextPartitionId }: ContainerState,
  { old, new: ranges }: Replacement,
  spaces: readonly number[],
): PartitionState[] {
  const ancestors = new Set(old.flatMap(({ state }) => [...state.parents, state.id]));
  const parents = [...ancestors].sort((a, b) => a - b).slice(-RETIRED_RANGES_MAX);
  return ranges.map(({ min, max, share }, i) => ({
    id: nextPartitionId + i,
    min,
    max,
    space: spaces[i]!,
    parents,
    share,
  }));
}

function retiredRange({ state: { id, min, max } }: PhysicalPartition): RetiredRange {
  return { id, min, max };
}

function shared(partitions: readonly PhysicalPartition[], evenly: boolean): readonly PhysicalPartition[] {
  return evenly ? partitions.map((partition) => partition.withShare(1 / partitions.length)) : partitions;
}
