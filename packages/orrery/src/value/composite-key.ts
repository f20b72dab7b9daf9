/** The values of a composite index entry, read from its key: encodings one after another, those of descending paths inverted. */
import { decodeValue } from "./encode-value.ts";
import type { CompositeParts } from "./index-identity.ts";
import type { Value } from "./json.ts";

/** In the order of the parts; undefined where the key does not hold one of them whole. */
export function decodeCompositeKey(
  key: Buffer,
  offset: number,
  parts: CompositeParts,
): readonly Value[] | undefined {
  let at = offset;
  let inverse: Buffer | undefined;
  const values: Value[] = [];
  for (const { descending } of parts) {
    if (descending) inverse ??= inverted(key);
    const { value, exact, end } = decodeValue(descending ? inverse! : key, at);
    if (!exact) return undefined;
    values.push(value);
    at = end;
  }
  return values;
}

/** Where the first few parts of a key end. */
export function endOfParts(key: Buffer, offset: number, parts: CompositeParts): number {
  let at = offset;
  for (const { descending } of parts) at = decodeValue(descending ? inverted(key) : key, at).end;
  return at;
}

let scratch = Buffer.alloc(1024);

/** Valid until the next call: decoding keeps nothing of it. */
function inverted(key: Buffer): Buffer {
  if (scratch.length < key.length) scratch = Buffer.alloc(2 * key.length);
  for (let i = 0; i < key.length; i++) scratch[i] = ~key[i]!;
  return scratch.subarray(0, key.length);
}
