/**
 * Continuation tokens: where a query stopped, as positions in the data and nothing else, so that they survive
 * restarts, splits and merges.
 *
 * - `segments` name parts of the hash space that were read in part, and the last entry taken from each. Parts before
 *   the last segment that no segment names are done (in a merge by sort key: done as far as `key`); parts after it
 *   have not been read (in a merge: not beyond what sorts before `key`).
 * - `rows` counts the rows that came before, for TOP and OFFSET LIMIT, and for queries that are computed anew on
 *   every page because their first row needs all of the data.
 * - `within` are items of which some rows were answered already, and how many combinations to pass over. There is one
 *   at most, unless a split, or another way to the items, has put others before it.
 *
 * The text is JSON in ASCII; keys and refs are base64.
 */

import type { Epk } from "@orrerydb/keys/hash";
import { type ByteString, fromByteString, toByteString } from "../../value/byte-string.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { QueryError } from "../syntax/query-error.ts";

export interface Segment {
  readonly min: Epk;
  readonly max: Epk;
  readonly ref: ItemRef;
  /** Where a range was read in the order of an index: its path, and the key of the entry. */
  readonly key?: string;
  readonly index?: string;
}

export interface Continuation {
  readonly segments: readonly Segment[];
  /** In a merge: the sort key of the last row. */
  readonly key?: string;
  readonly rows: number;
  readonly within: ReadonlyMap<ItemRef, number>;
  /** What was kept for this page, and how far earlier pages have used it. */
  readonly kept?: KeptPlace;
}

export interface KeptPlace {
  readonly id: string;
  readonly at: number;
}

export const START: Continuation = { segments: [], rows: 0, within: new Map() };

const VERSION = 1;
const EPK = /^(?:[0-9A-F]{2})*$/;

export function encodeContinuation(position: Continuation): string {
  return JSON.stringify({
    v: VERSION,
    n: position.rows,
    ...(position.key !== undefined && { k: toBase64(position.key) }),
    ...(position.segments.length > 0 && {
      s: position.segments.map(({ min, max, ref, key, index }) =>
        key === undefined || index === undefined
          ? [min, max, toBase64(ref)]
          : [min, max, toBase64(ref), toBase64(key), Buffer.from(index).toString("base64")],
      ),
    }),
    ...(position.within.size > 0 && {
      w: [...position.within].map(([ref, combinations]) => [toBase64(ref), combinations]),
    }),
    ...(position.kept && { r: [position.kept.id, position.kept.at] }),
  });
}

export function decodeContinuation(text: string): Continuation {
  let token: { v?: unknown; n?: unknown; k?: unknown; s?: unknown; w?: unknown; r?: unknown };
  try {
    token = JSON.parse(text) as typeof token;
  } catch {
    throw invalidContinuation();
  }
  if (typeof token !== "object" || token === null || token.v !== VERSION) throw invalidContinuation();
  const { n, k, s, w, r } = token;
  if (!isCount(n)) throw invalidContinuation();
  return {
    rows: n,
    segments: decodeSegments(s),
    ...(k !== undefined && { key: fromBase64(k) }),
    within: decodeWithin(w),
    ...(r !== undefined && { kept: decodeKept(r) }),
  };
}

export function invalidContinuation(): QueryError {
  return new QueryError(
    "InvalidContinuation",
    "The continuation token does not belong to this query. Send it unchanged, with the query that it came from.",
  );
}

function decodeSegments(list: unknown): Segment[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw invalidContinuation();
  return list.map((entry) => {
    if (!Array.isArray(entry)) throw invalidContinuation();
    const [min, max, ref, key, index] = entry as unknown[];
    if (!isEpk(min) || !isEpk(max)) throw invalidContinuation();
    const segment = { min, max, ref: fromBase64(ref) };
    if (key === undefined) return segment;
    if (typeof index !== "string") throw invalidContinuation();
    return { ...segment, key: fromBase64(key), index: Buffer.from(index, "base64").toString() };
  });
}

function decodeWithin(list: unknown): Continuation["within"] {
  if (list === undefined) return new Map();
  if (!Array.isArray(list)) throw invalidContinuation();
  return new Map(
    list.map((entry: unknown): [ItemRef, number] => {
      if (!Array.isArray(entry) || !isCount(entry[1])) throw invalidContinuation();
      return [fromBase64(entry[0]), entry[1]];
    }),
  );
}

function decodeKept(pair: unknown): KeptPlace {
  const [id, at] = Array.isArray(pair) ? (pair as unknown[]) : [];
  if (typeof id !== "string" || !isCount(at)) throw invalidContinuation();
  return { id, at };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function toBase64(text: ByteString): string {
  return fromByteString(text).toString("base64");
}

function isEpk(value: unknown): value is Epk {
  return typeof value === "string" && EPK.test(value);
}

function fromBase64(text: unknown): ByteString {
  if (typeof text !== "string") throw invalidContinuation();
  return toByteString(Buffer.from(text, "base64"));
}
