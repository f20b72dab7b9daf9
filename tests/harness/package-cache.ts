/**
 * Packages of other languages' registries, installed once into the user's cache and kept there. A folder is named
 * after what is pinned in it, so a changed version is another folder.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "orrery-tests");
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
  const lock = `${folder}.lock`;
  mkdirSync(CACHE, { recursive: true });
  while (!existsSync(folder)) {
    if (!isTaken(lock)) {
      await delay(POLL_MS);
      continue;
    }
    try {
      rmSync(partial, { recursive: true, force: true });
      mkdirSync(partial);
      await install(partial);
      renameSync(partial, folder);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

/** Whether the lock is this process's now. One whose process has died is removed, for the next try. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: "wx" });
    return true;
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, "utf8")), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
