/**
 * Operations that a script has asked for and the host has not yet answered. They leave one at a time, in order; a
 * callback may add more. Nothing is accepted when the time or the number of operations is nearly used up, so that a
 * script that looks at `isAccepted` can return what it has done so far.
 */
import type { ScriptOperation, ScriptOperationResult } from "../script-host.ts";

/** `generateId` asks for an id that the item does not bring. */
export type GuestOperation = ScriptOperation & { readonly generateId?: boolean };

export interface OperationQueue {
  /** Whether it was accepted; only then `deliver` will be called, once. */
  add(operation: GuestOperation, deliver: (result: ScriptOperationResult) => void): boolean;
  /** The next operation to send, or undefined when none waits. */
  next(): GuestOperation | undefined;
  /** Hands the result of the operation that was sent last to whoever asked for it. */
  deliver(result: ScriptOperationResult): void;
}

export function createOperationQueue(acceptUntilMs: number, operationsMax: number): OperationQueue {
  const now = Date.now;
  const waiting: { operation: GuestOperation; deliver: (result: ScriptOperationResult) => void }[] = [];
  let accepted = 0;
  let first = 0;

  return {
    add(operation, deliver) {
      if (accepted >= operationsMax || now() >= acceptUntilMs) return false;
      accepted += 1;
      waiting.push({ operation, deliver });
      return true;
    },
    next() {
      return waiting[first]?.operation;
    },
    deliver(result) {
      const entry = waiting[first];
      delete waiting[first];
      first += 1;
      entry?.deliver(result);
    },
  };
}
