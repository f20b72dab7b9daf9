/** GUIDs as .NET lays them out: the first three groups are little-endian numbers, the rest are bytes in order. */

export const GUID_BYTES = 16;

export function readGuid(bytes: Buffer, offset: number): string {
  const head = [
    hex(bytes.readUInt32LE(offset), 8),
    hex(bytes.readUInt16LE(offset + 4), 4),
    hex(bytes.readUInt16LE(offset + 6), 4),
  ];
  const tail = bytes.toString("hex", offset + 8, offset + GUID_BYTES);
  return `${head.join("-")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** The text must be a GUID. */
export function writeGuid(bytes: Buffer, text: string, offset: number): void {
  const digits = text.replaceAll("-", "");
  bytes.writeUInt32LE(Number.parseInt(digits.slice(0, 8), 16), offset);
  bytes.writeUInt16LE(Number.parseInt(digits.slice(8, 12), 16), offset + 4);
  bytes.writeUInt16LE(Number.parseInt(digits.slice(12, 16), 16), offset + 6);
  bytes.write(digits.slice(16), offset + 8, "hex");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
