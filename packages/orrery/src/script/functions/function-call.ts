/** What goes to the thread of functions and comes back. All of it is plain data. */
import type { Value } from "@orrerydb/exact-json";
import type { UseStart } from "../guest/guest-kit.ts";
import type { ToldScriptError } from "../script-error.ts";

export interface FunctionCall {
  /** All functions of one have the same surroundings, and nobody else has. */
  readonly caller: number;
  /** Of the caller: the same each time. */
  readonly start: UseStart;
  readonly name: string;
  readonly body: string;
  /** JSON texts; undefined as it is. */
  readonly args: readonly (string | undefined)[];
}

export type ToFunctionThread =
  | { readonly kind: "call"; readonly call: FunctionCall }
  | { readonly kind: "forget"; readonly caller: number };

/** In the order of the calls. */
export type FromFunctionThread =
  | { readonly kind: "done"; readonly json: string | undefined; readonly usedMs: number }
  | ({ readonly kind: "failed" } & ToldScriptError);

/** Undefined, for which JSON has no text, stays as it is. */
export function parsedValue(json: string | undefined): Value {
  return json === undefined ? undefined : JSON.parse(json);
}
