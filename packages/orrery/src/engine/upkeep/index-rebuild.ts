/**
 * Applies a changed indexing policy to the items that are already there, one logical partition after another,
 * while the container serves. Items say by which generation they are indexed, so it can stop and start anywhere.
 *
 * The policy before is forgotten only when every item has been seen, and no other policy is taken up until then:
 * what a rebuild has passed is always indexed by the policy that it ends with.
 */
import assert from "node:assert/strict";
import type { StoredItem } from "../../store/item-record.ts";
import { EVERYTHING, PartitionRows } from "../../store/partition-rows.ts";
import type { PartitionStore } from "../../store/partition-store.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { changeState } from "../container/container-state.ts";

/** Items of one logical partition per transaction. */
const BATCH_ITEMS = 100;

/** Does nothing when no policy waits to be applied, or when it is stopped before the end. */
export function rebuildIndex(
  container: Container,
  catalog: Catalog,
  isStopped: () => boolean,
): Promise<void> {
  return container.turns.run(async () => {
    const { indexes } = container.context;
    // Another one may have done it while this one waited for its turn.
    if (!indexes.isChanging) return;
    const generation = indexes.current;
    if (!(await reindex(container, isStopped))) return;
    await changeState(
      catalog,
      container.rid,
      (state) => {
        assert.equal(state.indexGenerations.at(-1)!.generation, generation, "the policy was changed again");
        return { ...state, indexGenerations: state.indexGenerations.slice(-1) };
      },
      (changed) => container.adopt(changed),
    );
  });
}

/** Answers whether it came to the end. */
async function reindex(container: Container, isStopped: () => boolean): Promise<boolean> {
  const { indexes, kv } = container.context;
  const { items: total } = container.totals();
  let seen = 0;
  for (const { store } of container.map.partitions) {
    const rows = new PartitionRows(kv, store.space, { items: store.summary.items }, EVERYTHING);
    let batch: StoredItem[] = [];
    for await (const chunk of rows.items({})) {
      for (const { item } of chunk) {
        if (item.generation === indexes.current) continue;
        if (batch.length >= BATCH_ITEMS || (batch[0] && !batch[0].epk.equals(item.epk))) {
          if (isStopped()) return false;
          await reindexBatch(store, batch);
          batch = [];
        }
        batch.push(item);
      }
      seen += chunk.length;
      container.noteIndexed(seen, total);
      if (isStopped()) return false;
    }
    await reindexBatch(store, batch);
  }
  return true;
}

/** Of one logical partition. */
async function reindexBatch(store: PartitionStore, items: readonly StoredItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  await store.transact(first.epk, "", async (transaction) => {
    for (const { ref } of items) await transaction.reindex(ref);
  });
  await store.context.kv.caughtUp();
}
