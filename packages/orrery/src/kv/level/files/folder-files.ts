/** The files of a LevelDB's folder by what they are. Reads only. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Unreadable } from "./byte-cursor.ts";
import { type Manifest, parseManifest, tableName } from "./manifest.ts";

export const CURRENT = "CURRENT";

export interface FolderFiles {
  /** By number. */
  readonly tables: ReadonlyMap<number, string>;
  /** By number, in order. */
  readonly logs: ReadonlyMap<number, string>;
  readonly hasCurrent: boolean;
  /** Whether anything was ever written: a manifest alone is what an interrupted first start leaves. */
  readonly hasData: boolean;
}

export async function listFiles(folder: string): Promise<FolderFiles> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const numbered = (pattern: RegExp) =>
    new Map(
      names
        .filter((name) => pattern.test(name))
        .map((name): [number, string] => [Number.parseInt(name, 10), name])
        .sort(([a], [b]) => a - b),
    );
  const tables = numbered(/^\d+\.(ldb|sst)$/);
  const logs = numbered(/^\d+\.log$/);
  return { tables, logs, hasCurrent: names.includes(CURRENT), hasData: tables.size + logs.size > 0 };
}

export function isManifest(name: string): boolean {
  return name.startsWith("MANIFEST-");
}

/** The name of the manifest that is in use. */
export async function currentManifest(folder: string): Promise<string> {
  const current = await readWhole(join(folder, CURRENT));
  const name = /^(MANIFEST-\d+)\n$/.exec(current.toString("latin1"))?.[1];
  if (name === undefined) throw new Unreadable("it names no manifest");
  return name;
}

export async function readManifest(folder: string, name: string): Promise<Manifest> {
  return parseManifest(await readWhole(join(folder, name)));
}

/** Which tables may hold a key. The database may be open. */
export async function filesWithKey(folder: string, key: Buffer): Promise<string[]> {
  const { tables } = await readManifest(folder, await currentManifest(folder));
  return tables
    .filter(({ smallest, largest }) => smallest.compare(key) <= 0 && largest.compare(key) >= 0)
    .map(tableName);
}

/** A bad sector is damage as well. */
export async function readWhole(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Unreadable("it is missing");
    throw code === "EIO" ? new Unreadable(`the disk cannot read it (${message})`) : error;
  }
}
