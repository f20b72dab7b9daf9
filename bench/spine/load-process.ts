/**
 * Hands jobs to the load generator, and tells what they took of the server's processor: also afterwards, by compactions for
 * example, which would else be counted with the next job.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processorMs } from "../processor-ms.ts";
import type { Job, Measured } from "./load.ts";

/** A server is done when it has used less than so much in a while; or when it never is. */
const SETTLED_MS = 20;
const LOOK_MS = 200;
const LOOKS_MAX = 50;

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

  async run(job: Job): Promise<Measured> {
    const answered = once(this.#process, "message");
    this.#process.send(job);
    const [measured] = (await Promise.race([answered, this.#failed])) as [Measured];
    return measured;
  }

  async measure(pid: number, job: Job): Promise<Load> {
    const beforeMs = processorMs(pid);
    const measured = await this.run(job);
    return { ...measured, processorUs: (((await settledMs(pid)) - beforeMs) * 1000) / job.requests };
  }

  stop(): void {
    this.#process.removeAllListeners("exit").disconnect();
  }
}

/** The processor time of a server that has done what it does afterwards. */
export async function settledMs(pid: number): Promise<number> {
  let usedMs = processorMs(pid);
  for (let look = 0; look < LOOKS_MAX; look++) {
    await setTimeout(LOOK_MS);
    const beforeMs = usedMs;
    usedMs = processorMs(pid);
    if (usedMs - beforeMs < SETTLED_MS) break;
  }
  return usedMs;
}
