/**
 * Files that only their owner can read: data, backups, recordings, exports and keys hold what the account key protects.
 * Windows has no such modes; there a folder inherits the rights of the one above it.
 */
import { stat } from "node:fs/promises";

/** Everything but the owner's rights. */
const OTHERS = 0o077;

/** For a folder that a program makes which must not change its own umask. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;

/** Whatever this process, LevelDB and child processes create from here on is the owner's alone. */
export function createPrivateFiles(): void {
  process.umask(OTHERS);
}

/** A sentence about a folder that was made with wider rights; undefined: none is needed. */
export async function wideFolderWarning(folder: string): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined || (found.mode & OTHERS) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8).padStart(4, "0");
  return `The data folder ${folder} is accessible to other users of this machine (mode ${mode}). To close it: chmod -R go= '${folder}'`;
}
