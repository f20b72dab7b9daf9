/** The folder that --data names: made where it is missing, or refused in a sentence. */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { developmentDataSentence } from "../../kv/development-data.ts";
import { UsageError } from "../settings/flags.ts";
import { PRIVATE_FOLDER_MODE } from "./private-files.ts";

const NAME_THE_FOLDER = "Name the data folder with --data.";

export function makeDataFolder(folder: string): void {
  refuseDevelopmentData(folder);
  try {
    makeFolder(folder);
    assertWritable(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `The data folder ${folder} cannot be made: ${(error as Error).message}. Name another with --data.`,
    );
  }
}

/** Fails where nothing could be written, before LevelDB fails with less clear words. */
export function assertWritable(folder: string): void {
  for (const each of [folder, storeFolder(folder)]) {
    if (foundAt(each) === undefined || isWritable(each)) continue;
    throw new UsageError(
      `The data folder ${each} cannot be written to. Change its owner or its mode, or name another with --data.`,
    );
  }
}

/** By this user, on this file system. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where LevelDB's files are. On disk: do not change. */
export function storeFolder(dataFolder: string): string {
  return join(dataFolder, "leveldb");
}

/** Development versions kept LevelDB's files in `store`, so their folders are recognized without opening anything. */
function refuseDevelopmentData(folder: string): void {
  if (foundAt(storeFolder(folder)) !== undefined || foundAt(join(folder, "store", "CURRENT")) === undefined)
    return;
  throw new UsageError(developmentDataSentence(`The data in ${folder}`, "a new folder"));
}

/** For what reads the data, damaged or not: it is there. */
export async function checkDataFolder(folder: string, advice?: string): Promise<void> {
  await checkFolder(folder, advice);
  refuseDevelopmentData(folder);
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
    mkdirSync(folder, { mode: PRIVATE_FOLDER_MODE });
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
