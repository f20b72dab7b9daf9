/**
 * What the size of an item makes of a charge, in request units, as published: for the server, and for suggestions of keys. The
 * published table prices a write of 1 KB at 4.95 and the published formulas at 5; the formulas' figure is used, because their
 * examples must come out exactly.
 */

/** RU at 1, 2, 4, … 2048 KB, with nothing indexed. */
export const WRITE_BY_SIZE: readonly number[] = [
  5.0, 6.29, 6.67, 7.04, 9.52, 11.23, 22.67, 48.19, 98.29, 184.57, 625, 1250,
];
export const PER_INDEXED_TERM = 0.2;

/** Between two sizes of the table the charge is linear; up to 1 KB it is flat; above 2 MB the last segment goes on. */
export function chargeBySize(table: readonly number[], bytes: number): number {
  if (bytes <= 1024) return table[0]!;
  const segment = Math.min(31 - Math.clz32(bytes >> 10), table.length - 2);
  const below = table[segment]!;
  const sizeBelow = 1024 << segment;
  return below + (table[segment + 1]! - below) * ((bytes - sizeBelow) / sizeBelow);
}
