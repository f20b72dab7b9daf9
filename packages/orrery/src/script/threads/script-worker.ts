/**
 * One worker thread, seen from the main thread. It runs one script at a time and serves the script's operations
 * from here. Whatever cannot be stopped inside is stopped from here, with the thread: a run past its time, a run
 * whose caller went away, a host that failed. Then the worker is gone, and its pool starts another.
 *
 * The steps of a run are known whenever its thread speaks. One that computes when its time is up does not: it is taken
 * to have computed all the time, so that the same script costs the same each time that it is stopped.
 */
import { Worker } from "node:worker_threads";
import { workerEntry } from "../../schedule/worker-entry.ts";
import { outOfMemory } from "../sandbox/sandbox.ts";
import { ScriptError, scriptErrorOf } from "../script-error.ts";
import type { ScriptHost } from "../script-host.ts";
import type { FromWorker, ScriptEnd, ScriptJob, ToWorker } from "../script-job.ts";
import { scriptLimits } from "../script-limits.ts";

interface RunRequest {
  readonly job: ScriptJob;
  readonly host: ScriptHost;
}

/** A thread's own JavaScript heap and stack; what scripts use is WebAssembly memory, bounded by itself. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };

interface Run {
  readonly host: ScriptHost;
  /** Those that the host was told of. */
  steps: number;
  /** False while the host has the turn. */
  computing: boolean;
  resolve(end: ScriptEnd): void;
  reject(error: unknown): void;
}

export class ScriptWorker {
  readonly #worker: Worker;
  #run: Run | undefined;
  #alive = true;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error) => this.#die(isOutOfMemory(error) ? outOfMemory() : error));
    worker.on("exit", () => this.#die(new Error("the script thread ended unexpectedly")));
  }

  /** Starts a thread and waits until it can run scripts at once. */
  static start(module: WebAssembly.Module): Promise<ScriptWorker> {
    const worker = new Worker(workerEntry("script/threads/worker", import.meta.url), {
      execArgv: [],
      env: {},
      workerData: module,
      resourceLimits: THREAD_LIMITS,
    });
    return new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error("the script thread ended before it was ready"));
      worker.once("error", reject);
      worker.once("exit", onExit);
      worker.once("message", () => {
        worker.off("error", reject);
        worker.off("exit", onExit);
        worker.unref();
        resolve(new ScriptWorker(worker));
      });
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Requires that no run is under way. */
  async run({ job, host }: RunRequest): Promise<ScriptEnd> {
    const onTimeout = (): void => {
      if (this.#run?.computing) countSteps(this.#run, job.timeoutMs * scriptLimits.stoppedStepsPerMs);
      this.#die(new ScriptError("timeout", `The script ran longer than ${job.timeoutMs} ms.`));
    };
    const timer = setTimeout(onTimeout, job.timeoutMs);
    this.#worker.ref();
    try {
      return await new Promise<ScriptEnd>((resolve, reject) => {
        this.#run = { host, steps: 0, computing: true, resolve, reject };
        this.#send({ kind: "run", job });
      });
    } finally {
      clearTimeout(timer);
      this.#run = undefined;
      this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    this.#die(new Error("the script thread was closed"));
    await this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    const run = this.#run;
    if (run === undefined || message.kind === "ready") return;
    countSteps(run, message.steps);
    if (message.kind === "operation") {
      run.computing = false;
      run.host.call(message.operation).then(
        (result) => {
          if (this.#run !== run) return;
          run.computing = true;
          this.#send({ kind: "result", result });
        },
        (error) => {
          if (this.#run === run) this.#die(error);
        },
      );
    } else if (message.kind === "done") {
      run.resolve(message.end);
    } else {
      run.reject(scriptErrorOf(message));
    }
  }

  #die(reason: unknown): void {
    if (!this.#alive) return;
    this.#alive = false;
    void this.#worker.terminate();
    this.#run?.reject(reason);
  }
}

/** `stepsSoFar` of the whole run; the host is told what is new. */
function countSteps(run: Run, stepsSoFar: number): void {
  const steps = stepsSoFar - run.steps;
  if (steps <= 0) return;
  run.steps = stepsSoFar;
  run.host.countSteps(steps);
}

/** The thread's own heap: texts on their way in and out. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
