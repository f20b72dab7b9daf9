/** The thread that scripts run in: one run at a time, in a realm that is kept while it is clean. */
import assert from "node:assert/strict";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { runSource } from "../sandbox/guest-source.ts";
import { Realm } from "../sandbox/realm.ts";
import { ScriptError, toldError } from "../script-error.ts";
import type { ScriptOperation, ScriptOperationResult } from "../script-host.ts";
import type { FromRun, FromWorker, ScriptJob, ToWorker } from "../script-job.ts";
import { scriptLimits } from "../script-limits.ts";
import { runScript } from "./run-script.ts";

assert(parentPort !== null, "this module is the entry of a worker thread");
const port = parentPort;
const module = workerData as WebAssembly.Module;

// On Linux a priority belongs to one thread: a script that spins yields to the thread that serves requests.
if (process.platform === "linux") setPriority(5);

let idle: Realm | undefined;
let receive: ((result: ScriptOperationResult) => void) | undefined;

port.on("message", (message: ToWorker) => {
  if (message.kind === "run") void run(message.job);
  else receive?.(message.result);
});
void createRealm().then((realm) => {
  idle = realm;
  send({ kind: "ready" });
});

function createRealm(): Promise<Realm> {
  const { runMemoryPages, runStackBytes } = scriptLimits;
  return Realm.create(runSource, { module, memoryPages: runMemoryPages, stackBytes: runStackBytes });
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

function call(operation: ScriptOperation, steps: number): Promise<ScriptOperationResult> {
  return new Promise((resolve) => {
    receive = resolve;
    send({ kind: "operation", steps, operation });
  });
}

/** An error that is not the script's is a bug: it ends the thread, and the run with it. */
async function run(job: ScriptJob): Promise<void> {
  const realm = idle ?? (await createRealm());
  idle = undefined;
  send(await runToEnd(job, realm));
  if (!realm.sandbox.reusable) return;
  realm.sandbox.rewind();
  idle = realm;
}

async function runToEnd(job: ScriptJob, realm: Realm): Promise<FromRun> {
  const { sandbox } = realm;
  try {
    const end = await runScript(job, {
      realm,
      call: (operation) => call(operation, sandbox.stepsTaken),
    });
    return { kind: "done", steps: sandbox.stepsTaken, end };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { kind: "failed", steps: sandbox.stepsTaken, ...toldError(error) };
  }
}
