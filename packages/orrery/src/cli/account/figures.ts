/** What the commands read of the answers of the control API. */

export interface ContainerFigures {
  readonly database: string;
  readonly container: string;
  readonly partitionKey: { readonly paths?: readonly string[] };
  readonly throughput: { readonly ruPerSecond: number };
  readonly throttle: string;
  readonly partitions: number;
  readonly items: number;
  readonly bytes: number;
  readonly usedRuPerSecond: number;
  readonly throttledPerSecond: number;
}

interface Point {
  readonly requests: number;
  readonly ru: number;
  readonly throttled: number;
}

export interface PartitionFigures {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
  readonly ruPerSecond: number;
  readonly items: number;
  readonly storageBytes: number;
  readonly lsn: number;
  readonly lastSecond?: Point;
  readonly thisMinute?: Point;
}

interface BusyKey {
  readonly key: string;
  readonly count: number;
  readonly partition: string;
}

export interface KeyFigures {
  readonly consumers: readonly BusyKey[];
  readonly throttled: readonly BusyKey[];
  readonly largest: readonly {
    readonly key: string;
    readonly items: number;
    readonly storageBytes: number;
    readonly partition: string;
  }[];
}
