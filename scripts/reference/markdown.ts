/** Parts of pages that are generated: each stands between two markers that name it. */

/** Throws where the page has no such part. */
export function withPart(page: string, name: string, text: string): string {
  const begin = `<!-- generated: ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`A page lacks the markers ${begin.trim()} and ${end}.`);
  return `${page.slice(0, from + begin.length)}${text}${page.slice(to)}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [head, head.map((title) => (/status/.test(title) ? "---:" : "---")), ...rows].map(line).join("");
}

export function code(text: string): string {
  return `\`${text}\``;
}
