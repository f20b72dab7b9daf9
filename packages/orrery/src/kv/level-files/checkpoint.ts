/**
 * A second folder with the state of a LevelDB at this moment: tables, which never change, as links to the same files, and
 * copies of the rest. The database may be open, as long as nothing is written to it; it may compact meanwhile.
 */
import { constants } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unreadable } from "./byte-cursor.ts";
import { CURRENT, currentManifest, listFiles } from "./folder-files.ts";
import { parseManifest } from "./manifest.ts";

/** Each compaction that ends meanwhile makes it begin anew. */
const ATTEMPTS = 100;

export async function makeCheckpoint(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await tryCheckpoint(folder, target)) return;
  }
  throw new Unreadable("the database was compacted all the time");
}

/** False if something changed before it was complete. */
async function tryCheckpoint(folder: string, target: string): Promise<boolean> {
  const name = await currentManifest(folder);
  const bytes = await readFile(join(folder, name));
  const { tables, logNumber, tail } = parseManifest(bytes);
  if (tail !== undefined) return false;
  const files = await listFiles(folder);
  const linked = tables.map(({ number }) => files.tables.get(number));
  const copied = [...files.logs].filter(([number]) => number >= logNumber).map(([, log]) => log);
  if (linked.includes(undefined)) return false;
  try {
    for (const table of linked as string[]) await linkOrCopy(join(folder, table), join(target, table));
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
