/**
 * A worked example of a document, carried out on a copy of the tree: blocks that are called `diff file=path` change a file,
 * those called `ts new=path` are a new one.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CodeBlock } from "./code-blocks.ts";

/** The paths of the files that are new or changed. */
export function carryOut(blocks: readonly CodeBlock[], root: string): string[] {
  return blocks.flatMap(({ language, note, text }) => {
    const [kind, path] = note.split("=") as [string, string?];
    if (path === undefined || !(kind === "new" || (kind === "file" && language === "diff"))) return [];
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, kind === "new" ? text : withChanges(readFileSync(file, "utf8"), text, path));
    return [path];
  });
}

/** Lines that begin with a blank or with - are looked for together, and replaced by those that begin with a blank or with +. */
function withChanges(source: string, diff: string, path: string): string {
  let changed = source;
  for (const hunk of diff.split(/^…\n/m)) {
    const lines = hunk.split("\n").filter((line) => line !== "");
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(sign) || line.startsWith(" "))
        .map((line) => `${line.slice(1)}\n`);
    const before = side("-").join("");
    const parts = changed.split(before);
    if (before === "" || parts.length !== 2)
      throw new Error(`These lines are ${parts.length - 1} times in ${path}, not once:\n${before}`);
    changed = parts.join(side("+").join(""));
  }
  return changed;
}
