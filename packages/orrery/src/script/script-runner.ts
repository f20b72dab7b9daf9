/**
 * Runs the scripts of a server: stored procedures and triggers in worker threads, user-defined functions beside the
 * query that calls them, or in a thread of their own if they are given much to read. The engine owns one of these, holds the script's lock and transaction around each run, and
 * rolls back when a run rejects.
 */

import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import type { TriggerOperation } from "../value/operations/item-operation.ts";
import { parsedValue } from "./functions/function-call.ts";
import { FunctionThread } from "./functions/function-thread.ts";
import { UdfRunner, type UdfSource } from "./functions/udf-runner.ts";
import type { Seed } from "./guest/guest-kit.ts";
import type { MessageProperty } from "./guest/message.ts";
import { RealmShelf } from "./sandbox/realm-shelf.ts";
import { sandboxModule } from "./sandbox/sandbox.ts";
import { ScriptError } from "./script-error.ts";
import type { ScriptHost } from "./script-host.ts";
import type { ScriptEnd, ScriptJob } from "./script-job.ts";
import { scriptLimits } from "./script-limits.ts";
import { type ScriptThread, WorkerPool } from "./threads/worker-pool.ts";

interface ScriptOptions {
  /** The text of one function expression. */
  readonly body: string;
  /** The script's id, which names it in error stacks. */
  readonly name?: string;
  readonly host: ScriptHost;
  /** Links of the container by resource ids and by names, as `getSelfLink()` and `getAltLink()` give them. */
  readonly selfLink: string;
  readonly altLink: string;
  readonly enableLogging?: boolean;
  /** Taken before; absent: the run waits for one. */
  readonly thread?: ScriptThread;
  /** At most and by default `scriptLimits.timeoutMs`; tests wait less. */
  readonly timeoutMs?: number;
}

interface StoredProcedureOptions extends ScriptOptions {
  readonly parameters: readonly Json[];
}

export interface TriggerOptions extends ScriptOptions {
  readonly type: "pre" | "post";
  readonly operation: TriggerOperation;
  /** What the request brings; undefined for a delete. */
  readonly requestBody: JsonObject | undefined;
  /** What a post-trigger finds as the response. */
  readonly responseBody?: JsonObject;
}

interface StoredProcedureResult {
  readonly body: Value;
  readonly log: string;
}

interface TriggerResult {
  /** The request of a pre-trigger, or the response of a post-trigger, as the trigger leaves it. */
  readonly body: Value;
}

/** What scripts take from outside: the time that they see, and their chance. */
export interface ScriptEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
}

export class ScriptRunner {
  readonly #environment: ScriptEnvironment;
  readonly #pool: WorkerPool;
  readonly #shelf = new RealmShelf(sandboxModule);
  readonly #functions = new FunctionThread();
  #callers = 0;

  constructor(options: { readonly environment: ScriptEnvironment; readonly threads?: number }) {
    const { environment, threads } = options;
    this.#environment = environment;
    this.#pool = new WorkerPool({
      now: () => environment.now(),
      ...(threads === undefined ? {} : { threads }),
    });
  }

  /** Waits for a thread, and has it to itself while `work` is under way. */
  withThread<T>(work: (thread: ScriptThread) => Promise<T>): Promise<T> {
    return this.#pool.withThread(work);
  }

  async runStoredProcedure(options: StoredProcedureOptions): Promise<StoredProcedureResult> {
    const end = await this.#run(options, {
      parameters: options.parameters,
      request: {
        Body: { value: options.parameters, writable: false },
        OperationType: { value: "ExecuteJavaScript", writable: false },
      },
      // The response of a procedure that sets none is the empty string, and appending begins with it.
      response: { Body: { value: "", writable: true } },
    });
    return { body: parsedValue(end.response), log: end.log };
  }

  async runTrigger(options: TriggerOptions): Promise<TriggerResult> {
    const isPre = options.type === "pre";
    const end = await this.#run(options, {
      parameters: [],
      request: {
        Body: property(options.requestBody, isPre),
        OperationType: { value: options.operation, writable: false },
      },
      ...(isPre ? {} : { response: { Body: property(options.responseBody, true) } }),
    });
    if (!isPre) return { body: parsedValue(end.response) };
    return { body: requestObject(parsedValue(end.request), options.requestBody) };
  }

  /** The functions of one request; the caller disposes of them when the request ends. */
  async createUdfRunner(source: UdfSource): Promise<UdfRunner> {
    const realm = await this.#shelf.take();
    const start = { startMs: Math.floor(this.#environment.now()), seed: this.#newSeed() };
    const distant = { thread: this.#functions, caller: this.#callers++ };
    return new UdfRunner(source, { shelf: this.#shelf, realm, start, distant });
  }

  /** Ends all runs; nothing can be run afterwards. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#functions.close()]);
  }

  #newSeed(): Seed {
    const word = () => Math.floor(this.#environment.random() * 2 ** 32);
    return [word(), word(), word(), word()].map((each) => each.toString(16).padStart(8, "0")).join("");
  }

  #run(
    options: ScriptOptions,
    job: Pick<ScriptJob, "parameters" | "request" | "response">,
  ): Promise<ScriptEnd> {
    const { body, host, selfLink, altLink, thread = this.#pool } = options;
    return thread.run({
      job: {
        ...job,
        body,
        seed: this.#newSeed(),
        name: options.name ?? "script",
        selfLink,
        altLink,
        enableLogging: options.enableLogging ?? false,
        timeoutMs: Math.min(options.timeoutMs ?? scriptLimits.timeoutMs, scriptLimits.timeoutMs),
      },
      host,
    });
  }
}

function property(value: Value, writable: boolean): MessageProperty {
  return value === undefined ? { writable } : { value, writable };
}

/** A pre-trigger may leave its request as an object or as the JSON text of one, or alone. */
function requestObject(body: Value, original: JsonObject | undefined): JsonObject | undefined {
  if (body === undefined && original === undefined) return undefined;
  const object = typeof body === "string" ? parseText(body) : body;
  if (typeof object === "object" && object !== null && !Array.isArray(object)) return object as JsonObject;
  throw new ScriptError("thrown", "The pre-trigger left a request body that is not an object.", {
    number: 400,
  });
}

function parseText(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
