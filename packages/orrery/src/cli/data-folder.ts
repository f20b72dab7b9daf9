/** The folder that --data names: made where it is missing, or refused in a sentence. */
import { mkdirSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "./settings.ts";

const NAME_THE_FOLDER = "Name the data folder with --data.";

export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The data folder ${folder} cannot be made: ${(error as Error).message}. Name another with --data.`,
    );
  }
}

/** Where LevelDB's files are. */
export function storeFolder(dataFolder: string): string {
  return join(dataFolder, "store");
}

/** For what reads the data, damaged or not: it is there. */
export async function checkDataFolder(folder: string, advice?: string): Promise<void> {
  await checkFolder(folder, advice);
  const files = await readdir(storeFolder(folder)).catch(() => []);
  if (files.length === 0)
    throw new UsageError(`There is no data of Orrery in ${folder}. ${advice ?? NAME_THE_FOLDER}`);
}

/** `advice`: what to do where there is none. */
export async function checkFolder(folder: string, advice = NAME_THE_FOLDER): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) {
    throw new UsageError(`There is no folder ${folder}. ${advice}`);
  }
  if (!found.isDirectory()) throw isNoFolder(folder);
}

/**
 * One level after another, because `recursive` never returns where a level cannot be created although its parent is
 * there, as in /proc.
 */
function makeFolder(folder: string): void {
  const found = foundAt(folder);
  if (found?.isDirectory()) return;
  if (found !== undefined) throw isNoFolder(folder);
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function foundAt(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isNoFolder(path: string): UsageError {
  return new UsageError(`${path} is not a folder. Name a folder for the data with --data.`);
}
