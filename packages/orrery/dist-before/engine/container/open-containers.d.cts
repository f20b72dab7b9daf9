/**
 * The containers at work, each opened on first use and then the only object there is of it. Found by name or by
 * resource id, as clients name them.
 */
import type { ItemCache } from "../../store/item-cache.cjs";
import type { Storage } from "../../store/storage.cjs";
import type { Resource } from "../catalog/catalog.cjs";
import type { ResourceTree } from "../catalog/resource-tree.cjs";
import type { Environment } from "../ground/environment.cjs";
import { type Ownership } from "../ground/ownership.cjs";
import type { ContainerThroughput } from "../spending/metering.cjs";
import type { ThrottleMode } from "../spending/throttle-mode.cjs";
import { Container } from "./container.cjs";
import type { StorageLimits } from "./storage-limits.cjs";
/** How a request names a container: by ids or resource ids. */
export interface ContainerAddress {
    readonly database: string;
    readonly container: string;
    /** The resource id that the container must have, if the client knows it. */
    readonly intendedRid?: string | undefined;
}
/** Some partitions of a container, by their key spaces. */
export interface ContainerPart {
    readonly container: Resource;
    readonly spaces: readonly number[];
}
/** What operations that name a container need. */
export interface ContainersByName {
    use<T>(address: ContainerAddress, work: (container: Container) => Promise<T>): Promise<T>;
}
interface OpenContainersOptions {
    readonly storage: Storage;
    readonly cache: ItemCache;
    readonly environment: Environment;
    readonly throttle: ThrottleMode;
    readonly storageLimits: StorageLimits;
    readonly ownership: Ownership;
    throughput(resource: Resource): ContainerThroughput;
    /** A partition has passed the size at which it is split. */
    partitionFull(container: Container, space: number): void;
}
export declare class OpenContainers implements ContainersByName {
    #private;
    constructor(tree: ResourceTree, options: OpenContainersOptions);
    /** Runs work on a container. If it is open already, as for nearly every request, the work begins at once. */
    use<T>(address: ContainerAddress, work: (container: Container) => Promise<T>): Promise<T>;
    /** Fails if the container is not the one that the client means. */
    find({ database, container, intendedRid }: ContainerAddress): Resource;
    /** With all partitions that are served here. Fails when the catalogue no longer has it, or none is. */
    open(resource: Resource): Promise<Container>;
    /** For work that concerns all partitions, which are served here then. */
    openWhole(resource: Resource): Promise<Container>;
    /** Undefined while it is not open. */
    opened(rid: string): Container | undefined;
    /** After containers were deleted. Resolves when nobody writes to them any more. */
    forget(resources: readonly Resource[]): Promise<void>;
    /** After open containers got other names, while nobody writes to them: requests under way begin again. */
    rename(containers: readonly Container[]): void;
    /** Other processes serve these partitions from now on. Resolves when nobody here writes to them any more. */
    leave(parts: readonly ContainerPart[]): Promise<void>;
}
export {};
