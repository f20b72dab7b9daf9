/** Proves that every partition of every container agrees with itself. */

import type { PartitionStore } from "../../store/partition-store.ts";
import type { Storage } from "../../store/storage.ts";
import type { CheckReport } from "../../store/upkeep/check-partition.ts";
import { Corruption } from "../../value/corruption.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";

/** What a check says of one partition. */
export interface PartitionReport {
  readonly database: string;
  readonly container: string;
  readonly range: string;
  readonly report: CheckReport;
}

/** A container that is too damaged to open is reported as a whole. */
export async function* checkContainers(
  { catalog }: ResourceTree,
  storage: Storage,
  open: (resource: Resource) => Promise<Container>,
): AsyncGenerator<PartitionReport> {
  for (const database of catalog.list("database")) {
    for (const resource of catalog.list("container", database.rid)) {
      const names = { database: database.id, container: resource.id };
      try {
        for (const { id, store } of (await open(resource)).partitions.all) {
          yield { ...names, range: id, report: await checkPartition(store, storage) };
        }
      } catch (error) {
        if (!(error instanceof Corruption)) throw error;
        yield { ...names, range: "any", report: unreadable(error) };
      }
    }
  }
}

async function checkPartition(store: PartitionStore, storage: Storage): Promise<CheckReport> {
  const moment = storage.moment();
  try {
    return await store.check(moment);
  } finally {
    moment.close();
  }
}

function unreadable({ finding }: Corruption): CheckReport {
  return { items: 0, logicalPartitions: 0, indexEntries: 0, findings: [finding] };
}
