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

/** Longer than clients keep a connection that they do not use: else one is closed while a request is on its way. */
const IDLE_MS = 60_000;
const CONNECTION_HEADERS = new Set(["connection", "keep-alive"]);

export class RoundRobinProxy {
  readonly #ports: readonly number[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  #next = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    const options = { maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: IDLE_MS };
    this.#server = createServer(options, (...exchange) => this.#pass(...exchange));
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

  /** A body is taken whole before it is sent on: else a client that is refused in the middle of it could not read why. */
  #pass(asked: IncomingMessage, answered: ServerResponse): void {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.once("end", () => this.#send(asked, Buffer.concat(chunks), answered));
  }

  #send({ method, url, rawHeaders }: IncomingMessage, body: Buffer, answered: ServerResponse): void {
    const port = this.#ports[this.#next++ % this.#ports.length]!;
    const onward = request({
      ...{ host: "127.0.0.1", port, method: method!, path: url!, agent: this.#agent },
      ...{ headers: rawHeaders, setHost: false, maxHeaderSize: HEADER_BYTES_MAX },
    });
    onward.once("response", (answer) => {
      answered.writeHead(answer.statusCode!, answer.statusMessage!, withoutConnection(answer.rawHeaders));
      answer.once("error", () => answered.destroy());
      answer.pipe(answered);
    });
    // Neither end is told more than that the other has gone. A server that refuses a large body may go when it has answered.
    onward.on("error", () => {
      if (!answered.headersSent) answered.destroy();
    });
    answered.once("close", () => onward.destroy());
    onward.end(body);
  }
}

/** What is said of a connection is for that one alone. */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, i) => !CONNECTION_HEADERS.has(rawHeaders[i - (i % 2)]!.toLowerCase()));
}
