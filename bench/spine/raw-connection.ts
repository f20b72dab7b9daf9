/**
 * One kept-alive connection that sends ready-made requests and reads no more of an answer than it must, so that a
 * load generator on one core does not hold up a server on another.
 */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const HEAD_END = Buffer.from("\r\n\r\n");

interface Waiting {
  resolve(status: number): void;
  reject(error: Error): void;
}

export class RawConnection {
  readonly #socket: Socket;
  #waiting: Waiting | undefined;
  #status = 0;
  /** Bytes of the answer that are still to come; undefined while its head is incomplete. */
  #left: number | undefined;
  #head: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#receive(chunk as Buffer));
    socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
    socket.on("error", (error) => this.#waiting?.reject(error));
  }

  static open(host: string, port: number, scheme: "http" | "https" = "http"): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const opened = () => {
        socket.removeListener("error", reject);
        resolve(new RawConnection(socket));
      };
      const socket =
        scheme === "http"
          ? connect(port, host, opened)
          : connectTls({ port, host, rejectUnauthorized: false }, opened);
      socket.once("error", reject);
    });
  }

  /** The status of the answer, when all of it has come. Not to be called before the last one has. */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#left === undefined) {
      const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = bytes;
        return;
      }
      const head = bytes.toString("latin1", 0, end);
      this.#head = Buffer.alloc(0);
      this.#status = Number(head.slice(9, 12));
      const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
      this.#left = Number(length) - (bytes.length - end - HEAD_END.length);
    } else {
      this.#left -= chunk.length;
    }
    if (this.#left > 0) return;
    this.#left = undefined;
    this.#waiting!.resolve(this.#status);
  }
}
