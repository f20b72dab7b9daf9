/** One end of a connection between nodes: a preface each way, then frames. */
import type { Socket } from "node:net";
import { type Frame, FrameChannel } from "../relay/frame-channel.ts";
import { RELAY_LIMITS, RELAY_VERSION } from "../relay/relay-frames.ts";
import { PEER_LIMITS, PREFACE_BYTES_MAX, parsePreface, preface } from "./peer-protocol.ts";

interface PeerHandler {
  /** The other end speaks the same version. */
  met(channel: FrameChannel): void;
  /** The other end speaks another version. The connection closes. */
  refused(version: number): void;
  take(frame: Frame): void;
  closed(): void;
}

export class PeerSocket {
  readonly #socket: Socket;
  readonly #handler: PeerHandler;
  #channel: FrameChannel | undefined;

  constructor(socket: Socket, handler: PeerHandler) {
    this.#socket = socket;
    this.#handler = handler;
    socket.setNoDelay(true);
    socket.setTimeout(PEER_LIMITS.introductionMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.destroy());
    socket.on("close", () => handler.closed());
    socket.write(preface());
    this.#readPreface();
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  /** Both ends have introduced themselves. */
  open(): void {
    this.#channel!.frameBytesMax = RELAY_LIMITS.frameBytesMax;
    this.#socket.setTimeout(0);
  }

  /** After what was sent. */
  end(): void {
    setImmediate(() => this.#socket.end());
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #readPreface(): void {
    const socket = this.#socket;
    let bytes = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf("\n") + 1;
      if (end === 0 && bytes.length < PREFACE_BYTES_MAX) return;
      socket.off("data", read);
      this.#meet(parsePreface(bytes.toString("latin1", 0, end)), bytes.subarray(end));
    };
    socket.on("data", read);
  }

  #meet(version: number | undefined, rest: Buffer): void {
    const socket = this.#socket;
    if (version === undefined) socket.destroy();
    else if (version === RELAY_VERSION) this.#enter(rest);
    else {
      this.#handler.refused(version);
      // The other end may still have to read the preface of this one.
      socket.end();
    }
  }

  #enter(rest: Buffer): void {
    const socket = this.#socket;
    this.#channel = new FrameChannel(
      socket,
      (frame) => this.#handler.take(frame),
      PEER_LIMITS.introductionBytesMax,
    );
    this.#handler.met(this.#channel);
    if (rest.length > 0) socket.unshift(rest);
  }
}
