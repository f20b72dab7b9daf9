/** One end of a connection between nodes, and how large bodies cross it. */
import type { Socket } from "node:net";
import { type Frame, FrameChannel } from "../relay/frame-channel.ts";
import { TRUNK_LIMITS, TrunkKind } from "./trunk-protocol.ts";

export class Trunk {
  readonly #socket: Socket;
  readonly #channel: FrameChannel;

  constructor(socket: Socket, take: (frame: Frame) => void, closed: () => void) {
    this.#socket = socket;
    this.#channel = new FrameChannel(socket, take, TRUNK_LIMITS.introductionBytesMax);
    socket.setNoDelay(true);
    socket.setTimeout(TRUNK_LIMITS.introductionMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.destroy());
    socket.on("close", closed);
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Both know each other. */
  open(): void {
    this.#channel.frameBytesMax = TRUNK_LIMITS.frameBytesMax;
    this.#socket.setTimeout(0);
  }

  send(kind: number, exchange = 0, text?: string, bytes?: Buffer): void {
    this.#channel.send(kind, exchange, text, bytes);
  }

  /** Sends a head with a small body. False: the body is large, and has to follow in pieces. */
  sendHead(kind: number, exchange: number, text: string, body: Buffer | undefined): boolean {
    const isSmall = body === undefined || body.length <= TRUNK_LIMITS.pieceBytes;
    this.send(kind, exchange, text, isSmall ? body : undefined);
    return isSmall;
  }

  /** After what was sent. */
  end(): void {
    setImmediate(() => this.#socket.end());
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** Sends a large body, as far as the other end gives credit. */
export class PieceSender {
  readonly #trunk: Trunk;
  readonly #exchange: number;
  readonly #body: Buffer;
  readonly #sent: () => void;
  #at = 0;
  #allowed: number = TRUNK_LIMITS.windowBytes;

  constructor(trunk: Trunk, exchange: number, body: Buffer, sent: () => void = () => {}) {
    this.#trunk = trunk;
    this.#exchange = exchange;
    this.#body = body;
    this.#sent = sent;
    this.credit(0);
  }

  credit(bytes: number): void {
    this.#allowed += bytes;
    while (this.#at < this.#body.length && this.#at < this.#allowed) {
      const piece = this.#body.subarray(this.#at, this.#at + TRUNK_LIMITS.pieceBytes);
      this.#trunk.send(TrunkKind.piece, this.#exchange, "", piece);
      this.#at += piece.length;
      if (this.#at === this.#body.length) this.#sent();
    }
  }
}

/** A large body as it comes. Credit is given for what was taken. To be read once. */
export class PieceReceiver implements AsyncIterable<Buffer> {
  /** Of the whole. */
  readonly bytes: number;
  readonly #trunk: Trunk;
  readonly #exchange: number;
  readonly #givenUp: () => void;
  readonly #pieces: Buffer[] = [];
  #left: number;
  #error: Error | undefined;
  #wake = () => {};

  constructor(trunk: Trunk, exchange: number, bytes: number, givenUp: () => void) {
    this.#trunk = trunk;
    this.#exchange = exchange;
    this.bytes = bytes;
    this.#left = bytes;
    this.#givenUp = givenUp;
  }

  /** Whether this was the last. */
  push(piece: Buffer): boolean {
    this.#pieces.push(piece);
    this.#left -= piece.length;
    this.#wake();
    return this.#left <= 0;
  }

  fail(error: Error): void {
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let taken = 0;
    try {
      while (taken < this.bytes) {
        const piece = this.#pieces.shift();
        if (piece === undefined) {
          if (this.#error !== undefined) throw this.#error;
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        taken += piece.length;
        if (this.#left > 0) this.#trunk.send(TrunkKind.credit, this.#exchange, String(piece.length));
        yield piece;
      }
    } finally {
      if (taken < this.bytes) this.#givenUp();
    }
  }
}
