/** Proves that every partition of every container agrees with itself. */
import type { CheckReport } from "../../store/check-partition.js";
import type { Storage } from "../../store/storage.js";
import type { Resource } from "../catalog/catalog.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { Container } from "../container/container.js";
/** What a check says of one partition. */
export interface PartitionReport {
    readonly database: string;
    readonly container: string;
    readonly range: string;
    readonly report: CheckReport;
}
/** A container that is too damaged to open is reported as a whole. */
export declare function checkContainers({ catalog }: ResourceTree, storage: Storage, open: (resource: Resource) => Promise<Container>): AsyncGenerator<PartitionReport>;
