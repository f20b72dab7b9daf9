/**
 * Applies a changed indexing policy to the items that are already there, one partition after another, while the
 * container serves.
 *
 * The policy before is forgotten only when every item has been seen, and no other policy is taken up until then:
 * what a rebuild has passed is always indexed by the policy that it ends with.
 */
import assert from "node:assert/strict";
import type { Catalog } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { changeState } from "../container/container-state.ts";
import { WorkLog } from "../ground/work-log.ts";

/** Does nothing when no policy waits to be applied, or when it is stopped before the end. */
export function rebuildIndex(
  container: Container,
  catalog: Catalog,
  isStopped: () => boolean,
): Promise<void> {
  return container.partitions.inWholeTurn(async () => {
    const { indexes } = container.definition;
    // Another one may have done it while this one waited for its turn.
    if (!indexes.isChanging) return;
    const generation = indexes.current;
    if (!(await reindex(container, isStopped))) return;
    await changeState(
      catalog,
      container.definition.rid,
      (state) => {
        assert.equal(state.indexGenerations.at(-1)!.generation, generation, "the policy was changed again");
        return { ...state, indexGenerations: state.indexGenerations.slice(-1) };
      },
      (changed) => container.definition.adopt(changed),
    );
  });
}

/** Returns whether it came to the end. */
async function reindex(container: Container, isStopped: () => boolean): Promise<boolean> {
  const { database, container: name } = container.definition.names;
  const log = new WorkLog(
    container.environment,
    `The index of container '${name}' in database '${database}'`,
    container.partitions.totals().items,
  );
  const progress = {
    isStopped,
    seen: (items: number) => {
      log.seen(items);
      container.definition.noteIndexed(log.percent);
    },
  };
  for (const { store } of container.partitions.all) {
    if (!(await store.reindex(progress))) return false;
  }
  log.end("follows the changed policy");
  return true;
}
