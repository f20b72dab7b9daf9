import type { JsonObject, Value } from "@orrerydb/exact-json";
import type { ScriptThread } from "../../script/threads/worker-pool.ts";
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import type { TriggerOperation } from "../../value/operations/item-operation.ts";
import type { Container } from "../container/container.ts";
import type { WriteResult } from "./item-writes.ts";
import type { LogicalPlace } from "./logical-place.ts";

/** What items need of scripts. */
export interface TriggerRunner {
  /** Runs a write when its triggers may begin. */
  inTurn<T>(place: LogicalPlace, write: (thread: ScriptThread) => Promise<T>): Promise<T>;
  writeWithTriggers(names: TriggerNames, write: TriggeredWrite): Promise<TriggeredResult>;
}

/** The triggers that a request names. */
export interface BoundTriggers {
  inTurn<T>(place: LogicalPlace, write: (thread: ScriptThread) => Promise<T>): Promise<T>;
  write(triggered: TriggeredWrite): Promise<TriggeredResult>;
}

export interface TriggerNames {
  readonly pre: readonly string[];
  readonly post: readonly string[];
}

/** A write, with all that is needed to run triggers around it. */
export interface TriggeredWrite {
  readonly container: Container;
  readonly place: LogicalPlace;
  readonly transaction: LogicalTransaction;
  /** Where they run. */
  readonly thread: ScriptThread;
  /** As triggers are told it. */
  readonly operation: TriggerOperation;
  /** Absent where the client sent no item. */
  readonly document: JsonObject | undefined;
  /** Called once, with the item as the pre-trigger left it. */
  write(document: JsonObject | undefined): Promise<WriteResult>;
}

export interface TriggeredResult extends WriteResult {
  /** What a post-trigger answers instead of the item. */
  readonly body?: Value;
}
