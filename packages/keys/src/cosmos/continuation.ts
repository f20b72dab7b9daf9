/*
 * Continuation tokens of synthetic queries: one opaque string for all keys.
 *
 * A token belongs to its query and its keys, which it names by a hash; it holds no cursor that a server would have to
 * keep, so it lives as long as the data.
 */

import { murmur3x86of32 } from "../hash/murmur3.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import type { StreamPosition } from "./key-stream.ts";

/** Where to go on. */
export type QueryPosition =
  /** Keys are read one after the other: the current key, and the place in it. */
  | {
      readonly kind: "key";
      readonly key: number;
      readonly at: StreamPosition;
      readonly skip: number;
      readonly left: number | null;
    }
  /** Keys are merged: the place in each, null where it is read to its end. */
  | {
      readonly kind: "keys";
      readonly at: readonly (StreamPosition | null)[];
      readonly skip: number;
      readonly left: number | null;
    }
  /** The answer is computed again, and this many of its rows are passed over. */
  | { readonly kind: "rows"; readonly rows: number; readonly mode: "single" | "fan-out" | "cross-partition" }
  /** The SDK's own token. */
  | { readonly kind: "sdk"; readonly token: string; readonly mode: "single" | "cross-partition" };

const VERSION = 1;

export function encodeContinuation(query: string, position: QueryPosition): string {
  return toBase64(JSON.stringify({ v: VERSION, q: hashOf(query), ...position }));
}

export function decodeContinuation(query: string, token: string): QueryPosition {
  let decoded: { v?: unknown; q?: unknown };
  try {
    decoded = JSON.parse(fromBase64(token)) as typeof decoded;
  } catch {
    throw new SyntheticKeyError(
      "InvalidContinuation",
      "The continuation token is damaged: start the query again.",
    );
  }
  if (decoded?.v !== VERSION || decoded.q !== hashOf(query)) {
    throw new SyntheticKeyError(
      "InvalidContinuation",
      "The continuation token belongs to another query, natural key or strategy: start the query again.",
    );
  }
  return decoded as unknown as QueryPosition;
}

function hashOf(text: string): number {
  return murmur3x86of32(new TextEncoder().encode(text));
}

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
