/**
 * One port, both schemes, both versions of HTTP, and the connections of other nodes. The first bytes of a connection tell: a
 * TLS handshake begins with 22, which no HTTP request does, a node with 2, and HTTP/2 without TLS with its preface; inside
 * TLS the client says what it wants. The bytes are put back, and the connection goes to the HTTP server or becomes an HTTP/2 session, directly or
 * through TLS.
 *
 * There is one HTTP server for both schemes, so that limits, timeouts and closing are the same. It accepts the
 * connections itself and then does with them what it always does; only the look at the first bytes comes before.
 * After that look nothing of this file is in the way of a request; requests in their plain form do not even go through
 * Node's HTTP server (plain-lane.ts). The certificate is asked for when the first
 * TLS connection comes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { heldLimits } from "../../schedule/held-bytes.ts";
import type { PeerListener } from "../nodes/peer-listener.ts";
import { PEER_ALPN, PEER_FIRST_BYTE } from "../nodes/peer-protocol.ts";
import { AddressCounts } from "./address-counts.ts";
import type { Certificate } from "./certificate.ts";
import { answerClientError, answerConnect, answerExpectation } from "./client-error.ts";
import { type HandleStream, Http2Sessions, isHttp2 } from "./http2-sessions.ts";
import { listenOn } from "./listen-on.ts";
import { LISTENER_LIMITS, type ListenerLimits } from "./listener-limits.ts";
import { Pipelines } from "./pipelines.ts";
import { PlainLane, type PlainLaneOptions } from "./plain-lane.ts";
import { TlsDoor } from "./tls-door.ts";

const TLS_HANDSHAKE = 0x16;

/** How often a closing listener looks for connections whose last request has been answered. */
const CLOSE_CHECK_MS = 20;

export interface ListenerOptions {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly handleStream: HandleStream;
  /** Requests in their plain form; absent: they come to `handle` too. */
  readonly handlePlain?: PlainLaneOptions["handle"];
  /** Called when the first TLS connection comes, and again only if it failed. */
  readonly certificate: () => Promise<Certificate>;
  /** A certificate or a connection that could not be had. The listener goes on. */
  readonly onError: (error: unknown) => void;
  /** One came: it takes some turns of the loop until its first request is here. */
  readonly onConnection?: () => void;
  /** Connections of other nodes; absent: there are none. */
  readonly peers?: PeerListener | undefined;
  readonly limits?: Partial<ListenerLimits>;
}

export interface Listener {
  /** Port 0 picks a free one. Rejects with the system's error, such as EADDRINUSE. */
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Serves a connection that somebody else has taken. */
  adopt(socket: Socket): void;
  /** Takes no more connections, lets requests under way end, and closes everything. */
  close(): Promise<void>;
}

export function createListener(options: ListenerOptions): Listener {
  return new SniffingListener(options, { ...LISTENER_LIMITS, ...options.limits });
}

class SniffingListener implements Listener {
  readonly #options: ListenerOptions;
  readonly #limits: ListenerLimits;
  readonly #http: Server;
  /** Hands a connection over to the HTTP server. */
  readonly #serve: (socket: Socket) => void;
  readonly #http2: Http2Sessions;
  readonly #plain: PlainLane | undefined;
  readonly #tls: TlsDoor;
  readonly #addresses: AddressCounts;
  #closing: Promise<void> | undefined;
  /** Connections that have not said anything yet. */
  readonly #silent = new Set<Socket>();
  readonly #adopted = new Set<Socket>();
  /** Called whenever the last of them has closed. */
  #adoptedGone = () => {};

