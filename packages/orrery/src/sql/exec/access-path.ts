/**
 * How the candidates of a range are found: by walking its items, or through an index. Whatever is chosen, the rows
 * that come of it are the same; only the work differs.
 */
import type { ItemRef, ItemRow, RowSource } from "../row-source.ts";
import type { CandidateChunk, RangePosition } from "./range-stream.ts";

/** Items are fetched in batches that grow, so that a query that stops early has not read much ahead. */
const FIRST_BATCH = 16;
const BATCH_MAX = 256;

export async function* walkItems(
  source: RowSource,
  after: RangePosition | undefined,
): AsyncGenerator<CandidateChunk> {
  for await (const rows of source.items(after ? { after: after.ref } : {})) yield { rows };
}

/** Splits a list into batches of growing size. */
export function* growingBatches<T>(list: readonly T[], state: { size: number }): Generator<readonly T[]> {
  for (let at = 0; at < list.length; ) {
    yield list.slice(at, at + state.size);
    at += state.size;
    state.size = Math.min(state.size * 2, BATCH_MAX);
  }
}

export function firstBatch(): { size: number } {
  return { size: FIRST_BATCH };
}

/** The items of some refs, in their order. */
export async function* loadRefs(source: RowSource, refs: readonly ItemRef[]): AsyncGenerator<CandidateChunk> {
  for (const batch of growingBatches(refs, firstBatch())) yield { rows: await source.load(batch) };
}

/** Joins entries with the items that were loaded for them; an item that has gone is left out. */
export function alignKeys(
  entries: readonly { readonly ref: ItemRef; readonly key: string }[],
  rows: readonly ItemRow[],
): CandidateChunk {
  const keys: string[] = [];
  let at = 0;
  for (const entry of entries) {
    if (rows[at]?.ref !== entry.ref) continue;
    keys.push(entry.key);
    at++;
  }
  return { rows, keys };
}
