/** What the control API answers, as docs/control-api.md describes it. */

export interface ServerFigures {
  readonly version: string;
  readonly access: "full" | "readOnly";
  readonly inMemory: boolean;
}

export interface PartitionKeyDefinition {
  readonly paths: readonly string[];
  readonly kind?: "Hash" | "MultiHash" | "Range";
  readonly version?: 1 | 2;
}

export interface ContainerFigures {
  readonly database: string;
  readonly container: string;
  readonly partitionKey: PartitionKeyDefinition;
  readonly throughput:
    | { readonly kind: "manual"; readonly ruPerSecond: number }
    | { readonly kind: "autoscale"; readonly maximumRuPerSecond: number };
  readonly sharesDatabaseThroughput: boolean;
  readonly replacePending: boolean;
  readonly throttle: "observe" | "enforce";
  readonly partitions: number;
  readonly items: number;
  readonly bytes: number;
  readonly usedRuPerSecond: number;
  readonly throttledPerSecond: number;
}

/** What it may spend at most. */
export function ruLimit({ throughput }: ContainerFigures): number {
  return throughput.kind === "manual" ? throughput.ruPerSecond : throughput.maximumRuPerSecond;
}

export interface HistoryPoint {
  readonly startMs: number;
  readonly requests: number;
  readonly ru: number;
  readonly normalised: number;
  readonly throttled: number;
}

/** What one partition did, oldest first. */
export interface PartitionHistory {
  readonly id: string;
  readonly gone?: boolean;
  readonly points: readonly HistoryPoint[];
}

export interface PartitionFigures {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
  readonly parents: readonly string[];
  readonly ruPerSecond: number;
  readonly items: number;
  readonly storageBytes: number;
  /** It grows with every commit. */
  readonly lsn: number;
  readonly lastSecond?: HistoryPoint;
}

export type HeatUnit = "seconds" | "minutes" | "halfHours";

export interface HeatKey {
  readonly key: string;
  readonly ru: number;
  readonly throttled: number;
}

export interface HeatColumn {
  readonly startMs: number;
  readonly slices: readonly (readonly [slice: number, ru: number, throttled: number])[];
  readonly keys: readonly HeatKey[];
  /** The bytes of every slice, where they were asked for. */
  readonly storage?: readonly number[];
}

export interface HeatFigures {
  readonly nowMs: number;
  readonly columnMs: number;
  readonly slices: number;
  readonly columns: readonly HeatColumn[];
}

export interface KeyFigures {
  readonly consumers: readonly { key: string; count: number; error: number; partition: string }[];
  readonly throttled: readonly { key: string; count: number; error: number; partition: string }[];
  readonly largest: readonly { key: string; items: number; storageBytes: number; partition: string }[];
}

/** The words of queries, for the editor. */
export interface QueryWords {
  readonly keywords: readonly string[];
  readonly functions: readonly string[];
}

/** One of the last requests, and what became of it. */
export interface RequestFigures {
  readonly number: number;
  readonly at: string;
  readonly activityId: string;
  readonly operation: string;
  readonly database?: string;
  readonly container?: string;
  readonly id?: string;
  readonly key?: string;
  readonly partitions: readonly string[];
  readonly status: number;
  readonly substatus?: number;
  readonly charge: number;
  readonly ms: number;
  readonly stages: Readonly<Record<"authenticate" | "receive" | "work", number>>;
  readonly items?: number;
  readonly bytes: number;
  readonly query?: string;
  readonly why?: string;
  readonly fault?: string;
  readonly method: string;
  readonly path: string;
  readonly client?: string;
}
