/** Prints rows as a Markdown table, the first of them as its head; all columns but the first to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const columns = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(columns[i]!) : cell.padStart(columns[i]!))).join(" | ")} |`;
  const [head, ...body] = rows;
  const rule = columns.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  for (const row of [head!, rule, ...body]) console.log(line(row));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
