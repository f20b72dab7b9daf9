/**
 * The port of direct mode: RNTBD over TLS, without ALPN, as clients expect it. The certificate is the one of the HTTP
 * endpoint, and is asked for when the first connection comes.
 */
import { createServer, type Server, type Socket } from "node:net";
import { AddressCounts } from "../listener/address-counts.ts";
import type { Certificate } from "../listener/certificate.ts";
import { listenOn } from "../listener/listen-on.ts";
import { TlsDoor } from "../listener/tls-door.ts";
import type { DirectConnection, DirectConnectionOptions } from "./direct-connection.ts";
import { DIRECT_LIMITS, type DirectLimits } from "./direct-limits.ts";

export interface DirectListenerOptions extends Omit<DirectConnectionOptions, "limits"> {
  readonly certificate: () => Promise<Certificate>;
  /** A certificate or a connection that could not be had. The listener goes on. */
  readonly onError: (error: unknown) => void;
  readonly onConnection?: () => void;
  readonly limits?: Partial<DirectLimits>;
}

export class DirectListener {
  readonly #options: DirectListenerOptions;
  readonly #limits: DirectLimits;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<DirectConnection>();
  readonly #tls: TlsDoor;
  readonly #addresses: AddressCounts;
  #closing: Promise<void> | undefined;

  constructor(options: DirectListenerOptions) {
    this.#options = options;
    this.#limits = { ...DIRECT_LIMITS, ...options.limits };
    // An answer must not wait for the one before it to be acknowledged.
    this.#server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = this.#limits.connectionsMax;
    this.#addresses = new AddressCounts(this.#limits.connectionsPerAddressMax);
    this.#tls = new TlsDoor({
      certificate: options.certificate,
      handshakeTimeoutMs: this.#limits.handshakeTimeoutMs,
      enter: (socket) => void this.#connect(socket),
      onError: options.onError,
    });
  }

  /** Port 0 picks a free one. Rejects with the system's error, such as EADDRINUSE. */
  async listen(port: number, host: string): Promise<{ port: number }> {
    const bound = await listenOn(this.#server, { port, host }, this.#options.onError);
    const check = setInterval(() => this.#checkTimeouts(), this.#limits.timeoutCheckMs).unref();
    this.#server.once("close", () => clearInterval(check));
    return bound;
  }

  /** Takes no more connections, lets requests under way end, and closes everything. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#tls.close();
    for (const connection of this.#connections) connection.close();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearTimeout(cut);
  }

  #accept(socket: Socket): void {
    this.#options.onConnection?.();
    if (!this.#addresses.admit(socket)) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    void this.#tls.secure(socket);
  }

  /** The protocol is loaded with the first connection: most clients use HTTP. */
  async #connect(socket: Socket): Promise<void> {
    // It may fail before there is somebody to hear of it.
    socket.on("error", () => socket.destroy());
    const { DirectConnection } = await import("./direct-connection.ts");
    if (socket.destroyed) return;
    const { serve, memory, nowMs } = this.#options;
    const connection = new DirectConnection(socket, { serve, memory, nowMs, limits: this.#limits });
    this.#connections.add(connection);
    socket.on("close", () => this.#connections.delete(connection));
    if (this.#closing !== undefined) connection.close();
  }

  #checkTimeouts(): void {
    for (const connection of this.#connections) connection.checkTimeouts();
  }
}
