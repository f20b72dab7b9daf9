/**
 * A frame of RNTBD, the protocol of direct mode: its length (of everything but the payload, itself included), four
 * bytes that say what it is, the activity id, tokens to the end of the length; then, where a token says so, a length
 * and a payload. Requests and answers differ in those four bytes alone: a request has its resource type and operation
 * there, an answer its status.
 */
import { GUID_BYTES, writeGuid } from "./guid.ts";
import { type Token, type Tokens, tokenSize, writeToken } from "./tokens.ts";

export const FRAME_HEAD_BYTES = 8 + GUID_BYTES;

export interface Frame {
  /** The four bytes as one number: `requestCode` or a status. */
  readonly code: number;
  /** A GUID. */
  readonly activityId: string;
  readonly tokens: Tokens;
  readonly payload: FramePayload;
}

/** `tooLarge` is a payload past the limit, which is not kept. */
export type FramePayload = Buffer | "tooLarge" | undefined;

export function requestCode(resourceType: number, operation: number): number {
  return ((operation << 16) | resourceType) >>> 0;
}

export function resourceTypeOf(code: number): number {
  return code & 0xffff;
}

export function operationOf(code: number): number {
  return code >>> 16;
}

/** The first frame of a connection, and its answer: both sides introduce themselves. It never has a payload. */
export const CONTEXT_CODE = requestCode(0, 0);

interface FrameInit {
  readonly code: number;
  readonly activityId: string;
  readonly tokens: readonly Token[];
  /** The tokens must say whether there is one. */
  readonly payload?: Buffer | undefined;
}

export function encodeFrame({ code, activityId, tokens, payload }: FrameInit): Buffer {
  let length = FRAME_HEAD_BYTES;
  for (const token of tokens) length += tokenSize(token);
  const bytes = Buffer.allocUnsafe(length + (payload === undefined ? 0 : 4 + payload.length));
  bytes.writeUInt32LE(length, 0);
  bytes.writeUInt32LE(code, 4);
  writeGuid(bytes, activityId, 8);
  let offset = FRAME_HEAD_BYTES;
  for (const token of tokens) offset = writeToken(bytes, token, offset);
  if (payload !== undefined) {
    bytes.writeUInt32LE(payload.length, offset);
    payload.copy(bytes, offset + 4);
  }
  return bytes;
}
