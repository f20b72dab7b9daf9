/*
 * An effective partition key (EPK): the point of the hash space where a logical partition lies.
 *
 * It is a string of upper-case hexadecimal digits, two for each byte, as the protocol writes it. `<` on two of them is
 * the order of their bytes. The empty key is "", with which the first range begins, and every EPK is below "FF", which
 * ends the last range.
 */
import { PartitionKeyError } from "./partition-key-error.ts";

declare const epkBrand: unique symbol;

/** Made by `effectivePartitionKey`, `parseEpk` or `epkOfBytes`: lower-case digits would have another order. */
export type Epk = string & { readonly [epkBrand]: true };

export const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, "0"),
);

/** Accepts lower-case digits too. */
export function parseEpk(text: string): Epk {
  if (text.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(text)) {
    throw new PartitionKeyError("InvalidHex", `"${text}" is not an even number of hex digits.`);
  }
  return text.toUpperCase() as Epk;
}

export function epkOfBytes(bytes: Uint8Array, start = 0, end = bytes.length): Epk {
  let epk = "";
  for (let at = start; at < end; at++) epk += HEX_OF_BYTE[bytes[at]!];
  return epk as Epk;
}

export function epkByteLength(epk: Epk): number {
  return epk.length / 2;
}

export function epkBytes(epk: Epk): Uint8Array {
  const bytes = new Uint8Array(epkByteLength(epk));
  writeEpk(epk, bytes, 0);
  return bytes;
}

/** Writes the bytes of an EPK; returns the offset after them. */
export function writeEpk(epk: Epk, target: Uint8Array, offset: number): number {
  let at = offset;
  for (let index = 0; index < epk.length; index += 2) {
    target[at++] = (digitAt(epk, index) << 4) | digitAt(epk, index + 1);
  }
  return at;
}

function digitAt(epk: Epk, index: number): number {
  const code = epk.charCodeAt(index);
  return code < 0x41 ? code - 0x30 : code - 0x37;
}
