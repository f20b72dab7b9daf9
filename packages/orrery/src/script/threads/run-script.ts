/** Drives one stored procedure or trigger in a sandbox, from its text to its end. Runs in a worker thread. */
import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { RunConfig } from "../guest/run.ts";
import type { Realm } from "../sandbox/realm.ts";
import { ScriptError } from "../script-error.ts";
import type { ScriptOperation, ScriptOperationResult } from "../script-host.ts";
import type { ScriptEnd, ScriptJob } from "../script-job.ts";
import { scriptLimits } from "../script-limits.ts";
import { generatedIds } from "./generated-ids.ts";
import { type ReadRunState, readRunState } from "./read-run-state.ts";

interface RunSurroundings {
  /** A realm of `runSource`; the caller rewinds it afterwards. */
  readonly realm: Realm;
  readonly call: (operation: ScriptOperation) => Promise<ScriptOperationResult>;
}

export async function runScript(job: ScriptJob, { realm, call }: RunSurroundings): Promise<ScriptEnd> {
  const run = realm.open(runConfig(job));
  const newId = generatedIds(job.seed);
  const start = realm.property(run, "start");
  const next = realm.property(run, "next");
  const deliver = realm.property(run, "deliver");

  realm.call(start, [realm.compile(job.body, `${job.name}.js`)]);
  for (let operations = 0; ; operations++) {
    realm.runJobs();
    const state = realm.call(next, []).consume((text) => readState(realm, text, newId));
    if (state.kind === "done") return state.end;
    if (operations >= scriptLimits.operationsMax) {
      throw new ScriptError("limit", `A script may do ${scriptLimits.operationsMax} operations.`);
    }
    const result = realm.string(JSON.stringify(await call(state.operation)));
    realm.call(deliver, [result]);
    result.dispose();
  }
}

function readState(realm: Realm, text: QuickJSHandle, newId: () => string): ReadRunState {
  return readRunState(realm.text(text, scriptLimits.messageCharactersMax), newId);
}

function runConfig(job: ScriptJob): RunConfig {
  return {
    parameters: job.parameters,
    startMs: job.startMs,
    seed: job.seed,
    request: job.request,
    ...(job.response === undefined ? {} : { response: job.response }),
    selfLink: job.selfLink,
    altLink: job.altLink,
    logging: job.enableLogging,
    acceptUntilMs: job.startMs + job.timeoutMs * scriptLimits.acceptingShare,
    operationsMax: scriptLimits.operationsMax,
    pageSizeMax: scriptLimits.pageSizeMax,
    bodyCharactersMax: scriptLimits.bodyCharactersMax,
    logCharactersMax: scriptLimits.logCharactersMax,
  };
}
