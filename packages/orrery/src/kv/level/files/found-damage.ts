/**
 * Damage that was found while the folder was open, kept in a file: a compaction may have copied wrong rows into a table
 * with good checksums since, so that nothing else would tell the next start.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileDamage } from "./file-damage.ts";

const NAME = "damage.json";

interface StoredDamage {
  readonly file: string;
  readonly finding: string;
  /** Full keys in hexadecimal. */
  readonly keys?: readonly [string, string];
}

/** What cannot be read is damage as well. */
export async function readFoundDamage(folder: string): Promise<readonly FileDamage[]> {
  let text: string;
  try {
    text = await readFile(join(folder, NAME), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  try {
    return (JSON.parse(text) as StoredDamage[]).map(({ file, finding, keys }) => ({
      file,
      finding,
      ...(keys && { keys: { from: Buffer.from(keys[0], "hex"), last: Buffer.from(keys[1], "hex") } }),
    }));
  } catch {
    return [{ file: NAME, finding: "it tells of damage that was found earlier, and cannot be read" }];
  }
}

export async function writeFoundDamage(folder: string, damage: readonly FileDamage[]): Promise<void> {
  const stored = damage.map(
    ({ file, finding, keys }): StoredDamage => ({
      file,
      finding,
      ...(keys && { keys: [keys.from.toString("hex"), keys.last.toString("hex")] }),
    }),
  );
  const path = join(folder, NAME);
  await writeFile(`${path}.new`, JSON.stringify(stored), { flush: true });
  await rename(`${path}.new`, path);
}
