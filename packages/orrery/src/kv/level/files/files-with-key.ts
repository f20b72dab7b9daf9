/** Which tables may hold a key, for whoever has to look at them. The database may be open. */
import { currentManifest, readManifest } from "./folder-files.ts";
import { tableName } from "./manifest.ts";

export async function filesWithKey(folder: string, key: Buffer): Promise<string[]> {
  const { tables } = await readManifest(folder, await currentManifest(folder));
  return tables
    .filter(({ smallest, largest }) => smallest.compare(key) <= 0 && largest.compare(key) >= 0)
    .map(tableName);
}
