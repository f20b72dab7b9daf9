/**
 * CSV as RFC 4180 has it, with a line of names first. Cells have no types: what reads as a number, true or false is
 * one, an empty cell is a property that is missing. Numbers keep the digits of their cells.
 */

import { type Exact, ExactNumber, exactObject, type JsonObject, printJsonText } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";

const CELLS_MAX = 1_000;
const RECORD_CHARACTERS_MAX = 2_097_152;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export async function* csvItems(
  chunks: AsyncIterable<Buffer>,
  name: string,
  refuse?: (text: string, why: string) => void,
): AsyncGenerator<{ item: JsonObject; bytes: number }> {
  let names: readonly string[] | undefined;
  let number = 0;
  for await (const cells of records(chunks, name)) {
    if (names === undefined) {
      names = cells.map((cell) => cell.replace(/^\uFEFF/, "").trim());
      continue;
    }
    number++;
    if (cells.length === 1 && cells[0] === "") continue;
    if (cells.length > names.length) {
      const why = `Row ${number} of ${name} has ${cells.length} cells, but there are ${names.length} names.`;
      if (refuse === undefined) throw new Failure("badRequest", why);
      refuse(cells.join(), why);
      continue;
    }
    const item = itemOf(names, cells);
    yield { item, bytes: Buffer.byteLength(printJsonText(item)) };
  }
}

function itemOf(names: readonly string[], cells: readonly string[]): JsonObject {
  return exactObject(
    cells.flatMap((cell, i) => (cell === "" ? [] : [[names[i]!, cellValue(cell)] as const])),
  );
}

function cellValue(cell: string): Exact<string | number | boolean> {
  if (cell === "true" || cell === "false") return cell === "true";
  const value = Number(cell);
  if (!NUMBER.test(cell) || !Number.isFinite(value)) return cell;
  return String(value) === cell ? value : new ExactNumber(value, cell);
}

async function* records(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let cells: string[] = [];
  let cell = "";
  let size = 0;
  let quoted = false;
  let wasQuote = false;
  for await (const chunk of chunks) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (++size > RECORD_CHARACTERS_MAX || cells.length > CELLS_MAX)
        throw new Failure("badRequest", `A row of ${name} has more than 2 MB or ${CELLS_MAX} cells.`);
      if (quoted) {
        if (character !== '"') cell += character;
        else {
          quoted = false;
          wasQuote = true;
        }
        continue;
      }
      if (character === '"') {
        // Two of them inside quotes are one.
        if (wasQuote) cell += '"';
        quoted = true;
      } else if (character === ",") {
        cells.push(cell);
        cell = "";
      } else if (character === "\n") {
        cells.push(cell.endsWith("\r") ? cell.slice(0, -1) : cell);
        yield cells;
        cells = [];
        cell = "";
        size = 0;
      } else cell += character;
      wasQuote = false;
    }
  }
  if (quoted) throw new Failure("badRequest", `${name} ends inside quotes.`);
  if (cell !== "" || cells.length > 0) yield [...cells, cell];
}
