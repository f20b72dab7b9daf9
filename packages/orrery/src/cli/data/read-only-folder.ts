/**
 * A data folder that cannot be written to, as a temporary folder that can: opening LevelDB takes a lock file and writes logs.
 * Tables, which are nearly all of the data, are symbolic links to the originals.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCheckpoint, symbolicLinkOrCopy } from "../../kv/level/files/checkpoint.ts";
import { isWritable, storeFolder } from "./data-folder.ts";

/** Runs `work` on the folder itself, or on a temporary one with the same state. */
export async function withWritableFolder<T>(
  dataFolder: string,
  work: (writableFolder: string) => Promise<T>,
): Promise<T> {
  if (isWritable(dataFolder) && isWritable(storeFolder(dataFolder))) return work(dataFolder);
  const temporary = await mkdtemp(join(tmpdir(), "orrery-read-only-"));
  try {
    await makeCheckpoint(storeFolder(dataFolder), storeFolder(temporary), symbolicLinkOrCopy);
    return await work(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
