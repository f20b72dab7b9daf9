/** The store that the settings name: the only place that picks one. */

import type { Environment } from "../../engine/index.ts";
import type { Durability } from "../../kv/durability.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import type { LevelStore } from "../../kv/level/level-store.ts";
import type { Members } from "../../kv/members.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { isSealedKind } from "../../store/records/sealed-rows.ts";
import type { CacheShares } from "../settings/defaults.ts";
import { storeFolder } from "./data-folder.ts";

interface StoreSettings {
  /** Absent, as `storeUrl` is: memory. */
  readonly dataFolder?: string;
  readonly storeUrl?: string | undefined;
  /** What the memory holds already; absent: nothing. */
  readonly memory?: MemoryStore;
  readonly durability: Durability;
  readonly environment: Environment;
  /** For blocks of a data folder; absent: as the folder's own default. */
  readonly cache?: CacheShares;
  /** A database without data is refused, and stays as it is. */
  readonly mustExist?: boolean;
  /** It is to be filled from another: nobody else may use it before that is done. */
  readonly isCopyTarget?: boolean;
  /** As one of several nodes, which share a database. */
  readonly isNode?: boolean;
  /** How long a lease of a database lasts. */
  readonly leaseMs?: number;
}

interface OpenedStore {
  readonly kv: KeyValueStore;
  /** The same where it is a data folder. */
  readonly level?: LevelStore;
  /** Where others share the store. */
  readonly members?: Members | undefined;
  /** Whether no other process can have changed anything. */
  isCurrent(): boolean;
  /** Resolves when another process has taken over. */
  readonly lost: Promise<Error>;
}

export async function openStore(settings: StoreSettings): Promise<OpenedStore> {
  const {
    dataFolder,
    storeUrl,
    memory = new MemoryStore(),
    durability,
    environment,
    cache,
    mustExist = false,
    isCopyTarget = false,
    isNode = false,
    leaseMs,
  } = settings;
  const notice = (sentence: string) => environment.log("warn", sentence);
  if (storeUrl !== undefined) {
    // Each store is loaded where it is asked for.
    const { PostgresStore } = await import("../../kv/postgres/postgres-store.ts");
    let onLost: (error: Error) => void = () => {};
    const lost = new Promise<Error>((resolve) => {
      onLost = resolve;
    });
    const kv = await PostgresStore.open({
      url: storeUrl,
      durability,
      notice,
      onLost,
      mustExist,
      isCopyTarget,
      isNode,
      ...(leaseMs !== undefined && { leaseMs }),
    });
    return { kv, members: kv.members, isCurrent: () => kv.isHeld, lost };
  }
  const isAlone = { isCurrent: () => true, lost: new Promise<never>(() => {}) };
  if (dataFolder === undefined) return { kv: memory, ...isAlone };
  const { LevelStore } = await import("../../kv/level/level-store.ts");
  const level = await LevelStore.open({
    folder: storeFolder(dataFolder),
    durability,
    isSealedKind,
    notice,
    ...(cache && { cacheBytes: cache.blockBytes }),
  });
  return { kv: level, level, ...isAlone };
}
