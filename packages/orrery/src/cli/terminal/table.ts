/** Columns of text for a terminal. Numbers stand to the right. What a client named cannot command the terminal. */

export type Cell = string | number;

/** `paint` gets a cell at its full width, so that colours take no room. */
export type PaintCell = (text: string, column: number, row: number) => string;

export function table(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: PaintCell = (text) => text,
): string {
  const texts = rows.map((row) => row.map(cellText));
  const widths = heads.map((head, i) => Math.max(head.length, ...texts.map((row) => [...row[i]!].length)));
  const isNumber = heads.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === "number"));
  const line = (cells: readonly string[], row: number) =>
    cells
      .map((cell, i) => {
        const gap = " ".repeat(Math.max(0, widths[i]! - [...cell].length));
        const isLast = i === cells.length - 1;
        const full = isNumber[i] === true ? gap + cell : isLast ? cell : cell + gap;
        return row < 0 ? full : paint(full, i, row);
      })
      .join("  ");
  return [line(heads, -1), ...texts.map(line)].map((text) => `${text.trimEnd()}\n`).join("");
}

function cellText(cell: Cell): string {
  return typeof cell === "number" ? cell.toLocaleString("en", { maximumFractionDigits: 1 }) : printable(cell);
}

/** On one line, without characters that a terminal takes for commands. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}

/** A share from 0 to 1, drawn. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * width);
  return `${"█".repeat(full)}${"·".repeat(width - full)}`;
}

/** `1 row`, `2 rows`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
