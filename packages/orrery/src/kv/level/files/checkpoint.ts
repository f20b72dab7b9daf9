/**
 * A second folder with the state of a LevelDB at this moment: tables, which never change, as links to the same files, and
 * copies of the rest. The database may be open, as long as nothing is written to it; it may compact meanwhile.
 */
import { constants } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Unreadable } from "./byte-cursor.ts";
import { CURRENT, currentManifest, listFiles } from "./folder-files.ts";
import { parseManifest } from "./manifest.ts";

type PlaceTable = (from: string, to: string) => Promise<void>;

/** Each compaction that ends meanwhile makes it begin anew. */
const ATTEMPTS = 100;

/** `placeTable`: how a table gets into the new folder; absent: as a link, or else as a copy. */
export async function makeCheckpoint(
  folder: string,
  target: string,
  placeTable: PlaceTable = linkOrCopy,
): Promise<void> {
  await mkdir(target, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await tryCheckpoint(folder, target, placeTable)) return;
  }
  throw new Unreadable("the database was compacted all the time");
}

/** False if something changed before it was complete. */
async function tryCheckpoint(folder: string, target: string, placeTable: PlaceTable): Promise<boolean> {
  const name = await currentManifest(folder);
  const bytes = await readFile(join(folder, name));
  const { tables, logNumber, tail } = parseManifest(bytes);
  if (tail !== undefined) return false;
  const files = await listFiles(folder);
  const linked = tables.map(({ number }) => files.tables.get(number));
  const copied = [...files.logs].filter(([number]) => number >= logNumber).map(([, log]) => log);
  if (linked.includes(undefined)) return false;
  try {
    for (const table of linked as string[]) await placeTable(join(folder, table), join(target, table));
    for (const log of copied) await copyFile(join(folder, log), join(target, log));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  const isSame = (await currentManifest(folder)) === name && bytes.equals(await readFile(join(folder, name)));
  if (!isSame) return false;
  await writeFile(join(target, name), bytes);
  await writeFile(join(target, CURRENT), `${name}\n`);
  const wanted = new Set([...linked, ...copied, name, CURRENT]);
  for (const file of await readdir(target)) if (!wanted.has(file)) await rm(join(target, file));
  return true;
}

/**
 * For a folder on a file system that is read-only, or that belongs to another user: nothing in it changes, and the new folder
 * is on another file system. LevelDB opens tables through their names only, and removes the name of one that it merges.
 */
export async function symbolicLinkOrCopy(from: string, to: string): Promise<void> {
  try {
    await symlink(resolve(from), to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // Windows lets few users make them.
    await copyFile(from, to);
  }
}

/** A file system may know no links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code === "ENOENT") throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
