import { SyntheticKeyError } from "./synthetic-key-error.ts";

/** Longest key of each version of the partition key definition. Version 1 ignores what follows: keys would collide. */
export const KEY_BYTES_MAX = { 1: 100, 2: 2048 } as const;

export function assertKeyLength(key: string, version: 1 | 2): void {
  const bytesMax = KEY_BYTES_MAX[version];
  // A UTF-16 unit takes three bytes of UTF-8 at most, so short keys need no counting.
  if (key.length * 3 <= bytesMax) return;
  const bytes = utf8Bytes(key);
  if (bytes <= bytesMax) return;
  throw new SyntheticKeyError(
    "KeyTooLong",
    version === 1
      ? `The key has ${bytes} bytes, but a container with partition key version 1 tells keys apart by ${bytesMax} bytes only: use shorter parts, or a container with version 2 (2,048 bytes).`
      : `The key has ${bytes} bytes, but a partition key has ${bytesMax} at most: use shorter parts, or hash the long one with hashSuffix.`,
  );
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
