/** A way to a server on this machine that can be cut, as networks are. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class CuttingProxy {
  readonly #server: Server;
  /** The port that it leads to. */
  target: number;
  readonly #rewrite: (bytes: Buffer) => Buffer;
  readonly #sockets = new Set<Socket>();
  /** Whether new connections are cut at once. */
  isDown = false;
  #isHalted = false;
  #cut: { readonly text: string; readonly isForwarded: boolean; readonly resolve: () => void } | undefined;

  private constructor(target: number, rewrite: (bytes: Buffer) => Buffer) {
    this.target = target;
    this.#rewrite = rewrite;
    this.#server = createServer((client) => this.#pass(client));
  }

  /** `rewrite`: what clients send is sent on like this. */
  static async to(port: number, rewrite = (bytes: Buffer) => bytes): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(port, rewrite);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Cuts the next connection on which this text comes from the client: before it is forwarded, or after, so that the server
   * acts on it and nobody hears of it. Resolves when that has happened.
   */
  cutAt(text: string, isForwarded: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#cut = { text, isForwarded, resolve };
    });
  }

  /** Nothing gets through in either direction until `flow`; connections stay. */
  halt(): void {
    this.#isHalted = true;
    for (const socket of this.#sockets) socket.pause();
  }

  flow(): void {
    this.#isHalted = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** All connections at once. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #pass(client: Socket): void {
    if (this.isDown) {
      client.destroy();
      return;
    }
    const server = connect(this.target, "127.0.0.1");
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      // A cut is what it is for.
      one.on("error", () => {});
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    server.pipe(client);
    client.on("data", (bytes) => this.#forward(client, server, this.#rewrite(bytes)));
    client.once("end", () => server.end());
    if (this.#isHalted) for (const socket of [client, server]) socket.pause();
  }

  #forward(client: Socket, server: Socket, bytes: Buffer): void {
    const cut = this.#cut;
    if (cut === undefined || !bytes.includes(cut.text)) {
      server.write(bytes);
      return;
    }
    this.#cut = undefined;
    server.unpipe(client);
    if (cut.isForwarded) server.write(bytes, () => client.destroy());
    else client.destroy();
    cut.resolve();
  }
}
