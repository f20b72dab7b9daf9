/** The built server in a process of its own, with what it takes of the machine. Memory and descriptors are read from /proc. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.js", import.meta.url));
const PROBE = new URL("probe.mjs", import.meta.url).href;

export interface Footprint {
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly handles: number;
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly diskBytes: number;
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
    });
    process.once("exit", () => child.kill("SIGKILL"));
    const [line] = (await once(createInterface(child.stdout!), "line")) as [string];
    return new SoakedServer(child, folder, JSON.parse(line));
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async footprint(): Promise<Footprint> {
    const answer = once(this.#child, "message");
    this.#child.send("footprint");
    const [told] = (await answer) as [Pick<Footprint, "heapBytes" | "externalBytes" | "handles">];
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return {
      ...told,
      residentBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) * 1024,
      descriptors: readdirSync(`/proc/${this.#child.pid}/fd`).length,
      diskBytes: folderBytes(this.#folder),
    };
  }

  /** Whether it went as it should: gracefully, by itself. */
  async stop(): Promise<boolean> {
    this.#child.kill("SIGTERM");
    await this.#ended;
    return this.#child.exitCode === 0;
  }
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
