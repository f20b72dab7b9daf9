/**
 * Cuts what a peer sends into frames, wherever the pieces happen to end. It keeps no more than one frame and one
 * payload within their limits, whatever lengths the peer claims, and copies each byte at most once.
 */
import { CONTEXT_CODE, FRAME_HEAD_BYTES, type Frame } from "./frame.ts";
import { readGuid } from "./guid.ts";
import { malformed, readTokens } from "./tokens.ts";

export interface FrameLimits {
  /** Of a frame without its payload. */
  readonly frameBytesMax: number;
  readonly tokensMax: number;
  /** A payload past it is read over, so that the peer gets an answer. */
  readonly payloadBytesMax: number;
  /** How much of such a payload is read over. */
  readonly discardedBytesMax: number;
}

const LENGTH_BYTES = 4;

type Awaited =
  | { readonly kind: "length" }
  | { readonly kind: "frame"; readonly bytes: number }
  | { readonly kind: "payloadLength"; readonly frame: Frame }
  | { readonly kind: "payload"; readonly frame: Frame; readonly bytes: number };

const LENGTH: Awaited = { kind: "length" };

export class FrameReader {
  readonly #limits: FrameLimits;
  /** The token that says whether there is a payload. */
  readonly #payloadToken: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #awaited: Awaited = LENGTH;
  #toDiscard = 0;

  constructor(limits: FrameLimits, payloadToken: number) {
    this.#limits = limits;
    this.#payloadToken = payloadToken;
  }

  /** Whether a frame has begun and not ended. */
  get isWithinFrame(): boolean {
    return this.#bytes > 0 || this.#toDiscard > 0 || this.#awaited !== LENGTH;
  }

  push(piece: Buffer): void {
    const discarded = Math.min(this.#toDiscard, piece.length);
    this.#toDiscard -= discarded;
    if (discarded === piece.length) return;
    this.#pieces.push(discarded === 0 ? piece : piece.subarray(discarded));
    this.#bytes += piece.length - discarded;
  }

  /** The next whole frame, if it is there. Throws a Failure for what cannot be one; nothing can be read after that. */
  next(): Frame | undefined {
    for (;;) {
      const awaited = this.#awaited;
      const bytes = this.#take(neededBytes(awaited));
      if (bytes === undefined) return undefined;
      const frame = this.#advance(awaited, bytes);
      if (frame !== undefined) return frame;
    }
  }

  #advance(awaited: Awaited, bytes: Buffer): Frame | undefined {
    switch (awaited.kind) {
      case "length":
        this.#awaited = { kind: "frame", bytes: this.#frameLength(bytes) - LENGTH_BYTES };
        return undefined;
      case "frame":
        return this.#advancePastFrame(this.#readFrame(bytes));
      case "payloadLength":
        return this.#advancePastPayloadLength(awaited.frame, bytes.readUInt32LE(0));
      case "payload":
        this.#awaited = LENGTH;
        return { ...awaited.frame, payload: bytes };
    }
  }

  #frameLength(bytes: Buffer): number {
    const length = bytes.readUInt32LE(0);
    const { frameBytesMax } = this.#limits;
    if (length < FRAME_HEAD_BYTES) throw malformed(`its length is ${length}`);
    if (length > frameBytesMax)
      throw malformed(`its length is ${length}, and ${frameBytesMax} is the most that is read`);
    return length;
  }

  /** `bytes` begins after the frame's length. */
  #readFrame(bytes: Buffer): Frame {
    const head = FRAME_HEAD_BYTES - LENGTH_BYTES;
    return {
      code: bytes.readUInt32LE(0),
      activityId: readGuid(bytes, LENGTH_BYTES),
      tokens: readTokens(bytes.subarray(head), this.#limits.tokensMax),
      payload: undefined,
    };
  }

  #advancePastFrame(frame: Frame): Frame | undefined {
    const hasPayload = frame.code !== CONTEXT_CODE && frame.tokens.get(this.#payloadToken) === 1;
    this.#awaited = hasPayload ? { kind: "payloadLength", frame } : LENGTH;
    return hasPayload ? undefined : frame;
  }

  #advancePastPayloadLength(frame: Frame, length: number): Frame | undefined {
    const { payloadBytesMax, discardedBytesMax } = this.#limits;
    if (length <= payloadBytesMax) {
      this.#awaited = { kind: "payload", frame, bytes: length };
      return undefined;
    }
    if (length > payloadBytesMax + discardedBytesMax) throw malformed(`its payload has ${length} bytes`);
    this.#awaited = LENGTH;
    this.#discard(length);
    return { ...frame, payload: "tooLarge" };
  }

  #discard(bytes: number): void {
    const pieces = this.#pieces;
    this.#toDiscard = bytes;
    this.#pieces = [];
    this.#bytes = 0;
    for (const piece of pieces) this.push(piece);
  }

  #take(bytes: number): Buffer | undefined {
    if (this.#bytes < bytes || this.#toDiscard > 0) return undefined;
    if (this.#pieces.length > 1 && this.#pieces[0]!.length < bytes)
      this.#pieces = [Buffer.concat(this.#pieces)];
    const [first = EMPTY] = this.#pieces;
    const taken = first.subarray(0, bytes);
    if (bytes < first.length) this.#pieces[0] = first.subarray(bytes);
    else this.#pieces.shift();
    this.#bytes -= bytes;
    return taken;
  }
}

const EMPTY = Buffer.alloc(0);

function neededBytes(awaited: Awaited): number {
  return awaited.kind === "frame" || awaited.kind === "payload" ? awaited.bytes : LENGTH_BYTES;
}
