/** Hands jobs to the load generator, and tells what they took of the server's processor. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { processorMs } from "../processor-ms.ts";
import type { Job, Measured } from "./load.ts";

export interface Load extends Measured {
  /** Of all threads of the server, for one request. */
  readonly processorUs: number;
}

export class LoadProcess {
  readonly #process: ChildProcess = fork(fileURLToPath(new URL("load.ts", import.meta.url)));
  readonly #failed = once(this.#process, "exit").then(() => {
    throw new Error("the load generator failed");
  });

  constructor() {
    this.#failed.catch(() => undefined);
  }

  async measure(pid: number, job: Job): Promise<Load> {
    const beforeMs = processorMs(pid);
    const answered = once(this.#process, "message");
    this.#process.send(job);
    const [measured] = (await Promise.race([answered, this.#failed])) as [Measured];
    return { ...measured, processorUs: ((processorMs(pid) - beforeMs) * 1000) / job.requests };
  }

  stop(): void {
    this.#process.removeAllListeners("exit").disconnect();
  }
}
