/** Proves that every partition of every container agrees with itself. */
import type { CheckReport } from "../../store/check-partition.cjs";
import type { Storage } from "../../store/storage.cjs";
import type { Resource } from "../catalog/catalog.cjs";
import type { ResourceTree } from "../catalog/resource-tree.cjs";
import type { Container } from "../container/container.cjs";
/** What a check says of one partition. */
export interface PartitionReport {
    readonly database: string;
    readonly container: string;
    readonly range: string;
    readonly report: CheckReport;
}
/** A container that is too damaged to open is reported as a whole. */
export declare function checkContainers({ catalog }: ResourceTree, storage: Storage, open: (resource: Resource) => Promise<Container>): AsyncGenerator<PartitionReport>;
