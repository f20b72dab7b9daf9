/**
 * A fault on command, as data: which requests meet it, what they get instead of their answer, how often and how long. The
 * model is that of the test packages of the Java and .NET clients, so that rules can be carried over; docs/faults.md
 * describes it.
 */
import { ITEM_OPERATION_KINDS } from "../../value/item-operation.ts";
import type { FaultAnswer } from "./fault-answers.ts";

/** What is done with items, and `metadata`: everything else that clients ask for. */
export const FAULT_OPERATIONS = [
  ...ITEM_OPERATION_KINDS,
  "query",
  "batch",
  "list",
  "changes",
  "execute",
  "queryPlan",
  "metadata",
] as const;

export type FaultOperation = (typeof FAULT_OPERATIONS)[number];

/** Which requests meet the fault: those that fit every member that is given. */
export interface FaultCondition {
  /** Absent: all but `queryPlan` and `metadata`, without which clients get no further. */
  readonly operations?: readonly FaultOperation[];
  readonly database?: string;
  readonly container?: string;
  /** A partition key value, or a list of values for a hierarchical key. */
  readonly key?: KeyPart | readonly KeyPart[];
  /** The id of a physical partition: requests by a key that lies there, by that range, or by neither. */
  readonly partition?: string;
  readonly connection?: "gateway" | "direct";
}

type KeyPart = string | number | boolean | null;

/** How long to wait: always the same, uniform between two, exponential by its mean, or log-normal by median and p99. */
export type FaultLatency =
  | { readonly ms: number }
  | { readonly fromMs: number; readonly toMs: number }
  | { readonly meanMs: number }
  | { readonly medianMs: number; readonly p99Ms: number };

/** What becomes of a request that meets the fault. */
export interface FaultResult {
  /** An answer with that status; `cut`: the connection is closed without one; `delay`: its own answer, late. */
  readonly type: FaultAnswer | "cut" | "delay";
  /** Of `tooManyRequests` and `retryWith`. */
  readonly retryAfterMs?: number;
  /** The request waits before anything else happens. */
  readonly latency?: FaultLatency;
  /** The request is carried out all the same, and only its answer is lost. */
  readonly carriedOut?: boolean;
  /** How often the same operation meets the fault before it is let through; absent: always. */
  readonly times?: number;
  /** The share of requests that meet the fault, above 0 and up to 1. */
  readonly rate?: number;
}

export interface FaultRule {
  /** By which the rule is known; absent: one is made. */
  readonly id?: string;
  readonly condition?: FaultCondition;
  readonly result: FaultResult;
  /** How many requests that fit are let through first. */
  readonly skip?: number;
  /** How many requests meet the fault in all. */
  readonly hitLimit?: number;
  /** From when the rule was added. */
  readonly startDelayMs?: number;
  /** From when it begins. */
  readonly durationMs?: number;
  readonly enabled?: boolean;
}

/** A rule and what it has done so far. */
export interface FaultState extends FaultRule {
  readonly id: string;
  readonly enabled: boolean;
  /** Requests that fit its condition while it was active. */
  readonly seen: number;
  /** Requests that met the fault. */
  readonly hits: number;
  /** Whether it still waits to begin, is active, or has ended by its time or its number of hits. */
  readonly state: "waiting" | "active" | "disabled" | "over";
}