  constructor(options: ListenerOptions, limits: ListenerLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#addresses = new AddressCounts(limits.connectionsPerAddressMax);
    this.#http = createHttpServer(options.handle, limits);
    this.#http2 = new Http2Sessions(options.handleStream, limits);
    this.#tls = new TlsDoor({
      certificate: options.certificate,
      handshakeTimeoutMs: limits.handshakeTimeoutMs,
      protocols: ["h2", "http/1.1", ...(options.peers ? [PEER_ALPN] : [])],
      enter: (socket) => {
        if (socket.alpnProtocol === "h2") this.#http2.serve(socket);
        else if (socket.alpnProtocol === PEER_ALPN) options.peers!.serve(socket);
        else this.#enter(socket);
      },
      onError: options.onError,
    });
    const [serve] = this.#http.listeners("connection") as [(socket: Socket) => void];
    this.#serve = serve.bind(this.#http);
    this.#plain =
      options.handlePlain &&
      new PlainLane({
        handle: options.handlePlain,
        leave: (socket) => this.#serveFromHere(socket),
        limits,
        bodyBytesMax: heldLimits().countedFromBytes,
      });
    this.#http.removeAllListeners("connection");
    this.#http.on("connection", (socket: Socket) => {
      options.onConnection?.();
      if (this.#addresses.admit(socket)) this.#sniff(socket);
      else socket.destroy();
    });
    this.#http.on("clientError", answerClientError);
    this.#http.on("checkExpectation", answerExpectation);
    this.#http.on("connect", answerConnect);
  }

  listen(port: number, host: string): Promise<{ port: number }> {
    return listenOn(this.#http, { port, host }, this.#options.onError);
  }

  adopt(socket: Socket): void {
    if (this.#closing !== undefined) {
      socket.destroy();
      return;
    }
    // Node looks after the timeouts of its connections from the moment that its server listens.
    if (this.#adopted.size === 0 && !this.#http.listening) this.#http.emit("listening");
    // As the connections are that an HTTP server takes itself.
    socket.allowHalfOpen = true;
    this.#adopted.add(socket);
    socket.once("close", () => {
      this.#adopted.delete(socket);
      if (this.#adopted.size === 0) this.#adoptedGone();
    });
    this.#http.emit("connection", socket);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = Promise.all([
      new Promise<void>((resolve) => this.#http.close(() => resolve())),
      // The HTTP server does not wait for those that are not its own.
      this.#adopted.size > 0 && new Promise<void>((resolve) => (this.#adoptedGone = resolve)),
    ]);
    for (const socket of this.#silent) socket.destroy();
    this.#tls.close();
    this.#http2.close();
    this.#plain?.close();
    this.#options.peers?.close();
    const check = setInterval(() => this.#http.closeIdleConnections(), CLOSE_CHECK_MS);
    const cut = setTimeout(() => {
      this.#http.closeAllConnections();
      this.#http2.destroy();
      this.#plain?.destroy();
      this.#options.peers?.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearInterval(check);
    clearTimeout(cut);
  }

  #sniff(socket: Socket): void {
    const drop = () => socket.destroy();
    const forget = () => this.#silent.delete(socket);
    this.#silent.add(socket);
    socket.on("error", drop).on("end", drop).on("timeout", drop).on("close", forget);
    socket.setTimeout(this.#limits.firstByteTimeoutMs);
    socket.once("data", (first: Buffer) => {
      socket.setTimeout(0);
      forget();
      socket.removeListener("end", drop).removeListener("timeout", drop).removeListener("close", forget);
      if (first[0] === TLS_HANDSHAKE) {
        putBack(socket, first);
        void this.#tls.secure(socket);
        return;
      }
      socket.removeListener("error", drop);
      if (isHttp2(first)) {
        putBack(socket, first);
        this.#http2.serve(socket, first);
      } else if (first[0] === PEER_FIRST_BYTE && this.#options.peers !== undefined) {
        putBack(socket, first);
        this.#options.peers.serve(socket);
        socket.resume();
      } else this.#enter(socket, first);
    });
  }

  #enter(socket: Socket, first?: Buffer): void {
    if (this.#plain !== undefined) {
      this.#plain.enter(socket, first);
      return;
    }
    if (first === undefined) {
      this.#serve(socket);
      return;
    }
    putBack(socket, first);
    this.#serveFromHere(socket);
  }

  /** A paused connection with bytes put back. */
  #serveFromHere(socket: Socket): void {
    this.#serve(socket);
    socket.resume();
  }
}

function putBack(socket: Socket, bytes: Buffer): void {
  socket.pause();
  socket.unshift(bytes);
}

function createHttpServer(handle: ListenerOptions["handle"], limits: ListenerLimits): Server {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headerBytesMax,
    // Node would answer without a body; the handler can do better.
    requireHostHeader: false,
  };
  const pipelines = new Pipelines(limits.pipelinedMax);
  const server = createServer(options, (request, response) => {
    closeUnlessTaken(response, limits.answerTimeoutMs);
    pipelines.enter(request.socket, response, () => handle(request, response));
  });
  server.maxConnections = limits.connectionsMax;
  return server;
}

/** Node has no limit for a client that does not read: its answer would stay in memory for ever. */
function closeUnlessTaken(response: ServerResponse, timeoutMs: number): void {
  response.once("prefinish", () => {
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    response.once("close", () => clearTimeout(timer));
  });
}
