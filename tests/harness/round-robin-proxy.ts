/** A load balancer of the simplest kind: each request goes to the next server, whatever connection it came on. */
import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Continuation tokens come as headers, in both directions. */
const HEADER_BYTES_MAX = 1024 * 1024;

export class RoundRobinProxy {
  readonly #ports: readonly number[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #next = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (...exchange) =>
      this.#pass(...exchange),
    );
  }

  static async over(ports: readonly number[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(ports);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  #pass(asked: IncomingMessage, answered: ServerResponse): void {
    const port = this.#ports[this.#next++ % this.#ports.length]!;
    const onward = request({
      ...{ host: "127.0.0.1", port, method: asked.method!, path: asked.url!, agent: this.#agent },
      ...{ headers: asked.rawHeaders, setHost: false, maxHeaderSize: HEADER_BYTES_MAX },
    });
    onward.once("response", (answer) => {
      answered.writeHead(answer.statusCode!, answer.statusMessage!, answer.rawHeaders);
      answer.once("error", () => answered.destroy());
      answer.pipe(answered);
    });
    // Neither end is told more than that the other has gone.
    onward.once("error", () => answered.destroy());
    answered.once("close", () => onward.destroy());
    asked.pipe(onward);
  }
}
