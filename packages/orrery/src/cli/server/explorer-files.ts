/**
 * Where the files of the explorer come from. The published package has them beside its bundles; a clone builds them from
 * the sources, in memory, when somebody first asks.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ExplorerFiles } from "../../gateway/public/explorer-page.ts";

/** Undefined where there are none. */
export async function explorerFiles(base: string = import.meta.url): Promise<ExplorerFiles | undefined> {
  if (base.endsWith(".ts")) {
    const { buildExplorer } = await import(new URL("../../../../explorer/build.mjs", base).href);
    return buildExplorer();
  }
  const folder = ["./explorer", "../explorer"]
    .map((path) => fileURLToPath(new URL(path, base)))
    .find((path) => existsSync(join(path, "index.html")));
  if (folder === undefined) return undefined;
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [nameIn(folder, file), await readFile(file)] as const)),
  );
}

function nameIn(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll("\\", "/");
}
