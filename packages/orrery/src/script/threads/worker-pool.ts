/**
 * A few worker threads, started when first needed and kept warm. A run has a thread to itself, so that a script that
 * is stopped takes no other with it; further runs wait in line, and their time begins when their turn does. They do
 * not wait forever for scripts that spin.
 *
 * The engine takes a thread before it takes the lock of the key that a script works on, so that nobody's lock waits for
 * a thread. Whoever holds such a lock for a script has a thread, and the line always moves.
 */
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { sandboxModule } from "../sandbox/sandbox.ts";
import { ScriptError } from "../script-error.ts";
import type { ScriptHost } from "../script-host.ts";
import type { ScriptEnd, ScriptJob } from "../script-job.ts";
import { scriptLimits } from "../script-limits.ts";
import { ScriptWorker } from "./script-worker.ts";

/** At least two, so that one script that spins does not stop all others; beyond that, a core is left to the server. */
const DEFAULT_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));

interface WorkerPoolOptions {
  readonly threads?: number;
  readonly waitingMs?: number;
  /** What scripts take for the time, in milliseconds since 1970. */
  now(): number;
}

/** A run that has no thread yet, and therefore has not begun. */
export interface WaitingRun {
  readonly job: Omit<ScriptJob, "startMs">;
  readonly host: ScriptHost;
}

/** A thread that is one's own for a while. */
export interface ScriptThread {
  run(waiting: WaitingRun): Promise<ScriptEnd>;
}

interface Turn {
  take(): void;
  refuse(reason: unknown): void;
}

export class WorkerPool {
  readonly #threads: number;
  readonly #waitingMs: number;
  readonly #now: () => number;
  readonly #idle: ScriptWorker[] = [];
  readonly #workers = new Set<ScriptWorker>();
  readonly #waiting: Turn[] = [];
  /** Runs that have a thread, or are starting one. */
  #running = 0;
  #closed = false;

  constructor({ threads = DEFAULT_THREADS, waitingMs = scriptLimits.waitingMs, now }: WorkerPoolOptions) {
    assert(threads >= 1);
    this.#threads = threads;
    this.#waitingMs = waitingMs;
    this.#now = now;
  }

  /** Waits for a thread, which runs what `work` gives it, one run after another. */
  async withThread<T>(work: (thread: ScriptThread) => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work({ run: (waiting) => this.#run(waiting) });
    } finally {
      this.#passOn();
    }
  }

  run(waiting: WaitingRun): Promise<ScriptEnd> {
    return this.withThread((thread) => thread.run(waiting));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const turn of this.#waiting.splice(0)) turn.refuse(closedError());
    await Promise.all([...this.#workers].map((worker) => worker.close()));
    this.#idle.length = 0;
  }

  async #run({ job, host }: WaitingRun): Promise<ScriptEnd> {
    const worker = this.#takeIdle() ?? (await this.#start());
    try {
      return await worker.run({ job: { ...job, startMs: Math.floor(this.#now()) }, host });
    } finally {
      if (worker.alive) this.#idle.push(worker);
      else this.#workers.delete(worker);
    }
  }

  async #turn(): Promise<void> {
    if (this.#closed) throw closedError();
    if (this.#running >= this.#threads) await this.#wait();
    else this.#running++;
  }

  /** The place goes to the next in line without becoming free, so that no newcomer takes it. */
  #passOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next.take();
  }

  #takeIdle(): ScriptWorker | undefined {
    const worker = this.#idle.pop();
    if (worker === undefined || worker.alive) return worker;
    this.#workers.delete(worker);
    return this.#takeIdle();
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= scriptLimits.waitingRunsMax) throw busyError();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(busyError());
      }, this.#waitingMs);
      const turn: Turn = {
        take() {
          clearTimeout(timer);
          resolve();
        },
        refuse(reason) {
          clearTimeout(timer);
          reject(reason);
        },
      };
      this.#waiting.push(turn);
    });
  }

  async #start(): Promise<ScriptWorker> {
    const worker = await ScriptWorker.start(sandboxModule());
    if (this.#closed) {
      await worker.close();
      throw closedError();
    }
    this.#workers.add(worker);
    return worker;
  }
}

function busyError(): ScriptError {
  return new ScriptError("busy", "Other scripts have all threads and are not done. Try again later.");
}

function closedError(): Error {
  return new Error("the script threads are closed");
}
