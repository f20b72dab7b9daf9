/** What a container holds, and how much it may. */
import type { Catalog } from "../catalog/catalog.cjs";
import { type ScriptKind } from "../catalog/plain-resources.cjs";
import type { Container } from "../container/container.cjs";
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
export declare function quotaOf(container: Container, catalog: Catalog): Promise<ContainerQuota>;
