import type { KeyRange } from "./key-range.ts";
import type { Reader } from "./key-value-store.ts";

/** How many rows a range has, `limit` at most. Neither keys nor values are copied. */
export async function countRows(
  reader: Reader,
  space: number,
  range: KeyRange & { readonly limit?: number },
): Promise<number> {
  let count = 0;
  const options = { ...range, keysOnly: true, valuesOnly: true };
  for await (const rows of reader.scan(space, options)) count += rows.length;
  return count;
}
