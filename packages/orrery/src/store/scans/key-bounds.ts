/** Ranges of keys inside a partition's space, and the ends that bounds on values make of them. */
import { toByteString } from "../../value/byte-string.ts";
import { DIGEST_BYTES, decodeValue, encodeValue } from "../../value/encode-value.ts";
import type { IndexScan } from "../../value/rows/row-source.ts";
import { afterPrefix } from "../records/key-layout.ts";

/** Whether a scan is for the entries of one value: those of a logical partition lie together there. */
export function isPoint({ low, high }: IndexScan): boolean {
  return (
    low?.inclusive === true &&
    high?.inclusive === true &&
    encodeValue(low.value).equals(encodeValue(high.value))
  );
}

export function boundsText({ from, to }: KeyBounds): string {
  return `${toByteString(from)} ${toByteString(to)}`;
}

export interface KeyBounds {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** What is left of ranges in scan order, strictly after a position. */
export function goOnAfter(ranges: readonly KeyBounds[], position: Buffer, reverse: boolean): KeyBounds[] {
  const next = Buffer.concat([position, Buffer.of(0)]);
  return ranges
    .map(({ from, to }) =>
      reverse
        ? { from, to: Buffer.compare(position, to) < 0 ? position : to }
        : { from: Buffer.compare(next, from) > 0 ? next : from, to },
    )
    .filter(({ from, to }) => Buffer.compare(from, to) < 0);
}

/**
 * A value that is not exactly encoded shares its place with others that begin alike: a bound on it takes in
 * all of them, and the reader of the row decides.
 */
export function lowEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer {
  const key = Buffer.concat([prefix, decodeValue(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? key : afterPrefix(key);
}

export function highEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer {
  const key = Buffer.concat([prefix, decodeValue(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? afterPrefix(key) : key;
}

function withoutDigest(value: Buffer): Buffer {
  return value.subarray(0, value.length - DIGEST_BYTES);
}
