/**
 * All data of a server as of one moment, from which others can start: in memory rows are shared until one side changes
 * them; on a disk tables are links to the same files, in a folder beside the data, so that they take no room.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { storeFolder } from "./data-folder.ts";

/** What a server is started with. */
export type DataSource = { readonly memory: MemoryStore } | { readonly dataFolder: string };

const FOLDER = "copies";

const levelStore = () => import("../../kv/level/level-store.ts");

/** `dataFolder` is where the store lies; undefined in memory. */
export async function copyOf(store: KeyValueStore, dataFolder: string | undefined): Promise<DataSource> {
  if (store instanceof MemoryStore) return { memory: store.fork() };
  const { LevelStore } = await levelStore();
  if (!(store instanceof LevelStore) || dataFolder === undefined)
    throw new Error("Only what is in memory or in a data folder can be copied.");
  const copy = await newFolder(dataFolder);
  await store.fork(storeFolder(copy));
  return { dataFolder: copy };
}

export class DataCopy {
  readonly #source: DataSource;

  private constructor(source: DataSource) {
    this.#source = source;
  }

  static async of(store: KeyValueStore, dataFolder: string | undefined): Promise<DataCopy> {
    return new DataCopy(await copyOf(store, dataFolder));
  }

  /** For a server of its own; the copy stays as it is. */
  async open(): Promise<DataSource> {
    const source = this.#source;
    if ("memory" in source) return { memory: source.memory.fork() };
    const { LevelStore } = await levelStore();
    const copy = await newFolder(source.dataFolder);
    await LevelStore.forkFolder(storeFolder(source.dataFolder), storeFolder(copy));
    return { dataFolder: copy };
  }

  /** In place of what a folder holds, which no server may have open. In memory as `open`. */
  async openIn(dataFolder: string | undefined): Promise<DataSource> {
    const source = this.#source;
    if ("memory" in source || dataFolder === undefined) return this.open();
    const { LevelStore } = await levelStore();
    await rm(storeFolder(dataFolder), { recursive: true });
    await LevelStore.forkFolder(storeFolder(source.dataFolder), storeFolder(dataFolder));
    return { dataFolder };
  }

  /** Nothing may have been started in place of it; what was opened from it stays. */
  async remove(): Promise<void> {
    if ("dataFolder" in this.#source) await rm(this.#source.dataFolder, { recursive: true, force: true });
  }
}

async function newFolder(dataFolder: string): Promise<string> {
  // Copies of copies lie beside them, since each goes when it is no longer needed.
  const isCopy = basename(dirname(dataFolder)) === FOLDER;
  const folder = join(isCopy ? dirname(dataFolder) : join(dataFolder, FOLDER), randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Those that an end without a stop has left behind. */
export function removeCopies(dataFolder: string): Promise<void> {
  return rm(join(dataFolder, FOLDER), { recursive: true, force: true });
}
