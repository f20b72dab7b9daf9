/** What the partitions of a container have in common, made from its resource in the catalogue. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";

import { IndexGenerations } from "../../store/indexes/index-generations.ts";
import type { ItemCache } from "../../store/partition/item-cache.ts";
import { type LifetimeSettings, Lifetimes } from "../../store/partition/lifetimes.ts";
import type { PartitionContext } from "../../store/partition/partition-space.ts";
import { UniqueKeys } from "../../store/partition/unique-keys.ts";
import { Etags } from "../../store/records/etags.ts";
import type { Storage } from "../../store/storage.ts";
import { Corruption } from "../../value/corruption.ts";
import { ridBytes } from "../../value/resource-id-text.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey, parseKeyText } from "../catalog/partition-key.ts";
import { type Environment, randomInteger } from "../ground/environment.ts";
import { loadedLanguage, loadLanguage } from "../ground/query-language.ts";
import { stateOf } from "./container-state.ts";
import type { StorageLimits } from "./storage-limits.ts";

export interface ContextSources {
  readonly storage: Storage;
  readonly cache: ItemCache;
  readonly environment: Environment;
  readonly storageLimits: StorageLimits;
}

export async function containerContext(
  resource: Resource,
  { storage, cache, environment, storageLimits }: ContextSources,
  grewTooLarge: PartitionContext["grewTooLarge"],
): Promise<PartitionContext> {
  const { rid, body } = resource;
  const { indexGenerations } = stateOf(resource);
  const isComputed = [body, ...indexGenerations].some(
    ({ computedProperties }) => computedProperties !== undefined,
  );
  if (isComputed) await loadLanguage();
  const partitionKey = PartitionKey.of(body.partitionKey as JsonObject);
  return {
    scheduler: environment.scheduler,
    cache,
    container: { rid: ridBytes(rid)!, selfLink: body._self as string },
    indexes: new IndexGenerations(indexGenerations, (query) => loadedLanguage().compileComputed(query)),
    uniqueKeys: new UniqueKeys(body.uniqueKeyPolicy as ConstructorParameters<typeof UniqueKeys>[0]),
    lifetimes: new Lifetimes(lifetimesOf(resource)),
    etags: new Etags(randomInteger(environment, 2 ** 32)),
    logicalNumbers: storage.logicalNumbers(rid),
    epkOf: (key) => epkOfStoredKey(partitionKey, key),
    logicalBytesMax: storageLimits.logicalPartitionBytes,
    grewTooLarge,
    nowSeconds: () => Math.floor(environment.now() / 1000),
  };
}

function epkOfStoredKey(partitionKey: PartitionKey, key: string): Epk {
  try {
    return partitionKey.epk(parseKeyText(key));
  } catch (cause) {
    throw new Corruption("The key value of a logical partition cannot be read.", { cause });
  }
}

export function lifetimesOf({ body }: Resource): LifetimeSettings {
  const policy = body.changeFeedPolicy as { retentionDuration?: number } | undefined;
  return {
    defaultTtl: body.defaultTtl as number | undefined,
    versionSeconds: (policy?.retentionDuration ?? 0) * 60,
  };
}
