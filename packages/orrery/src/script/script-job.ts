/** What one thread tells another: a run of a script, its operations, its end. All of it is plain data. */
import type { Json } from "@orrerydb/exact-json";
import type { Seed } from "./guest/guest-kit.ts";
import type { MessageProperty } from "./guest/message.ts";
import type { ToldScriptError } from "./script-error.ts";
import type { ScriptOperation, ScriptOperationResult } from "./script-host.ts";

export interface ScriptJob {
  readonly body: string;
  /** Names the script in stacks. */
  readonly name: string;
  readonly parameters: readonly Json[];
  /** What `Date` says when the run begins. */
  readonly startMs: number;
  /** What `Math.random` and the generated ids start from. */
  readonly seed: Seed;
  readonly request: Record<string, MessageProperty>;
  readonly response?: Record<string, MessageProperty>;
  readonly selfLink: string;
  readonly altLink: string;
  readonly enableLogging: boolean;
  readonly timeoutMs: number;
}

/** The bodies are JSON text; undefined where the script left none. */
export interface ScriptEnd {
  readonly request: string | undefined;
  readonly response: string | undefined;
  readonly log: string;
}

export type ToWorker =
  | { readonly kind: "run"; readonly job: ScriptJob }
  | { readonly kind: "result"; readonly result: ScriptOperationResult };

/** `steps` are those of the run so far. */
export type FromRun =
  | { readonly kind: "operation"; readonly steps: number; readonly operation: ScriptOperation }
  | { readonly kind: "done"; readonly steps: number; readonly end: ScriptEnd }
  | ({ readonly kind: "failed"; readonly steps: number } & ToldScriptError);

export type FromWorker = { readonly kind: "ready" } | FromRun;
