/** The file beside the store with items that had to leave it. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { SetAside } from "../engine/index.ts";

const FILE = "set-aside.jsonl";

export function setAsideIn(dataFolder: string): SetAside {
  const path = join(dataFolder, FILE);
  return { path, keep: (lines) => append(path, lines.join("")) };
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, "a");
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
