/**
 * Intervals of the keys of a composite index: the encodings of its leading paths, each of them known, and an interval
 * of the next one. Where a path is descending, its encodings are inverted, and with them the ends of its intervals.
 */
import { type ByteString, fromByteString, toByteString } from "../../../value/byte-string.ts";
import type { CompositePart } from "../../../value/rows/index-identity.ts";
import type { KeyInterval } from "../predicates/key-interval.ts";

/** The keys that begin with `prefix`, and go on with a value of the interval. */
export function extendedBy(
  prefix: string,
  { descending }: Pick<CompositePart, "descending">,
  interval: KeyInterval,
): KeyInterval {
  const low = lowEnd(interval);
  const high = highEnd(interval);
  if (!descending) {
    return {
      from: low === undefined ? prefix : border(prefix, low),
      to: high === undefined ? afterPrefix(prefix) : border(prefix, high),
    };
  }
  return {
    from: high === undefined ? prefix : border(prefix, inverse(high)),
    to: low === undefined ? afterPrefix(prefix) : border(prefix, inverse(low)),
  };
}

/** How a value's encoding stands in a key. */
export function keyPart(encoded: ByteString, { descending }: Pick<CompositePart, "descending">): ByteString {
  return descending ? invertedKey(encoded) : encoded;
}

export function invertedKey(key: ByteString): ByteString {
  const bytes = fromByteString(key);
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i]! & 0xff;
  return toByteString(bytes);
}

/** A place before all keys that begin with some bytes, or after all of them. */
interface End {
  readonly bytes: string;
  readonly isAfter: boolean;
}

/** What an interval of values says in front of its last byte: a bound past a value has one more. */
function lowEnd({ from, low }: KeyInterval): End | undefined {
  if (low === undefined) return undefined;
  return low.inclusive ? { bytes: from, isAfter: false } : { bytes: from.slice(0, -1), isAfter: true };
}

function highEnd({ to, high }: KeyInterval): End | undefined {
  if (high === undefined) return undefined;
  return high.inclusive ? { bytes: to.slice(0, -1), isAfter: true } : { bytes: to, isAfter: false };
}

function inverse({ bytes, isAfter }: End): End {
  return { bytes: invertedKey(bytes), isAfter: !isAfter };
}

function border(prefix: string, { bytes, isAfter }: End): string {
  return isAfter ? afterPrefix(prefix + bytes) : prefix + bytes;
}

/** Above every key: no encoding, inverted or not, begins with so many of these. */
const END = "\xff".repeat(16);

/** The least key that is above all that begin with `prefix`. */
function afterPrefix(prefix: string): string {
  let length = prefix.length;
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xff) length--;
  if (length === 0) return END;
  return prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1);
}
