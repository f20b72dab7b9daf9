/** Proves that every partition of every container agrees with itself. */
import { type CheckReport, checkPartition } from "../../store/check-partition.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";

export interface CheckedPartition {
  readonly database: string;
  readonly container: string;
  readonly range: string;
  readonly report: CheckReport;
}

export async function* checkContainers(
  { catalog }: ResourceTree,
  open: (resource: Resource) => Promise<Container>,
): AsyncGenerator<CheckedPartition> {
  for (const database of catalog.list("database")) {
    for (const resource of catalog.list("container", database.rid)) {
      const container = await open(resource);
      const { kv } = container.context;
      for (const { id, store } of container.map.partitions) {
        const snapshot = kv.snapshot();
        try {
          const report = await checkPartition(snapshot, store.space, container.context);
          yield { database: database.id, container: resource.id, range: id, report };
        } finally {
          snapshot.close();
        }
      }
    }
  }
}
