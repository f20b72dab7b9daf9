/** The bytes of a bytea as PostgreSQL writes it in text: a backslash, an x, hexadecimal digits. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), "hex");
}
