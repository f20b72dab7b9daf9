import type { ItemCache } from "../../store/item-cache.cjs";
import { type LifetimeSettings } from "../../store/lifetimes.cjs";
import type { PartitionContext } from "../../store/partition-space.cjs";
import type { Storage } from "../../store/storage.cjs";
import type { Resource } from "../catalog/catalog.cjs";
import { type Environment } from "../ground/environment.cjs";
import type { StorageLimits } from "./storage-limits.cjs";
export interface ContextSources {
    readonly storage: Storage;
    readonly cache: ItemCache;
    readonly environment: Environment;
    readonly storageLimits: StorageLimits;
}
export declare function containerContext(resource: Resource, { storage, cache, environment, storageLimits }: ContextSources, grewTooLarge: PartitionContext["grewTooLarge"]): PartitionContext;
export declare function lifetimesOf({ body }: Resource): LifetimeSettings;
