/**
 * A file that says in which state a database was closed, so that the next start can tell a log that was cut or damaged at
 * its end from one that a power cut interrupted. It counts only while CURRENT still names the same manifest, since every
 * opening begins a new one; so a mark that was left behind does no harm.
 */
import { open, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { currentManifest, listFiles } from "./folder-files.ts";

const NAME = "closed.json";

export interface CloseMark {
  /** The bytes of the manifest and of the logs, by name. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Of a database that was closed in order. What it wrote is on the disk before the mark is. */
export async function writeCloseMark(folder: string): Promise<void> {
  const manifest = await currentManifest(folder);
  const sizes: Record<string, number> = {};
  for (const name of [manifest, ...(await listFiles(folder)).logs.values()]) {
    sizes[name] = await syncedSize(join(folder, name));
  }
  const text = JSON.stringify({ manifest, sizes });
  const path = join(folder, NAME);
  await writeFile(`${path}.new`, `${text}\n${crc32(text)}\n`);
  await rename(`${path}.new`, path);
}

/** Undefined if there is none, or none of this state. */
export async function readCloseMark(folder: string, manifest: string): Promise<CloseMark | undefined> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => "");
  const [json = "", crc] = text.split("\n");
  if (String(crc32(json)) !== crc) return undefined;
  const mark = JSON.parse(json) as CloseMark & { manifest: string };
  return mark.manifest === manifest ? mark : undefined;
}

async function syncedSize(path: string): Promise<number> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
    return (await stat(path)).size;
  } finally {
    await file.close();
  }
}
