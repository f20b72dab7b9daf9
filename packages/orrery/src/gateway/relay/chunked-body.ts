/** How a body that does not come with its head crosses a relay: in chunks, as far as its receiver gives credit. */
import type { FrameChannel } from "./frame-channel.ts";
import { RELAY_LIMITS, RelayFrame } from "./relay-frames.ts";

export class ChunkSender {
  readonly #channel: FrameChannel;
  readonly #id: number;
  readonly #body: Buffer;
  #sentBytes = 0;
  #creditBytes = 0;
  #isDone = false;

  constructor(channel: FrameChannel, id: number, body: Buffer, creditBytes: number) {
    this.#channel = channel;
    this.#id = id;
    this.#body = body;
    this.addCredit(creditBytes);
  }

  addCredit(bytes: number): void {
    this.#creditBytes += bytes;
    while (!this.#isDone && this.#sentBytes < this.#creditBytes) {
      const chunk = this.#body.subarray(this.#sentBytes, this.#sentBytes + RELAY_LIMITS.chunkBytes);
      this.#sentBytes += chunk.length;
      this.#isDone = this.#sentBytes === this.#body.length;
      this.#channel.send(this.#isDone ? RelayFrame.lastChunk : RelayFrame.chunk, this.#id, "", chunk);
    }
  }
}

/** A body as it comes, to be read once. Credit is given for what was read. */
export class ChunkReader implements AsyncIterable<Buffer> {
  /** Of the whole, where the sender has declared it. */
  readonly bytes: number;
  readonly #onEnd: () => void;
  readonly #channel: FrameChannel;
  readonly #id: number;
  readonly #chunks: Buffer[] = [];
  #receivedBytes = 0;
  #isComplete = false;
  #error: Error | undefined;
  #wake = () => {};

  /** `onEnd`: it was read to its end, or is not read any further. */
  constructor(channel: FrameChannel, id: number, bytes = Number.NaN, onEnd = () => {}) {
    this.#channel = channel;
    this.#id = id;
    this.bytes = bytes;
    this.#onEnd = onEnd;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  push(chunk: Buffer, isLast: boolean): void {
    this.#chunks.push(chunk);
    this.#receivedBytes += chunk.length;
    this.#isComplete = isLast;
    this.#wake();
  }

  /** What has come can still be read. */
  fail(error: Error): void {
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          if (!this.#isComplete) this.addCredit(chunk.length);
          yield chunk;
        } else if (this.#isComplete) return;
        else if (this.#error !== undefined) throw this.#error;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#onEnd();
    }
  }

  addCredit(bytes: number): void {
    this.#channel.send(RelayFrame.credit, this.#id, String(bytes));
  }
}
