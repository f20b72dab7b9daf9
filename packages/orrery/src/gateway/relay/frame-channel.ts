/**
 * Frames between two processes, over a socket and in both directions. A frame is a number for its kind, one for the exchange that
 * it belongs to, a text of characters of one byte, and bytes.
 *
 * What is sent in one turn of the event loop goes out in one write: under load that is many frames, and a write costs more than
 * what is in them.
 */
import type { Socket } from "node:net";

export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly text: string;
  readonly bytes: Buffer;
}

const NO_BYTES = Buffer.alloc(0);

/** The length of what follows it, the kind, the exchange, the length of the text. */
const HEAD_BYTES = 13;
const LENGTH_BYTES = 4;
const BLOCK_BYTES = 64 * 1024;
/** What is larger is sent as it is, without copying it behind other frames. */
const COPIED_BYTES_MAX = 8 * 1024;

export class FrameChannel {
  readonly #socket: Socket;
  readonly #take: (frame: Frame) => void;
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** What has been written of the block, and what of that has been sent. */
  #written = 0;
  #sent = 0;
  /** What is sent before that. */
  #full: Buffer[] = [];
  #isFlushing = false;
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #wantedBytes = LENGTH_BYTES;

  /** Of what follows the length. A larger frame closes the connection. */
  frameBytesMax: number;

  /** `take` gets each frame as it comes; its bytes are good as long as somebody holds them. */
  constructor(socket: Socket, take: (frame: Frame) => void, frameBytesMax = Number.POSITIVE_INFINITY) {
    this.#socket = socket;
    this.#take = take;
    this.frameBytesMax = frameBytesMax;
    socket.on("data", (piece: Buffer) => this.#receive(piece));
  }

  send(kind: number, id: number, text = "", bytes: Buffer = NO_BYTES): void {
    if (this.#socket.destroyed) return;
    const isCopied = bytes.length <= COPIED_BYTES_MAX;
    const head = HEAD_BYTES + text.length;
    this.#makeRoom(head + (isCopied ? bytes.length : 0));
    const block = this.#block;
    let at = this.#written;
    block.writeUInt32LE(head - LENGTH_BYTES + bytes.length, at);
    block[at + 4] = kind;
    block.writeUInt32LE(id, at + 5);
    block.writeUInt32LE(text.length, at + 9);
    block.write(text, at + HEAD_BYTES, "latin1");
    at += head;
    if (isCopied) {
      block.set(bytes, at);
      this.#written = at + bytes.length;
    } else {
      this.#written = at;
      this.#closeBlock();
      this.#full.push(bytes);
    }
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #makeRoom(bytes: number): void {
    if (this.#written + bytes <= this.#block.length) return;
    this.#closeBlock();
    this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    this.#written = 0;
    this.#sent = 0;
  }

  #closeBlock(): void {
    if (this.#written > this.#sent) this.#full.push(this.#block.subarray(this.#sent, this.#written));
    this.#sent = this.#written;
  }

  #flush(): void {
    this.#isFlushing = false;
    this.#closeBlock();
    const parts = this.#full;
    this.#full = [];
    if (this.#socket.destroyed) return;
    if (parts.length === 1) {
      this.#socket.write(parts[0]!);
      return;
    }
    this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    this.#socket.uncork();
  }

  #receive(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes < this.#wantedBytes) return;
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#pieceBytes);
    let at = 0;
    let wanted = LENGTH_BYTES;
    while (bytes.length - at >= LENGTH_BYTES) {
      wanted = LENGTH_BYTES + bytes.readUInt32LE(at);
      if (wanted < HEAD_BYTES || wanted - LENGTH_BYTES > this.frameBytesMax) {
        // There is no telling where the next frame would begin.
        this.#socket.destroy();
        return;
      }
      if (bytes.length - at < wanted) break;
      const textEnd = at + HEAD_BYTES + bytes.readUInt32LE(at + 9);
      this.#take({
        kind: bytes[at + 4]!,
        id: bytes.readUInt32LE(at + 5),
        text: bytes.toString("latin1", at + HEAD_BYTES, textEnd),
        bytes: bytes.subarray(textEnd, at + wanted),
      });
      at += wanted;
      wanted = LENGTH_BYTES;
    }
    this.#pieces = at === bytes.length ? [] : [bytes.subarray(at)];
    this.#pieceBytes = bytes.length - at;
    this.#wantedBytes = wanted;
  }
}
