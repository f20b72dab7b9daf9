/**
 * The tokens of an RNTBD frame: each an id (two bytes), a type (one byte) and a value, little-endian, one after the
 * other to the end of the frame. They describe themselves, so that unknown ones are read over. Nothing here believes a
 * length before it has looked at how many bytes there are.
 */
import { Failure } from "../../value/failure.ts";
import { GUID_BYTES, readGuid, writeGuid } from "./guid.ts";

/** How a value is written; the numbers are the protocol's. */
export const TokenType = {
  byte: 0,
  ushort: 1,
  ulong: 2,
  long: 3,
  ulonglong: 4,
  longlong: 5,
  guid: 6,
  smallString: 7,
  string: 8,
  longString: 9,
  smallBytes: 10,
  bytes: 11,
  longBytes: 12,
  float: 13,
  double: 14,
} as const;
export type TokenType = (typeof TokenType)[keyof typeof TokenType];

/** Numbers of 64 bits are bigints, GUIDs and strings are texts. */
export type TokenValue = number | bigint | string | Buffer;

export interface Token {
  readonly id: number;
  readonly type: TokenType;
  readonly value: TokenValue;
}

export type Tokens = ReadonlyMap<number, TokenValue>;

const HEAD_BYTES = 3;

/** Of the values whose size their type says. */
const SIZES: Readonly<Record<number, number>> = {
  [TokenType.byte]: 1,
  [TokenType.ushort]: 2,
  [TokenType.ulong]: 4,
  [TokenType.long]: 4,
  [TokenType.ulonglong]: 8,
  [TokenType.longlong]: 8,
  [TokenType.guid]: GUID_BYTES,
  [TokenType.float]: 4,
  [TokenType.double]: 8,
};

/** How many bytes of length stand before the others. */
const LENGTH_BYTES: Readonly<Record<number, 1 | 2 | 4>> = {
  [TokenType.smallString]: 1,
  [TokenType.string]: 2,
  [TokenType.longString]: 4,
  [TokenType.smallBytes]: 1,
  [TokenType.bytes]: 2,
  [TokenType.longBytes]: 4,
};

/** Byte values are parts of `bytes`, not copies. Throws a Failure for what is not a list of tokens. */
export function readTokens(bytes: Buffer, tokensMax: number): Tokens {
  const tokens = new Map<number, TokenValue>();
  let offset = 0;
  while (offset < bytes.length) {
    if (bytes.length - offset < HEAD_BYTES) throw malformed("a token is cut off");
    const id = bytes.readUInt16LE(offset);
    const type = bytes[offset + 2]!;
    offset += HEAD_BYTES;
    const lengthBytes = LENGTH_BYTES[type];
    let size = SIZES[type];
    if (lengthBytes !== undefined) {
      if (bytes.length - offset < lengthBytes) throw malformed(`the length of token ${id} is cut off`);
      size = bytes.readUIntLE(offset, lengthBytes);
      offset += lengthBytes;
    }
    if (size === undefined) throw malformed(`token ${id} has the type ${type}, which does not exist`);
    if (size > bytes.length - offset) throw malformed(`the value of token ${id} is cut off`);
    if (tokens.has(id)) throw malformed(`token ${id} is there twice`);
    if (tokens.size === tokensMax) throw malformed(`there are more than ${tokensMax} tokens`);
    tokens.set(id, readValue(bytes, type as TokenType, offset, size));
    offset += size;
  }
  return tokens;
}

function readValue(bytes: Buffer, type: TokenType, offset: number, size: number): TokenValue {
  switch (type) {
    case TokenType.byte:
      return bytes[offset]!;
    case TokenType.ushort:
      return bytes.readUInt16LE(offset);
    case TokenType.ulong:
      return bytes.readUInt32LE(offset);
    case TokenType.long:
      return bytes.readInt32LE(offset);
    case TokenType.ulonglong:
      return bytes.readBigUInt64LE(offset);
    case TokenType.longlong:
      return bytes.readBigInt64LE(offset);
    case TokenType.guid:
      return readGuid(bytes, offset);
    case TokenType.smallString:
    case TokenType.string:
    case TokenType.longString:
      return bytes.toString("utf8", offset, offset + size);
    case TokenType.smallBytes:
    case TokenType.bytes:
    case TokenType.longBytes:
      return bytes.subarray(offset, offset + size);
    case TokenType.float:
      return bytes.readFloatLE(offset);
    case TokenType.double:
      return bytes.readDoubleLE(offset);
  }
}

/** The largest value that a type with a length can hold, in bytes. */
export function bytesMax(type: TokenType): number {
  const lengthBytes = LENGTH_BYTES[type];
  return lengthBytes === undefined ? (SIZES[type] ?? 0) : 2 ** (8 * lengthBytes) - 1;
}

/** How many bytes a token takes. */
export function tokenSize({ type, value }: Token): number {
  const lengthBytes = LENGTH_BYTES[type];
  if (lengthBytes === undefined) return HEAD_BYTES + SIZES[type]!;
  const size = typeof value === "string" ? Buffer.byteLength(value) : (value as Buffer).length;
  return HEAD_BYTES + lengthBytes + size;
}

/** Where the token ends. The value must be one of its type, and not too long for it. */
export function writeToken(bytes: Buffer, { id, type, value }: Token, start: number): number {
  bytes.writeUInt16LE(id, start);
  bytes[start + 2] = type;
  const offset = start + HEAD_BYTES;
  const lengthBytes = LENGTH_BYTES[type];
  if (lengthBytes === undefined) {
    writeSized(bytes, type, value, offset);
    return offset + SIZES[type]!;
  }
  const from = offset + lengthBytes;
  const size =
    typeof value === "string" ? bytes.write(value, from, "utf8") : (value as Buffer).copy(bytes, from);
  bytes.writeUIntLE(size, offset, lengthBytes);
  return from + size;
}

function writeSized(bytes: Buffer, type: TokenType, value: TokenValue, offset: number): void {
  switch (type) {
    case TokenType.byte:
      bytes[offset] = value as number;
      break;
    case TokenType.ushort:
      bytes.writeUInt16LE(value as number, offset);
      break;
    case TokenType.ulong:
      bytes.writeUInt32LE(value as number, offset);
      break;
    case TokenType.long:
      bytes.writeInt32LE(value as number, offset);
      break;
    case TokenType.ulonglong:
      bytes.writeBigUInt64LE(value as bigint, offset);
      break;
    case TokenType.longlong:
      bytes.writeBigInt64LE(value as bigint, offset);
      break;
    case TokenType.guid:
      writeGuid(bytes, value as string, offset);
      break;
    case TokenType.float:
      bytes.writeFloatLE(value as number, offset);
      break;
    case TokenType.double:
      bytes.writeDoubleLE(value as number, offset);
      break;
    case TokenType.smallString:
    case TokenType.string:
    case TokenType.longString:
    case TokenType.smallBytes:
    case TokenType.bytes:
    case TokenType.longBytes:
      throw new Error("These say their own length.");
  }
}

/** Nothing sensible can follow: whoever reads the frames closes the connection. */
export function malformed(what: string): Failure {
  return new Failure("badRequest", `This is not a frame of direct mode: ${what}.`);
}
