/** Items from a file: a JSON array or object, one JSON object a line, or CSV with a line of names. Numbers keep their digits. */
import { elementTexts, objectOf, withText } from "../../client/exact-json.ts";

export interface ReadLine {
  /** Where it stands in the file, from 1 on. */
  readonly line: number;
  readonly item?: Readonly<Record<string, unknown>>;
  readonly fault?: string;
}

export function readFile(name: string, text: string): ReadLine[] {
  if (/\.csv$/i.test(name)) return readCsv(text);
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    const all = JSON.parse(trimmed) as unknown[];
    const texts = elementTexts(trimmed);
    return all.map((value, i) => ({ line: i + 1, ...itemOf(value, texts[i]!) }));
  }
  return text
    .split(/\r?\n/)
    .flatMap((line, i) => (line.trim() === "" ? [] : [{ line: i + 1, ...parsed(line) }]));
}

function parsed(line: string): Omit<ReadLine, "line"> {
  try {
    return itemOf(JSON.parse(line), line);
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function itemOf(value: unknown, text: string): Omit<ReadLine, "line"> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { item: withText(value, text) as Record<string, unknown> }
    : { fault: "This is no JSON object." };
}

function readCsv(text: string): ReadLine[] {
  const [names, ...rows] = csvRows(text);
  if (names === undefined) return [];
  return rows.map(({ line, cells }) =>
    cells.length === names.cells.length
      ? { line, item: itemOfCells(names.cells, cells) }
      : { line, fault: `It has ${cells.length} cells, and there are ${names.cells.length} names.` },
  );
}

function itemOfCells(names: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = names.map((name, i) => [name, cellText(name, cells[i]!)] as const);
  return objectOf(entries) as Readonly<Record<string, unknown>>;
}

/** Numbers, true, false and null count as such; an id is always a text. */
function cellText(name: string, cell: string): string {
  const isJson =
    name !== "id" && /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(cell) && !/^-?0\d/.test(cell);
  return isJson ? cell : JSON.stringify(cell);
}

/** RFC 4180: cells in quotes may hold commas, line ends, and quotes that are written twice. */
function csvRows(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells });
    cells = [];
    cell = "";
    start = line;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\n") line++;
    if (isQuoted) {
      if (character === '"' && text[i + 1] === '"') cell += text[++i];
      else if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === '"') isQuoted = true;
    else if (character === ",") {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}
