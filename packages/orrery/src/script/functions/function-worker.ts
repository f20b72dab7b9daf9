/** The thread of functions: each caller has a realm of its own here, from its first call until it is forgotten. */
import assert from "node:assert/strict";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { RealmShelf } from "../sandbox/realm-shelf.ts";
import { ScriptError, toldError } from "../script-error.ts";
import {
  type FromFunctionThread,
  type FunctionCall,
  parsedValue,
  type ToFunctionThread,
} from "./function-call.ts";
import { UdfRunner } from "./udf-runner.ts";

interface Caller {
  readonly runner: UdfRunner;
  readonly bodies: Map<string, string>;
}

assert(parentPort !== null, "this module is the entry of a worker thread");
const port = parentPort;
const shelf = new RealmShelf(() => workerData as WebAssembly.Module);
const callers = new Map<number, Caller>();

// On Linux a priority belongs to one thread: functions yield to the thread that serves requests.
if (process.platform === "linux") setPriority(5);

/** Messages are dealt with one after another. */
let last: Promise<void> = Promise.resolve();
port.on("message", (message: ToFunctionThread) => {
  last = last.then(() => receive(message));
});

async function receive(message: ToFunctionThread): Promise<void> {
  if (message.kind === "call") {
    port.postMessage(await answerTo(message.call));
    return;
  }
  callers.get(message.caller)?.runner.dispose();
  callers.delete(message.caller);
}

/** An error that is not the script's is a bug: it ends the thread, and all calls with it. */
async function answerTo(call: FunctionCall): Promise<FromFunctionThread> {
  const beganMs = performance.now();
  const { runner, bodies } = callers.get(call.caller) ?? (await newCaller(call));
  bodies.set(call.name, call.body);
  try {
    const value = runner.call(call.name, call.args.map(parsedValue));
    const json = value === undefined ? undefined : JSON.stringify(value);
    return { kind: "done", json, usedMs: performance.now() - beganMs };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { kind: "failed", ...toldError(error) };
  }
}

async function newCaller({ caller, start }: FunctionCall): Promise<Caller> {
  const bodies = new Map<string, string>();
  const getBody = (name: string) => bodies.get(name)!;
  const runner = new UdfRunner({ getBody }, { shelf, realm: await shelf.take(), start });
  const made = { runner, bodies };
  callers.set(caller, made);
  return made;
}
