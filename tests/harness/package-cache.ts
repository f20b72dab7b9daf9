/**
 * Packages of other languages' registries, installed once into the user's cache and kept there. A folder is named
 * after what is pinned in it, so a changed version is another folder.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "orrery-tests");
/** An install that has taken longer than this was killed. */
const INSTALL_MS_MAX = 5 * 60_000;
const POLL_MS = 200;

export interface Packages {
  readonly language: string;
  /** The file that pins the versions, and whatever else decides what is installed. */
  readonly pins: string;
  readonly toolVersion: string;
  readonly install: (folder: string) => Promise<void>;
}

/** The folder with the packages. Test files that ask at the same time wait for the first of them. */
export async function cachedPackages({ language, pins, toolVersion, install }: Packages): Promise<string> {
  const hash = createHash("sha256").update(readFileSync(pins)).update(toolVersion).digest("hex");
  const folder = join(CACHE, `${language}-${hash.slice(0, 16)}`);
  const partial = `${folder}.partial`;
  mkdirSync(CACHE, { recursive: true });
  while (!existsSync(folder)) {
    if (!takes(partial)) {
      await delay(POLL_MS);
      continue;
    }
    try {
      await install(partial);
      renameSync(partial, folder);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      throw error;
    }
  }
  return folder;
}

/** Whether the caller has made the folder, and so is the one that fills it. */
function takes(partial: string): boolean {
  try {
    mkdirSync(partial);
    return true;
  } catch {
    const made = statSync(partial, { throwIfNoEntry: false })?.birthtimeMs;
    if (made !== undefined && Date.now() - made > INSTALL_MS_MAX) {
      rmSync(partial, { recursive: true, force: true });
    }
    return false;
  }
}
