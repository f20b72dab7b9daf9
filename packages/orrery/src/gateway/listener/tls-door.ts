/**
 * Where connections become TLS. The certificate is asked for when the first one comes, because it may have to be made,
 * and again only if it could not be had.
 */
import type { Socket } from "node:net";
import type { Server, TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";

export interface TlsDoorOptions {
  readonly certificate: () => Promise<Certificate>;
  readonly handshakeTimeoutMs: number;
  /** The protocols that are offered, the best first; absent: the client is not asked. */
  readonly protocols?: string[];
  readonly enter: (socket: TLSSocket) => void;
  /** A certificate that could not be had. The connection is closed. */
  readonly onError: (error: unknown) => void;
}

export class TlsDoor {
  readonly #options: TlsDoorOptions;
  /** Connections whose handshake goes on, by their peers. */
  readonly #arriving = new Map<string, Socket>();
  #server: Promise<Server> | undefined;

  constructor(options: TlsDoorOptions) {
    this.#options = options;
  }

  async secure(socket: Socket): Promise<void> {
    const peer = peerOf(socket);
    this.#arriving.set(peer, socket);
    socket.on("close", () => this.#arriving.delete(peer));
    try {
      this.#server ??= this.#options.certificate().then((certificate) => this.#createServer(certificate));
      const server = await this.#server;
      if (!socket.destroyed) server.emit("connection", socket);
    } catch (error) {
      this.#server = undefined;
      socket.destroy();
      this.#options.onError(error);
    }
  }

  /** Drops those whose handshake goes on. */
  close(): void {
    for (const socket of this.#arriving.values()) socket.destroy();
  }

  #createServer({ key, cert }: Certificate): Server {
    const { handshakeTimeoutMs, protocols, enter } = this.#options;
    // Loaded with the first connection that needs it.
    const { createServer } = process.getBuiltinModule("node:tls");
    const server = createServer({
      key,
      cert,
      // Whatever the defaults of this Node are.
      minVersion: "TLSv1.2",
      handshakeTimeout: handshakeTimeoutMs,
      ...(protocols === undefined ? {} : { ALPNProtocols: protocols }),
    });
    server.on("secureConnection", (socket) => {
      this.#arriving.delete(peerOf(socket));
      enter(socket);
    });
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    return server;
  }
}

/** The same for a connection and for TLS on top of it. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
