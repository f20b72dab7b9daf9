/**
 * Binary JSON, written and read apart from the server's own code. It is written in other forms than the server writes,
 * and read in those forms alone.
 */

/** Strings with a length of 4 bytes, numbers as doubles, bigints as integers of 64 bits, arrays and objects with a length of 4. */
export function binaryJson(value: unknown): Buffer {
  return Buffer.concat([Buffer.of(0x80), valueBytes(value)]);
}

function valueBytes(value: unknown): Buffer {
  if (value === null) return Buffer.of(0xd0);
  if (typeof value === "boolean") return Buffer.of(value ? 0xd2 : 0xd1);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9, 0xcc);
    bytes.writeDoubleLE(value, 1);
    return bytes;
  }
  if (typeof value === "bigint") {
    const isSigned = value < 2n ** 63n;
    const bytes = Buffer.alloc(9, isSigned ? 0xcb : 0xc7);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value), 1);
    return bytes;
  }
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([lengthHead(0xc2, bytes), bytes]);
  }
  const isArray = Array.isArray(value);
  const members = value instanceof Map ? value : Object.entries(value as object);
  const parts = Buffer.concat((isArray ? value : [...members].flat()).map(valueBytes));
  return Buffer.concat([lengthHead(isArray ? 0xe4 : 0xec, parts), parts]);
}

function lengthHead(marker: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5, marker);
  head.writeUInt32LE(content.length, 1);
  return head;
}

/** The JSON text of a binary answer. */
export function textOfBinaryJson(bytes: Buffer): string {
  if (bytes[0] !== 0x80) throw new Error(`This is not binary JSON: ${bytes.toString("utf8").slice(0, 100)}`);
  const [text, end] = readValue(bytes, 1);
  if (end !== bytes.length) throw new Error(`The value ends at byte ${end} of ${bytes.length}.`);
  return text;
}

type Read = readonly [text: string, end: number];

function readValue(bytes: Buffer, at: number): Read {
  const marker = bytes[at]!;
  if (marker < 0x20) return [`${marker}`, at + 1];
  if (marker >= 0x80 && marker < 0xc3) return readString(bytes, at);
  switch (marker) {
    case 0xc7:
      return [`${bytes.readBigUInt64LE(at + 1)}`, at + 9];
    case 0xcb:
      return [`${bytes.readBigInt64LE(at + 1)}`, at + 9];
    case 0xcc: {
      const double = bytes.readDoubleLE(at + 1);
      return [Object.is(double, -0) ? "-0" : JSON.stringify(double), at + 9];
    }
    case 0xd0:
      return ["null", at + 1];
    case 0xd1:
      return ["false", at + 1];
    case 0xd2:
      return ["true", at + 1];
    case 0xe5:
    case 0xe6:
    case 0xe7:
      return readParts(bytes, at, 2 ** (marker - 0xe5), false);
    case 0xed:
    case 0xee:
    case 0xef:
      return readParts(bytes, at, 2 ** (marker - 0xed), true);
    default:
      throw new Error(`The server does not write 0x${marker.toString(16)}, at byte ${at}.`);
  }
}

function readString(bytes: Buffer, at: number): Read {
  const marker = bytes[at]!;
  const width = marker < 0xc0 ? 0 : 2 ** (marker - 0xc0);
  const start = at + 1 + width;
  const length = width === 0 ? marker & 0x7f : bytes.readUIntLE(at + 1, width);
  return [JSON.stringify(bytes.toString("utf8", start, start + length)), start + length];
}

/** Behind the marker are the length of the parts and their count. */
function readParts(bytes: Buffer, start: number, width: number, areNamed: boolean): Read {
  let at = start + 1 + 2 * width;
  const end = at + bytes.readUIntLE(start + 1, width);
  const parts: string[] = [];
  while (at < end) {
    let name = "";
    if (areNamed) {
      [name, at] = readString(bytes, at);
      name += ":";
    }
    const [text, next] = readValue(bytes, at);
    parts.push(name + text);
    at = next;
  }
  if (at !== end || parts.length !== bytes.readUIntLE(start + 1 + width, width))
    throw new Error(`The parts of the value at byte ${start} are not as announced.`);
  return [areNamed ? `{${parts.join(",")}}` : `[${parts.join(",")}]`, end];
}
