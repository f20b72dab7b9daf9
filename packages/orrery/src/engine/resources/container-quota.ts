/** What a container holds, and how much it may. */
import type { Catalog } from "../catalog/catalog.ts";
import { SCRIPTS_MAX, type ScriptKind } from "../catalog/plain-resources.ts";
import type { Container } from "../container/container.ts";
import { ITEM_BYTES_MAX } from "../items/item-writes.ts";

export interface ContainerQuota {
  readonly items: number;
  readonly bytes: number;
  /** What the present partitions hold before one of them is split. */
  readonly bytesMax: number;
  readonly itemBytesMax: number;
  readonly scripts: Readonly<Record<ScriptKind, number>>;
  readonly scriptsMax: Readonly<Record<ScriptKind, number>>;
  /** How far a changed indexing policy has been applied, in percent. */
  readonly indexProgress: number;
}

export async function quotaOf(container: Container, catalog: Catalog): Promise<ContainerQuota> {
  const { storageLimits } = container.partitions;
  const count = (kind: ScriptKind) => catalog.list(kind, container.definition.rid).length;
  return {
    ...(await container.partitions.storedTotals()),
    bytesMax: container.partitions.all.length * storageLimits.partitionBytes,
    itemBytesMax: ITEM_BYTES_MAX,
    scripts: {
      storedProcedure: count("storedProcedure"),
      trigger: count("trigger"),
      userDefinedFunction: count("userDefinedFunction"),
    },
    scriptsMax: SCRIPTS_MAX,
    indexProgress: container.definition.indexProgress,
  };
}
