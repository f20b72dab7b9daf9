/** docs/limits.md: the list of limits, each with the value of its constant. */
import { readFileSync } from "node:fs";
import { ROOT, SOURCES, SourceFile } from "./declarations.ts";
import { code, table, withPart } from "./markdown.ts";

const LIST = readFileSync(new URL("limits.txt", import.meta.url), "utf8");

export function limitsPage(page: string): string {
  const sections = LIST.split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title, ...lines] = section.split("\n").filter((line) => line !== "");
      return `### ${title}\n\n${table(["limit", "value", "past it", "where"], lines.map(rowOf))}\n`;
    });
  return withPart(page, "limits", `\n${sections.join("")}`);
}

/** `limit | value | past it | file CONSTANT`: each # of the value stands for a number of the constant. */
function rowOf(line: string): string[] {
  const [limit, value, past, place, ...more] = line.split(" | ");
  if (place === undefined || more.length > 0) throw new Error(`limits.txt: '${line}' has not four parts.`);
  const [file, name] = place.split(" ") as [string, string];
  const base = file.startsWith("packages/") ? ROOT : SOURCES;
  const numbers = new SourceFile(`${base}${file}`).numbers(name);
  const marks = value!.split("#").length - 1;
  if (marks !== numbers.length)
    throw new Error(`limits.txt: '${limit}' needs ${numbers.length} '#', one for each number of ${name}.`);
  const told = value!.replaceAll("#", () => numbers.shift()!.toLocaleString("en"));
  return [limit!, told, past!, `${code(file)} ${code(name)}`];
}
