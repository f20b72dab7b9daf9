import type { Storage } from "../store/storage.js";
import { type Resource } from "./catalog/catalog.js";
import { ResourceTree } from "./catalog/resource-tree.js";
import type { Container } from "./container/container.js";
import { type ContainerPart } from "./container/open-containers.js";
import { type StorageLimits } from "./container/storage-limits.js";
import type { EngineOperations } from "./engine-operations.js";
import { FeedOperations } from "./feeds/feed-operations.js";
import type { Environment } from "./ground/environment.js";
import { type Ownership } from "./ground/ownership.js";
import { ItemOperations } from "./items/item-operations.js";
import { QueryOperations } from "./queries/query-operations.js";
import { ContainerNaming } from "./resources/container-naming.js";
import { Containers } from "./resources/containers.js";
import { Databases } from "./resources/databases.js";
import { Grants } from "./resources/grants.js";
import { Offers } from "./resources/offers.js";
import { Partitions } from "./resources/partitions.js";
import { PlainResources } from "./resources/plain-resources.js";
import { ThroughputControl } from "./resources/throughput-control.js";
import { ProcedureOperations } from "./scripts/procedure-operations.js";
import { Scripts } from "./scripts/scripts.js";
import type { ScriptStatuses } from "./scripts/transaction-host.js";
import { ProvisionedThroughput } from "./spending/provisioned-throughput.js";
import type { ThrottleMode } from "./spending/throttle-mode.js";
import { PartitionTopology } from "./topology/partition-topology.js";
import { type PartitionReport } from "./upkeep/check-containers.js";
import { type SetAside } from "./upkeep/move-long-keys.js";
import { type Loss, type RestoreReport, type SavedRows } from "./upkeep/restore-containers.js";
interface EngineOptions {
    readonly storage: Storage;
    readonly environment: Environment;
    /** For hot items. */
    readonly cacheBytes: number;
    readonly throttle: ThrottleMode;
    readonly storageLimits?: StorageLimits;
    /** How many partitions a new container has; absent: as many as its throughput needs. */
    readonly newPartitions?: number | undefined;
    /** How scripts know what became of an operation; absent where none will run. */
    readonly scriptStatuses?: ScriptStatuses;
    /** Absent: there is no other process on the store. */
    readonly ownership?: Ownership;
    /** Makes a copy of all data as of one moment, beside the data, and returns where; absent where there is no disk. */
    readonly checkpoint?: () => Promise<string>;
}
export declare class Engine implements EngineOperations {
    #private;
    readonly environment: Environment;
    readonly databases: Databases;
    readonly containers: Containers;
    readonly resources: PlainResources;
    readonly offers: Offers;
    readonly partitions: Partitions;
    readonly naming: ContainerNaming;
    readonly grants: Grants;
    readonly items: ItemOperations;
    readonly queries: QueryOperations;
    readonly feeds: FeedOperations;
    readonly procedures: ProcedureOperations;
    readonly checkpoint: (() => Promise<string>) | undefined;
    /** What the operations work with: for upkeep, tools and tests, which hold containers and partitions themselves. */
    readonly tree: ResourceTree;
    readonly scripts: Scripts;
    readonly topology: PartitionTopology;
    readonly provisioned: ProvisionedThroughput;
    readonly throughput: ThroughputControl;
    private constructor();
    static open(options: EngineOptions): Promise<Engine>;
    /**
     * Changes what an older version wrote to what this one reads, if there is anything to change. Must come before all
     * other use. Nothing is lost if it fails: the next start goes on with it.
     */
    bringUpToDate(setAside: SetAside): Promise<void>;
    /**
     * Takes up, in the background, what a stop, a crash or a failure interrupted; nothing of it is lost until then.
     * Whoever opened the engine decides how often. Before the first time nothing is written unasked.
     */
    resume(): void;
    /** Sees to the vector indexes of a container in the background, if there is something to do. */
    tendVectors(container: Container): void;
    /** Gives up what goes on in the background, at its next step: the next start takes it up. */
    stop(): void;
    /** Lets work go on that nobody waits for; a failure is logged. */
    inBackground(work: Promise<void>): void;
    /** Resolves when nothing goes on in the background. */
    settled(): Promise<void>;
    /** Waits for what is under way, then closes the store. Spaces that are being emptied are left to the next start. */
    close(): Promise<void>;
    /** Proves that every partition agrees with itself. */
    check(): AsyncGenerator<PartitionReport>;
    /** Fills all containers, which must be empty, with what was saved of a damaged store. */
    restore(saved: SavedRows, lost: (loss: Loss) => void): AsyncGenerator<RestoreReport>;
    /** The spaces of all partitions. */
    usedSpaces(): ReadonlySet<number>;
    /** Other processes serve these partitions from now on. `left` runs when nothing here changes their containers any more. */
    leave(parts: readonly ContainerPart[], left: () => void): Promise<void>;
    /** Whether something goes on here for which all partitions of a container must be served by one process. */
    staysWhole({ rid, state }: Resource): boolean;
    /** Containers that are in use, and those in which time goes on while nobody uses them. */
    containersToSweep(): Resource[];
    /** A container at work: for upkeep, tools and tests. */
    containerOf(resource: Resource): Promise<Container>;
    /** As `containerOf`, by name. */
    openContainer(database: string, container: string): Promise<Container>;
}
export {};
