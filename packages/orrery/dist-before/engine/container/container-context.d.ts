import type { ItemCache } from "../../store/item-cache.js";
import { type LifetimeSettings } from "../../store/lifetimes.js";
import type { PartitionContext } from "../../store/partition-space.js";
import type { Storage } from "../../store/storage.js";
import type { Resource } from "../catalog/catalog.js";
import { type Environment } from "../ground/environment.js";
import type { StorageLimits } from "./storage-limits.js";
export interface ContextSources {
    readonly storage: Storage;
    readonly cache: ItemCache;
    readonly environment: Environment;
    readonly storageLimits: StorageLimits;
}
export declare function containerContext(resource: Resource, { storage, cache, environment, storageLimits }: ContextSources, grewTooLarge: PartitionContext["grewTooLarge"]): PartitionContext;
export declare function lifetimesOf({ body }: Resource): LifetimeSettings;
