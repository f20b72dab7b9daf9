/** Nodes in processes of their own, each with a way to the database and a way to it that can be cut, started again when they end. */
import { setTimeout as sleep } from "node:timers/promises";
import { ControlClient } from "../harness/control-client.ts";
import { CuttingProxy } from "../harness/cutting-proxy.ts";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import type { Endpoint } from "./load.ts";

export interface NodeProcess {
  /** Where clients and other nodes reach it. */
  readonly way: CuttingProxy;
  readonly wayToStore: CuttingProxy;
  process: ServerProcess | undefined;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  isWanted: boolean;
}

export class NodeProcesses {
  readonly nodes: NodeProcess[] = [];
  readonly #url: string;
  readonly #leaseSeconds: number;
  readonly #rewrite: ((bytes: Buffer) => Buffer) | undefined;
  #isOver = false;
  /** Nodes that ended without being told to. */
  ends = 0;
  readonly #ended: ServerProcess[] = [];
  readonly #supervisors: Promise<void>[] = [];

  constructor(url: string, leaseSeconds: number, rewrite?: (bytes: Buffer) => Buffer) {
    this.#url = url;
    this.#leaseSeconds = leaseSeconds;
    this.#rewrite = rewrite;
  }

  get endpoints(): Endpoint[] {
    return this.nodes.flatMap(({ process, way }) =>
      process === undefined || this.#isOver
        ? []
        : [{ endpoint: `http://127.0.0.1:${way.port}`, key: process.key }],
    );
  }

  /** Resolves when it takes requests. It is started again whenever it ends, while it is wanted. */
  async add(): Promise<NodeProcess> {
    const url = new URL(this.#url);
    const wayToStore = await CuttingProxy.to(Number(url.port), this.#rewrite);
    const way = await CuttingProxy.to(0);
    const node: NodeProcess = {
      way,
      wayToStore,
      process: undefined,
      ended: Promise.resolve(),
      isWanted: true,
    };
    await this.#start(node);
    this.nodes.push(node);
    this.#supervisors.push(this.#supervise(node));
    return node;
  }

  async #start(node: NodeProcess): Promise<void> {
    const url = new URL(this.#url);
    url.port = String(node.wayToStore.port);
    const started = await startProcess([
      ...["--store", url.href, "--lease", String(this.#leaseSeconds)],
      ...["--node", `http://127.0.0.1:${node.way.port}`],
    ]);
    // A stop in the meantime found no process to end.
    if (this.#isOver || !node.isWanted) {
      await started.end("SIGTERM");
      return;
    }
    node.way.target = started.port;
    node.process = started;
    node.ended = started.ended.then(() => {
      this.#ended.push(started);
      node.process = undefined;
    });
  }

  async #supervise(node: NodeProcess): Promise<void> {
    for (;;) {
      await node.ended;
      if (this.#isOver || !node.isWanted) return;
      this.ends++;
      // While the database is away it cannot start.
      while (node.process === undefined && !this.#isOver && node.isWanted)
        await this.#start(node).catch(() => sleep(100));
    }
  }

  /** Bugs that nodes have written to their logs: requests that failed for no reason that is known. */
  bugs(): string[] {
    const all = [...this.#ended, ...this.nodes.flatMap(({ process: server }) => server ?? [])];
    return all.flatMap(
      (server) => server.errors().match(/^\S+ error [A-Z]+ \/.* failed \(.*\n(?: +at .*\n)*/gm) ?? [],
    );
  }

  /** What each says of itself and of the others: for whoever looks into a failure. */
  async state(): Promise<unknown[]> {
    return Promise.all(
      this.nodes.map(async ({ process: server }) => {
        if (server === undefined) return "not running";
        const control = new ControlClient({ endpoint: server.endpoint, key: server.key });
        const said = await Promise.race([control.get("nodes").catch(String), sleep(5_000, "no answer")]);
        return { pid: server.pid, said: JSON.stringify(said), errors: server.errors().slice(-2_000) };
      }),
    );
  }

  /** Gracefully, and for good. */
  async remove(node: NodeProcess): Promise<void> {
    node.isWanted = false;
    await node.process?.end("SIGTERM");
    this.nodes.splice(this.nodes.indexOf(node), 1);
    await this.#closeWays(node);
  }

  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await Promise.all(this.nodes.map(({ process }) => process?.end("SIGTERM")));
    await Promise.all(this.#supervisors);
    await Promise.all(this.nodes.map((node) => this.#closeWays(node)));
  }

  async #closeWays({ way, wayToStore }: NodeProcess): Promise<void> {
    await Promise.all([way.close(), wayToStore.close()]);
  }
}
