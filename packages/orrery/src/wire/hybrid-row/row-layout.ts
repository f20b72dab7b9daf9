/**
 * How HybridRow lays out a row: version, schema id, a bitmask that tells which of the fixed and variable columns are
 * there, the fixed ones (which take their bytes in any case), the variable ones that are there, and then, each with the
 * code of its type and the token of its name, the sparse ones.
 */

export type ColumnType = "int32" | "uint32" | "float64" | "bool" | "utf8" | "binary";
export type ColumnValue = number | boolean | string | Buffer;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Tokens number the columns from 1: fixed, variable, sparse. */
export interface RowLayout {
  readonly schema: number;
  /** All of type int32. */
  readonly fixed: readonly Column[];
  /** Texts and bytes. */
  readonly variable: readonly Column[];
  readonly sparse: readonly Column[];
}

/** By the names of columns; those that are not there are absent. */
export type Row = Readonly<Record<string, ColumnValue | undefined>>;

export const ROW_VERSION = 0x81;

/** Of sparse values. A boolean is its type. */
export const TypeCode = {
  null: 1,
  false: 2,
  true: 3,
  int32: 7,
  uint32: 11,
  float64: 16,
  utf8: 20,
  binary: 21,
} as const;

export function maskBytes({ fixed, variable }: RowLayout): number {
  return Math.ceil((fixed.length + variable.length) / 8);
}

export function firstSparseToken({ fixed, variable }: RowLayout): number {
  return 1 + fixed.length + variable.length;
}
