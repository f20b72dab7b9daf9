/** The server process of a client program, and what the program may ask of it. */

import { once } from "node:events";
import { join } from "node:path";
import { connect } from "node:tls";
import { ControlClient } from "../harness/control-client.ts";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { storedTexts } from "../harness/stored-texts.ts";

export const CLIENT_DATABASE = "clients";

export interface Ask {
  readonly ask: "split" | "enforce" | "refused" | "restart";
  readonly container: string;
}

export class ClientServer {
  readonly #data: string;
  #process: ServerProcess;

  private constructor(data: string, process: ServerProcess) {
    this.#data = data;
    this.#process = process;
  }

  static async start(data: string): Promise<ClientServer> {
    const server = new ClientServer(data, await startProcess(argumentsFor(data)));
    // The certificate is made when it is first needed.
    const socket = connect({ port: server.#process.port, host: "localhost", rejectUnauthorized: false });
    await once(socket, "secureConnect");
    socket.destroy();
    return server;
  }

  /** What a program is told, by the name that the certificate is for. */
  get environment(): Readonly<Record<string, string>> {
    const { port, key } = this.#process;
    return {
      ORRERY_ENDPOINT: `https://localhost:${port}/`,
      ORRERY_KEY: key,
      ORRERY_CERTIFICATE: join(this.#data, "certificate.pem"),
    };
  }

  /** Answers with the line that the program waits for. */
  async answer({ ask, container }: Ask): Promise<string> {
    const path = `dbs/${CLIENT_DATABASE}/colls/${container}`;
    switch (ask) {
      case "enforce":
        await this.#send("PUT", `${path}/throttle`, { mode: "enforce" });
        return "done";
      case "refused":
        return `${await this.#refused(path)}`;
      case "split":
        return `${await this.#splitLargest(path)}`;
      case "restart":
        await this.#process.end("SIGTERM");
        this.#process = await startProcess([...argumentsFor(this.#data), "--port", `${this.#process.port}`]);
        return "done";
    }
  }

  async storedTexts(container: string): Promise<ReadonlyMap<string, string>> {
    const raw = new SignedClient(this.#process.endpoint, this.#process.key);
    try {
      return await storedTexts(raw, `dbs/${CLIENT_DATABASE}/colls/${container}`);
    } finally {
      raw.close();
    }
  }

  async stop(): Promise<void> {
    await this.#process.end("SIGTERM");
  }

  /** How many partitions there are then. */
  async #splitLargest(path: string): Promise<number> {
    const { partitions } = await this.#send("GET", `${path}/partitions`);
    const bySize = (partitions as { id: string; items: number }[]).toSorted((a, b) => b.items - a.items);
    const split = await this.#send("POST", `${path}/partitions/${bySize[0]!.id}/split`, { at: "data" });
    return split.partitions.length;
  }

  /** How many requests to the container got 429. */
  async #refused(path: string): Promise<number> {
    const { partitions } = await this.#send("GET", `${path}/history?unit=minutes`);
    return (partitions as { points: { throttled: number }[] }[])
      .flatMap(({ points }) => points)
      .reduce((sum, { throttled }) => sum + throttled, 0);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the callers say what they expect
  async #send(method: string, path: string, body?: object): Promise<any> {
    const answer = await new ControlClient(this.#process).send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
    return answer.body;
  }
}

function argumentsFor(data: string): string[] {
  return ["--data", data, "--log-level", "error"];
}
