/**
 * Connections that speak HTTP/2, where each stream is a request. They keep the limits of those over HTTP/1.1, and what
 * only HTTP/2 needs: a client cannot have more requests running than its streams, even if it resets them as soon as
 * they are sent, it loses its connection if it resets or sends too many at once, and a response that it does not take
 * in time is dropped without closing the others.
 *
 * Connections that flood the server with settings, pings or continuations are ended by nghttp2 itself.
 */
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { Duplex } from "node:stream";
import { LATE_REQUEST } from "./client-error.ts";
import { Http2Code } from "./http2-codes.ts";
import { ResetBudget, resetsIn } from "./http2-resets.ts";
import type { ListenerLimits } from "./listener-limits.ts";

/** Resolves when the work is done, which is later than the stream's end if the client has given up. Never rejects. */
export type HandleStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => Promise<void>;

/** What a client begins with that speaks HTTP/2 without having asked. */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n");

/** How long the reset of a stream may take to be sent. */
const RESET_WAIT_MS = 1000;

const BYTES_PER_MEGABYTE = 1024 * 1024;

export function isHttp2(first: Buffer): boolean {
  return first.subarray(0, PREFACE.length).equals(PREFACE);
}

export class Http2Sessions {
  readonly #handle: HandleStream;
  readonly #limits: ListenerLimits;
  readonly #open = new Set<Http2Session>();

  constructor(handle: HandleStream, limits: ListenerLimits) {
    this.#handle = handle;
    this.#limits = limits;
  }

  /** `first` is what the client has sent already: it is read in one go, before any request is seen. */
  serve(socket: Duplex, first?: Buffer): void {
    if (first !== undefined && resetsIn(first) > this.#limits.resetsMax) {
      socket.destroy();
      return;
    }
    const session = new Http2Session(socket, this.#handle, this.#limits);
    this.#open.add(session);
    socket.once("close", () => this.#open.delete(session));
  }

  /** Tells all clients to send no more requests here; each connection closes when its last answer is sent. */
  close(): void {
    for (const session of this.#open) session.close();
  }

  destroy(): void {
    for (const session of this.#open) session.destroy();
  }
}

class Http2Session {
  readonly #socket: Duplex;
  readonly #session: ServerHttp2Session;
  readonly #handle: HandleStream;
  readonly #limits: ListenerLimits;
  readonly #resets: ResetBudget;
  #streams = 0;
  /** Requests that came in this turn of the event loop. */
  #arrived = 0;
  /** Requests whose work has not ended, among them some whose stream has. */
  #underWay = 0;

  constructor(socket: Duplex, handle: HandleStream, limits: ListenerLimits) {
    this.#socket = socket;
    this.#handle = handle;
    this.#limits = limits;
    this.#resets = new ResetBudget(limits);
    // Loaded with the first of them: most clients speak HTTP/1.1.
    const { performServerHandshake } = process.getBuiltinModule("node:http2");
    this.#session = performServerHandshake(socket, {
      maxSessionMemory: limits.sessionBytesMax / BYTES_PER_MEGABYTE,
      settings: {
        maxConcurrentStreams: limits.streamsMax,
        maxHeaderListSize: limits.headerBytesMax,
        initialWindowSize: limits.windowBytes,
      },
    });
    this.#session.setLocalWindowSize(limits.windowBytes);
    this.#session.setTimeout(limits.headersTimeoutMs, () => {
      if (this.#streams === 0) this.destroy();
    });
    this.#session.on("stream", (stream, headers) => void this.#exchange(stream, headers));
    this.#closeTogether();
  }

  close(): void {
    this.#session.close();
  }

  /** At once: a session alone would first send what waits to be sent, to a client that may not read. */
  destroy(): void {
    this.#socket.destroy();
  }

  #closeTogether(): void {
    const drop = () => this.destroy();
    // The HTTP server's connections may stay half open, but a client that cannot send frames is gone.
    this.#socket.on("error", drop).once("end", drop);
    this.#socket.once("close", () => this.#session.destroy());
    this.#session.on("error", drop);
  }

  async #exchange(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    stream.on("error", () => {});
    this.#countArrival();
    if (this.#session.destroyed) return;
    // A reset that came together with its request.
    if (stream.destroyed) {
      this.#countReset();
      return;
    }
    if (this.#underWay >= this.#limits.streamsMax) {
      stream.close(Http2Code.refusedStream);
      return;
    }
    this.#watch(stream);
    this.#underWay++;
    await this.#handle(stream, headers);
    this.#underWay--;
    if (!stream.destroyed) this.#dropUnlessTaken(stream);
  }

  /** A client that waits for responses, as it must where it has no more streams, cannot send so many in one turn. */
  #countArrival(): void {
    if (this.#arrived === 0) {
      setImmediate(() => {
        this.#arrived = 0;
      });
    }
    this.#arrived++;
    if (this.#arrived > this.#limits.streamsPerTurnMax) this.#endFlood();
  }

  #countReset(): void {
    if (!this.#resets.take()) this.#endFlood();
  }

  /** The session first, so that what it has already read makes no more requests. */
  #endFlood(): void {
    this.#session.destroy();
    this.destroy();
  }

  /** A client that takes nothing at all does not take the reset either, and loses its connection. */
  #dropUnlessTaken(stream: ServerHttp2Stream): void {
    let timer = setTimeout(() => {
      stream.close(Http2Code.cancel);
      timer = setTimeout(() => this.destroy(), RESET_WAIT_MS);
    }, this.#limits.answerTimeoutMs);
    stream.once("close", () => clearTimeout(timer));
  }

  #watch(stream: ServerHttp2Stream): void {
    this.#streams++;
    const late = stream.endAfterHeaders
      ? undefined
      : answerUnlessWhole(stream, this.#limits.requestTimeoutMs);
    stream.once("close", () => {
      clearTimeout(late);
      const { rstCode } = stream;
      if (rstCode !== Http2Code.noError && rstCode !== Http2Code.refusedStream) this.#countReset();
      this.#streams--;
      if (this.#streams === 0) this.#session.setTimeout(this.#limits.keepAliveTimeoutMs);
    });
  }
}

function answerUnlessWhole(stream: ServerHttp2Stream, timeoutMs: number): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (!stream.headersSent) {
      const { status, body } = LATE_REQUEST;
      stream.respond({ ":status": status, "content-type": "application/json" });
      stream.end(body);
    }
    stream.close(Http2Code.noError);
  }, timeoutMs);
  stream.once("end", () => clearTimeout(timer));
  return timer;
}
