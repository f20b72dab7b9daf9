/**
 * Calls of user-defined functions that take long to be read are made in a thread of their own, one after another, so that
 * the thread that serves requests does not stop for them. It is started when it is first needed.
 *
 * What a function gets and gives is JSON text on its way: it is made and read faster than a copy of the objects.
 */
import { Worker } from "node:worker_threads";
import { workerEntry } from "../../schedule/worker-entry.ts";
import { outOfMemory, sandboxModule } from "../sandbox/sandbox.ts";
import { scriptErrorOf } from "../script-error.ts";
import { isOutOfMemory, THREAD_LIMITS } from "../threads/script-worker.ts";
import type { FromFunctionThread, FunctionCall, ToFunctionThread } from "./function-call.ts";

/** What a call gave, in JSON or undefined, and how long it took there. */
export interface DistantResult {
  readonly json: string | undefined;
  readonly usedMs: number;
}

interface Waiting {
  resolve(result: DistantResult): void;
  reject(error: unknown): void;
}

export class FunctionThread {
  #worker: Worker | undefined;
  /** Calls under way, in their order. */
  #waiting: Waiting[] = [];
  #isClosed = false;

  call(call: FunctionCall): Promise<DistantResult> {
    if (this.#isClosed) return Promise.reject(new Error("the thread of functions is closed"));
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#send({ kind: "call", call });
    });
  }

  /** No more calls of this one will come. */
  forget(caller: number): void {
    if (this.#worker !== undefined) this.#send({ kind: "forget", caller });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#end(new Error("the thread of functions was closed"));
    await worker?.terminate();
  }

  #send(message: ToFunctionThread): void {
    this.#worker!.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(workerEntry("script/functions/function-worker", import.meta.url), {
      execArgv: [],
      env: {},
      workerData: sandboxModule(),
      resourceLimits: THREAD_LIMITS,
    });
    const fail = (error: unknown) => {
      if (this.#worker === worker) this.#end(error);
    };
    worker.on("message", (answer: FromFunctionThread) => {
      // One that was closed may have answered meanwhile.
      if (this.#worker === worker) this.#receive(answer);
    });
    worker.on("error", (error) => fail(isOutOfMemory(error) ? outOfMemory() : error));
    worker.on("exit", () => fail(new Error("the thread of functions ended unexpectedly")));
    return worker;
  }

  #receive(answer: FromFunctionThread): void {
    const { resolve, reject } = this.#waiting.shift()!;
    if (this.#waiting.length === 0) this.#worker?.unref();
    if (answer.kind === "failed") reject(scriptErrorOf(answer));
    else resolve(answer);
  }

  /** The next call starts another. */
  #end(error: unknown): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
