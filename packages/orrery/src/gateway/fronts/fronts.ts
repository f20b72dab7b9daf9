/**
 * Processes that speak HTTP and TLS with clients, before the one that has the data. This one takes connections, counts them, and
 * gives each to the front that has the fewest; from then on the front serves it, and sends its requests here. So all that is promised
 * about data, order, budgets and memory is kept where it was, by one engine.
 *
 * A front that dies takes its connections with it, and nothing else: another one is started.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { workerEntry } from "../../schedule/worker-entry.ts";
import type { Credentials } from "../auth/credentials.ts";
import { AddressCounts } from "../listener/address-counts.ts";
import type { Certificate } from "../listener/certificate.ts";
import { listenOn } from "../listener/listen-on.ts";
import { LISTENER_LIMITS } from "../listener/listener-limits.ts";
import type { RelayedGateway } from "../relay/relay-server.ts";
import { FRAMES_FD, type FromFrontProcess, type ToFrontProcess } from "./front-messages.ts";
import { serveFront } from "./serve-front.ts";

/** One that ends sooner is not started again before that. */
const LIFE_MS_MIN = 1_000;
/** How much longer than its connections a front may take to end. */
const END_MS = 5_000;

interface FrontsOptions {
  readonly count: number;
  readonly gateway: RelayedGateway;
  readonly credentials: Credentials;
  /** Called when the first TLS connection of a front comes. */
  readonly certificate: () => Promise<Certificate>;
  readonly onError: (error: unknown) => void;
  /** A connection came. */
  readonly onConnection: () => void;
  readonly log: (level: "warn", message: string) => void;
}

interface Connection {
  readonly socket: Socket;
  /** It is not counted any more. */
  readonly leave: () => void;
}

export class Fronts {
  readonly #options: FrontsOptions;
  readonly #server: Server;
  readonly #addresses = new AddressCounts(LISTENER_LIMITS.connectionsPerAddressMax);
  readonly #fronts = new Set<FrontProcess>();
  /** Clients that came while there was no front. */
  readonly #waiting: Connection[] = [];
  #connections = 0;
  #isClosing = false;

  constructor(options: FrontsOptions) {
    this.#options = options;
    // As an HTTP server takes its connections, but it does not read from them.
    this.#server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
      options.onConnection();
      this.#enter(socket);
    });
  }

  /** Resolves when all fronts are there. */
  async listen(port: number, host: string): Promise<{ port: number }> {
    const { count, onError } = this.#options;
    const address = await listenOn(this.#server, { port, host }, onError);
    await Promise.all(Array.from({ length: count }, () => this.#start()));
    return address;
  }

  /** Tells all fronts. What they send before they have heard it is looked at again here. */
  announceKeys(): void {
    for (const front of this.#fronts) front.announceKeys();
  }

  /** Takes no more connections, lets requests under way end, and ends all fronts. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#server.close();
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
    await Promise.all([...this.#fronts].map((front) => front.stop()));
  }

  #enter(socket: Socket): void {
    const isFull = this.#connections >= LISTENER_LIMITS.connectionsMax;
    const leave = isFull ? undefined : this.#addresses.enter(socket.remoteAddress);
    if (leave === undefined) {
      socket.destroy();
      return;
    }
    socket.on("error", () => socket.destroy());
    this.#connections++;
    const connection = {
      socket,
      leave: () => {
        this.#connections--;
        leave();
      },
    };
    const front = this.#leastBusy();
    if (front === undefined) this.#waiting.push(connection);
    else front.give(connection);
  }

  #leastBusy(): FrontProcess | undefined {
    let least: FrontProcess | undefined;
    for (const front of this.#fronts)
      if (front.isReady && (least === undefined || front.connections < least.connections)) least = front;
    return least;
  }

  /** Rejects if it ends before it is ready. */
  async #start(): Promise<void> {
    if (this.#isClosing) return;
    const startMs = performance.now();
    const front = new FrontProcess(this.#options, (how) => {
      this.#fronts.delete(front);
      if (this.#isClosing) return;
      this.#options.log(
        "warn",
        `A front process ended (${how}), and its connections with it. Another one is started.`,
      );
      const waitMs = Math.max(0, startMs + LIFE_MS_MIN - performance.now());
      // One that cannot be started comes back here.
      setTimeout(() => void this.#start().catch(() => {}), waitMs).unref();
    });
    this.#fronts.add(front);
    await front.ready;
    for (const connection of this.#waiting.splice(0)) front.give(connection);
  }
}

class FrontProcess {
  readonly #options: FrontsOptions;
  readonly #child: ChildProcess;
  readonly #connections = new Map<number, Connection>();
  /** Resolves with how it was. */
  readonly #ended: Promise<string>;
  #isReady = false;
  #lastId = 0;
  /** Rejects if it ends before. */
  readonly ready: Promise<void>;

  constructor(options: FrontsOptions, onEnd: (how: string) => void) {
    this.#options = options;
    this.#child = fork(fileURLToPath(workerEntry("gateway/fronts/front-process", import.meta.url)), [], {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc", "overlapped"],
    });
    const child = this.#child;
    this.#ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
      // One that could not be started has no exit.
      child.on("error", (error) =>
        child.pid === undefined ? resolve(String(error)) : options.onError(error),
      );
    });
    this.ready = new Promise((resolve, reject) => {
      child.on("message", (message: FromFrontProcess) => this.#hear(message, resolve));
      void this.#ended.then((how) => {
        this.#isReady = false;
        for (const { socket, leave } of this.#connections.values()) {
          socket.destroy();
          leave();
        }
        reject(new Error(`A front process could not be started (${how}).`));
        onEnd(how);
      });
    });
    if (child.pid === undefined) return;
    serveFront(child.stdio[FRAMES_FD] as Socket, options.gateway, options.credentials);
    this.announceKeys();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Its socket stays open here until the front says that it has it: what Node keeps for that, it does not close if the front dies. */
  give(connection: Connection): void {
    const id = ++this.#lastId;
    this.#connections.set(id, connection);
    if (this.#child.connected) {
      const message: ToFrontProcess = { kind: "connection", id };
      this.#child.send(message, connection.socket, { keepOpen: true }, () => {});
    }
  }

  announceKeys(): void {
    const { texts, version } = this.#options.credentials;
    this.#tell({ kind: "keys", keys: texts, version });
  }

  async stop(): Promise<void> {
    this.#tell({ kind: "stop" });
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), LISTENER_LIMITS.closeGraceMs + END_MS);
    await this.#ended;
    clearTimeout(kill);
  }

  #hear(message: FromFrontProcess, onReady: () => void): void {
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        onReady();
        break;
      case "taken":
        this.#connections.get(message.id)?.socket.destroy();
        break;
      case "closed":
        this.#connections.get(message.id)?.leave();
        this.#connections.delete(message.id);
        break;
      case "wantCertificate":
        void this.#sendCertificate();
        break;
      case "failed":
        this.#options.onError(message.message);
    }
  }

  async #sendCertificate(): Promise<void> {
    const { certificate, onError } = this.#options;
    const made = await certificate().catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    this.#tell({ kind: "certificate", certificate: made });
  }

  #tell(message: ToFrontProcess): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}
