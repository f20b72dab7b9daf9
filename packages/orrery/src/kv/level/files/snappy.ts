/** Takes Snappy's raw format apart, in which LevelDB compresses blocks (format_description.txt of Snappy). */
import { ByteCursor, Unreadable } from "./byte-cursor.ts";

/** A block has some 4 KB, or one row that is larger. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;

export function unpackSnappy(packed: Buffer): Buffer {
  const cursor = new ByteCursor(packed);
  const length = cursor.varint();
  if (length > UNPACKED_BYTES_MAX) throw new Unreadable("it would be too large unpacked");
  const unpacked = Buffer.alloc(length);
  let at = 0;
  while (!cursor.isAtEnd) {
    const tag = cursor.byte();
    if ((tag & 3) === 0) {
      const literal = cursor.bytes(literalLength(tag >>> 2, cursor) + 1);
      if (at + literal.length > length) throw new Unreadable("it is longer than it says");
      literal.copy(unpacked, at);
      at += literal.length;
    } else {
      const { distance, count } = copyOf(tag, cursor);
      if (distance === 0 || distance > at || at + count > length) {
        throw new Unreadable("it repeats what is not there");
      }
      // Byte by byte: what is copied may itself be copied again.
      for (const end = at + count; at < end; at++) unpacked[at] = unpacked[at - distance]!;
    }
  }
  if (at !== length) throw new Unreadable("it is shorter than it says");
  return unpacked;
}

/** Less one. Up to 59 it is in the tag; 60 to 63 say how many bytes have it. */
function literalLength(inTag: number, cursor: ByteCursor): number {
  return inTag < 60 ? inTag : littleEndian(cursor, inTag - 59);
}

function copyOf(tag: number, cursor: ByteCursor): { distance: number; count: number } {
  if ((tag & 3) === 1) return { count: 4 + ((tag >>> 2) & 7), distance: (tag >>> 5) * 256 + cursor.byte() };
  const count = 1 + (tag >>> 2);
  return { count, distance: littleEndian(cursor, (tag & 3) === 2 ? 2 : 4) };
}

function littleEndian(cursor: ByteCursor, bytes: number): number {
  return cursor.bytes(bytes).readUIntLE(0, bytes);
}
