/** Writes one row, its sparse fields in the order of the layout. */
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

export function writeRow(layout: RowLayout, row: Row): Buffer {
  const head = Buffer.alloc(5);
  head[0] = ROW_VERSION;
  head.writeInt32LE(layout.schema, 1);
  const mask = Buffer.alloc(maskBytes(layout));
  const chunks: Buffer[] = [head, mask];
  for (const [i, { name }] of layout.fixed.entries()) {
    if (row[name] !== undefined) setBit(mask, i);
    chunks.push(int32((row[name] as number | undefined) ?? 0));
  }
  for (const [i, { name }] of layout.variable.entries()) {
    const value = row[name];
    if (value === undefined) continue;
    setBit(mask, layout.fixed.length + i);
    chunks.push(...text(value as string | Buffer));
  }
  for (const [i, column] of layout.sparse.entries()) {
    const value = row[column.name];
    if (value !== undefined) chunks.push(...sparse(column, firstSparseToken(layout) + i, value));
  }
  return Buffer.concat(chunks);
}

function setBit(mask: Buffer, bit: number): void {
  mask[bit >> 3]! |= 1 << (bit & 7);
}

function sparse({ type }: Column, token: number, value: ColumnValue): Buffer[] {
  const code = type === "bool" ? (value === true ? TypeCode.true : TypeCode.false) : TypeCode[type];
  const head = Buffer.concat([Buffer.of(code), length(token)]);
  switch (type) {
    case "bool":
      return [head];
    case "int32":
      return [head, int32(value as number)];
    case "uint32": {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value as number);
      return [head, bytes];
    }
    case "float64": {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value as number);
      return [head, bytes];
    }
    case "utf8":
    case "binary":
      return [head, ...text(value as string | Buffer)];
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function text(value: string | Buffer): [Buffer, Buffer] {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return [length(bytes.length), bytes];
}

function length(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
