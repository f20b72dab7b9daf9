/** A folder that comes into being whole: until it is finished it has another name, and a failure leaves nothing. */
import { readdir, rename, rm } from "node:fs/promises";
import { UsageError } from "../settings/flags.ts";
import { makeDataFolder } from "./data-folder.ts";

/** `make` fills the folder that it is given. */
export async function makeWhole<T>(folder: string, make: (unfinished: string) => Promise<T>): Promise<T> {
  const found = await readdir(folder).catch(() => [] as string[]);
  if (found.length > 0) throw new UsageError(`${folder} is not empty. Name a new folder with --to.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  makeDataFolder(unfinished);
  try {
    const made = await make(unfinished);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return made;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
