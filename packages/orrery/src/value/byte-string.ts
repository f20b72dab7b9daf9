/**
 * Byte strings: strings of characters below 256, one for each byte. Index keys, addresses of items and names made of digests
 * are byte strings wherever they are compared, joined or looked up: `<` on two of them is the order of their bytes, and
 * a map finds them. They become bytes where keys and values of the store are made or read, and only by these functions.
 */

/** Every character is below 256. */
export type ByteString = string;

export function toByteString(bytes: Buffer, start?: number, end?: number): ByteString {
  return bytes.toString("latin1", start, end);
}

export function fromByteString(text: ByteString): Buffer {
  return Buffer.from(text, "latin1");
}

/** Returns the offset after the written bytes. */
export function writeByteString(text: ByteString, target: Buffer, offset: number): number {
  return offset + target.write(text, offset, "latin1");
}
