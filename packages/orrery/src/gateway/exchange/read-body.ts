/**
 * Reads the body of a request up to a limit. What comes beyond it is read and thrown away, because a client that is
 * still sending when the connection closes sees a reset instead of the answer; a client that goes on for too long
 * is cut off.
 */
import type { Readable } from "node:stream";
import { Failure } from "../../value/failure.ts";
import { errorsMessage } from "../../wire/error-body.ts";

/** An item of 2 MB and what JSON escapes may add; as much as the official clients put into a batch. */
export const BODY_BYTES_MAX = 2_202_010;
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024;

export function readBody(message: Readable, bytesMax: number = BODY_BYTES_MAX): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    const onGone = () => {
      if (!message.readableEnded) reject(clientGone());
    };
    if (message.destroyed) {
      onGone();
      return;
    }
    message.on("data", (chunk: Buffer) => {
      const fitted = bytes <= bytesMax;
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
      } else if (fitted) {
        chunks = [];
        reject(bodyTooLarge());
      } else if (bytes > bytesMax + DISCARDED_BYTES_MAX) {
        message.destroy();
      }
    });
    message.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    message.on("error", onGone);
    message.on("close", onGone);
  });
}

export function clientGone(): Failure {
  return new Failure("badRequest", "The client closed the connection before it had sent the whole body.");
}

export function bodyTooLarge(): Failure {
  return new Failure("tooLarge", errorsMessage("Request size is too large"));
}
