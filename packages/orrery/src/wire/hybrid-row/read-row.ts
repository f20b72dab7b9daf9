/** Reads one row. Types must be those of the layout; a field that the layout does not have is refused, not skipped. */
import { ByteReader } from "../byte-reader.ts";
import {
  type Column,
  type ColumnValue,
  firstSparseToken,
  maskBytes,
  ROW_VERSION,
  type Row,
  type RowLayout,
  TypeCode,
} from "./row-layout.ts";

const LENGTH_BYTES_MAX = 5;

export function readRow(layout: RowLayout, bytes: Buffer): Row {
  const reader = new ByteReader(bytes, "HybridRow");
  if (reader.byte() !== ROW_VERSION) reader.fail("a row does not begin with 0x81");
  const schema = reader.int(4);
  if (schema !== layout.schema) reader.fail(`a row is of schema ${schema}, not ${layout.schema}`);
  const row: Record<string, ColumnValue> = {};
  const mask = reader.slice(maskBytes(layout));
  const isPresent = (bit: number) => ((mask[bit >> 3]! >> (bit & 7)) & 1) === 1;
  for (const [i, { name }] of layout.fixed.entries()) {
    const value = reader.int(4);
    if (isPresent(i)) row[name] = value;
  }
  for (const [i, column] of layout.variable.entries()) {
    if (isPresent(layout.fixed.length + i)) row[column.name] = readText(reader, column);
  }
  while (!reader.isAtEnd) readSparse(reader, layout, row);
  return row;
}

function readSparse(reader: ByteReader, layout: RowLayout, row: Record<string, ColumnValue>): void {
  const start = reader.position;
  const code = reader.byte();
  const column = layout.sparse[readLength(reader) - firstSparseToken(layout)];
  if (column === undefined) {
    reader.fail(`the field at byte ${start} of a row is none of schema ${layout.schema}`);
  }
  if (code !== TypeCode.null) row[column.name] = readSparseValue(reader, column, code);
}

function readSparseValue(reader: ByteReader, column: Column, code: number): ColumnValue {
  const { name, type } = column;
  if (type === "bool") {
    if (code === TypeCode.true || code === TypeCode.false) return code === TypeCode.true;
  } else if (code === TypeCode[type]) {
    switch (type) {
      case "int32":
        return reader.int(4);
      case "uint32":
        return reader.uint(4);
      case "float64":
        return reader.float64();
      case "utf8":
      case "binary":
        return readText(reader, column);
    }
  }
  return reader.fail(`the field '${name}' of a row must be ${type}, and has the type code ${code}`);
}

function readText(reader: ByteReader, { type }: Column): string | Buffer {
  const length = readLength(reader);
  return type === "utf8" ? reader.utf8(length) : reader.slice(length);
}

/** Seven bits in each byte, the lowest first; the eighth says that more follow. */
function readLength(reader: ByteReader): number {
  let length = 0;
  for (let i = 0; i < LENGTH_BYTES_MAX; i++) {
    const byte = reader.byte();
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length;
  }
  return reader.fail(`the length before byte ${reader.position} of a row does not end`);
}
