/**
 * The port of direct mode: RNTBD over TLS, without ALPN, as clients expect it. The certificate is the one of the HTTP
 * endpoint, and is asked for when the first connection comes.
 */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import type { Certificate } from "../listener/certificate.ts";
import { DirectConnection, type DirectConnectionOptions } from "./direct-connection.ts";
import { DIRECT_LIMITS, type DirectLimits } from "./direct-limits.ts";

export interface DirectListenerOptions extends Omit<DirectConnectionOptions, "limits"> {
  readonly certificate: () => Promise<Certificate>;
  /** A certificate or a connection that could not be had. The listener goes on. */
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<DirectLimits>;
}

export class DirectListener {
  readonly #options: DirectListenerOptions;
  readonly #limits: DirectLimits;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections whose handshake goes on, by their peers. */
  readonly #arriving = new Map<string, Socket>();
  readonly #connections = new Set<DirectConnection>();
  #tls: Promise<TlsServer> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: DirectListenerOptions) {
    this.#options = options;
    this.#limits = { ...DIRECT_LIMITS, ...options.limits };
    // An answer must not wait for the one before it to be acknowledged.
    this.#server = createServer(
      { noDelay: true, pauseOnConnect: true },
      (socket) => void this.#secure(socket),
    );
    this.#server.maxConnections = this.#limits.connectionsMax;
  }

  /** Port 0 picks a free one. Rejects with the system's error, such as EADDRINUSE. */
  listen(port: number, host: string): Promise<{ port: number }> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ port, host }, () => {
        this.#server.removeListener("error", reject).on("error", this.#options.onError);
        const check = setInterval(() => this.#checkTimeouts(), this.#limits.timeoutCheckMs).unref();
        this.#server.once("close", () => clearInterval(check));
        resolve({ port: (this.#server.address() as AddressInfo).port });
      });
    });
  }

  /** Takes no more connections, lets requests under way end, and closes everything. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#arriving.values()) socket.destroy();
    for (const connection of this.#connections) connection.close();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearTimeout(cut);
  }

  async #secure(socket: Socket): Promise<void> {
    const peer = peerOf(socket);
    this.#sockets.add(socket);
    this.#arriving.set(peer, socket);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#arriving.delete(peer);
    });
    socket.on("error", () => socket.destroy());
    try {
      this.#tls ??= this.#options.certificate().then((certificate) => this.#createTlsServer(certificate));
      const server = await this.#tls;
      if (!socket.destroyed) server.emit("connection", socket);
    } catch (error) {
      this.#tls = undefined;
      socket.destroy();
      this.#options.onError(error);
    }
  }

  #createTlsServer({ key, cert }: Certificate): TlsServer {
    const server = createTlsServer({ key, cert, handshakeTimeout: this.#limits.handshakeTimeoutMs });
    server.on("secureConnection", (socket) => this.#connect(socket));
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    return server;
  }

  #connect(socket: Socket): void {
    const { serve, nowMs } = this.#options;
    this.#arriving.delete(peerOf(socket));
    const connection = new DirectConnection(socket, { serve, nowMs, limits: this.#limits });
    this.#connections.add(connection);
    socket.on("close", () => this.#connections.delete(connection));
    if (this.#closing !== undefined) connection.close();
  }

  #checkTimeouts(): void {
    for (const connection of this.#connections) connection.checkTimeouts();
  }
}

/** The same for a connection and for TLS on top of it. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
