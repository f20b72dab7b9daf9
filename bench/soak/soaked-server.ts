/** The built server in a process of its own, with what it takes of the machine. Memory and descriptors are read from /proc. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inheritedEnvironment } from "../../tests/harness/server-process.ts";
import { processorMs } from "../processor-ms.ts";

const COMMAND = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.cjs", import.meta.url));
const PROBE = new URL("probe.mjs", import.meta.url).href;

/** A request that the server has and has not ended. */
interface WaitingRequest {
  readonly what: string;
  readonly ms: number;
}

export interface Footprint {
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly handles: number;
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly diskBytes: number;
  /** What the process has used of the processors. */
  readonly processorMs: number;
  /** Of the thread that serves: on a processor, and waiting for one that others had. */
  readonly runMs: number;
  readonly readyMs: number;
}

export class SoakedServer {
  readonly endpoint: string;
  readonly key: string;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  /** Lines of the log that speak of errors. */
  readonly complaints: string[] = [];

  private constructor(child: ChildProcess, folder: string, announced: { endpoint: string; key: string }) {
    this.#child = child;
    this.#folder = folder;
    this.endpoint = announced.endpoint;
    this.key = announced.key;
    this.#ended = once(child, "exit");
    createInterface(child.stderr!).on("line", (line) => {
      if (line.includes(" error ")) this.complaints.push(line);
    });
  }

  static async start(folder: string): Promise<SoakedServer> {
    const args = ["--port", "0", "--json", "--data", folder, "--log-level", "error"];
    const child = spawn(process.execPath, ["--expose-gc", "--import", PROBE, COMMAND, "serve", ...args], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: inheritedEnvironment(),
    });
    process.once("exit", () => child.kill("SIGKILL"));
    const [line] = (await once(createInterface(child.stdout!), "line")) as [string];
    return new SoakedServer(child, folder, JSON.parse(line));
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async footprint(): Promise<{ readonly footprint: Footprint; readonly waiting: readonly WaitingRequest[] }> {
    const answer = once(this.#child, "message");
    this.#child.send("footprint");
    const [{ waiting, ...told }] = (await answer) as [
      Pick<Footprint, "heapBytes" | "externalBytes" | "handles"> & { waiting: readonly WaitingRequest[] },
    ];
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const footprint = {
      ...told,
      residentBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) * 1024,
      descriptors: readdirSync(`/proc/${this.#child.pid}/fd`).length,
      diskBytes: folderBytes(this.#folder),
      processorMs: processorMs(this.#child.pid!),
      ...scheduling(this.#child.pid!),
    };
    return { footprint, waiting };
  }

  /** Whether it went as it should: gracefully, by itself. */
  async stop(): Promise<boolean> {
    this.#child.kill("SIGTERM");
    await this.#ended;
    return this.#child.exitCode === 0;
  }
}

function scheduling(pid: number): Pick<Footprint, "runMs" | "readyMs"> {
  const [run, ready] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return { runMs: Number(run) / 1e6, readyMs: Number(ready) / 1e6 };
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += folderBytes(path);
    // Files of LevelDB come and go.
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
