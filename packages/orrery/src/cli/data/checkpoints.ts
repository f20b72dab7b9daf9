/**
 * Copies of the store as of one moment, in the data folder itself, so that a server writes nowhere else. Whoever asked for
 * one removes it; those that were left behind are removed at the next start.
 */
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { LevelStore } from "../../kv/level/level-store.ts";

const FOLDER = "checkpoints";

export async function makeCheckpoint(store: LevelStore, dataFolder: string, nowMs: number): Promise<string> {
  const folder = checkpointFolder(dataFolder, nowMs);
  await store.checkpoint(folder);
  return folder;
}

export function checkpointFolder(dataFolder: string, nowMs: number): string {
  return join(
    dataFolder,
    FOLDER,
    `${backupName(nowMs)}-${process.pid}-${Math.random().toString(36).slice(2)}`,
  );
}

/** Whether it is such a folder, so that it may be removed. */
export function isCheckpointOf(dataFolder: string, folder: string): boolean {
  return resolve(folder) === folder && dirname(folder) === join(dataFolder, FOLDER);
}

export function removeCheckpoints(dataFolder: string): Promise<void> {
  return rm(join(dataFolder, FOLDER), { recursive: true, force: true });
}

/** A moment as a name that every file system takes, in the order of time: 20261116T220501.250Z. */
export function backupName(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]/g, "");
}
