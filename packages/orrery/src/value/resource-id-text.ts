/** Resource ids as text: base64 with `-` for `/`, so that they can stand in a path. */

export function ridText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64").replaceAll("/", "-");
}

/** Undefined for a text that no resource id has. */
export function ridBytes(text: string): Buffer | undefined {
  if (text.length === 0 || text.length % 4 !== 0 || !/^[A-Za-z0-9+-]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text.replaceAll("-", "/"), "base64");
}
