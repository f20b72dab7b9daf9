/**
 * The control API as one typed object: what goes on inside, and what a test wants to bring about. The same class asks a
 * server in this process and one that runs elsewhere; docs/control-api.md describes what each call does.
 */
import type {
  ChangedPartitions,
  ClockState,
  ContainerFigures,
  KeyFigures,
  PartitionFigures,
  PartitionHistories,
  RequestList,
  ThrottleMode,
} from "../api/control-api.ts";
import type { Ask } from "./ask-control.ts";
import { type ContainerName, containerNameText, containerPath } from "./container-name.ts";
import { FaultControl } from "./fault-control.ts";

interface ClockControl {
  read(): Promise<ClockState>;
  /** Moves the clock of the database ahead: time to live, budgets, the times of rules for faults. */
  advance(ms: number): Promise<ClockState>;
}

interface RequestFilter {
  readonly from?: number;
  readonly limit?: number;
  readonly container?: ContainerName;
  /** Only those that were answered with 400 or more. */
  readonly failed?: boolean;
}

export class Control {
  readonly faults: FaultControl;
  readonly clock: ClockControl;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
    this.faults = new FaultControl(ask);
    this.clock = {
      read: () => ask<"GET clock">("GET", "clock"),
      advance: (ms) => ask<"POST clock">("POST", "clock", { advanceMs: ms }),
    };
  }

  /** Deletes all databases and all rules for faults, and ends a recording. Answers the names of the databases. */
  async reset(): Promise<readonly string[]> {
    return (await this.#ask<"POST reset">("POST", "reset")).databases;
  }

  /** The last requests of clients, oldest first, or those from a number on; `next` is the number of the one to come. */
  requests({ from, limit = 100, container, failed = false }: RequestFilter = {}): Promise<RequestList> {
    const filter = new URLSearchParams({ limit: String(limit), failed: String(failed) });
    if (from !== undefined) filter.set("from", String(from));
    if (container !== undefined) filter.set("container", containerNameText(container));
    return this.#ask<"GET requests">("GET", `requests?${filter}`);
  }

  /** Every container of every database. */
  async containers(): Promise<readonly ContainerFigures[]> {
    return (await this.#ask<"GET containers">("GET", "containers")).containers;
  }

  /** The physical partitions of a container, in the order of their hash ranges. */
  async partitions(of: ContainerName): Promise<readonly PartitionFigures[]> {
    return (await this.#ask<"GET C/partitions">("GET", `${containerPath(of)}/partitions`)).partitions;
  }

  /** The partition keys that took most RU, were throttled most, and hold most. */
  hotKeys(of: ContainerName, { limit = 20 }: { readonly limit?: number } = {}): Promise<KeyFigures> {
    return this.#ask<"GET C/keys">("GET", `${containerPath(of)}/keys?limit=${limit}`);
  }

  /** What each partition did, oldest first: in the last two minutes by seconds, or in the last six hours by minutes. */
  async history(
    of: ContainerName,
    { unit = "minutes", limit }: { readonly unit?: "seconds" | "minutes"; readonly limit?: number } = {},
  ): Promise<readonly PartitionHistories[]> {
    const target = `${containerPath(of)}/history?unit=${unit}${limit === undefined ? "" : `&limit=${limit}`}`;
    return (await this.#ask<"GET C/history">("GET", target)).partitions;
  }

  /** Splits a partition, online: in the middle of its hash range, of its data, or where the right half shall begin. */
  split(
    of: ContainerName,
    partition: string,
    point: { readonly at?: "midpoint" | "data" } | { readonly epk: string } = {},
  ): Promise<ChangedPartitions> {
    return this.#ask<"POST C/partitions/{partition}/split">(
      "POST",
      `${containerPath(of)}/partitions/${encodeURIComponent(partition)}/split`,
      point,
    );
  }

  /** Divides the hash space evenly among so many partitions, online, whatever the throughput needs. */
  shareOut(of: ContainerName, count: number): Promise<ChangedPartitions> {
    return this.#ask<"PUT C/partitions">("PUT", `${containerPath(of)}/partitions`, { count });
  }

  /** Merges two neighbours, online. `force` does so also where they are too large for the rules of the service. */
  merge(
    of: ContainerName,
    partitions: readonly [string, string],
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<ChangedPartitions> {
    return this.#ask<"POST C/merge">("POST", `${containerPath(of)}/merge`, { partitions, force });
  }

  /** Gives partitions RU/s of their own; the others share the rest. Without targets all get the same. */
  redistribute(of: ContainerName, targets?: Readonly<Record<string, number>>): Promise<ChangedPartitions> {
    return this.#ask<"POST C/redistribute">(
      "POST",
      `${containerPath(of)}/redistribute`,
      targets === undefined ? {} : { targets },
    );
  }

  /** Whether the container refuses what is too much (`"enforce"`) or only counts it; sets it where a mode is given. */
  async throttle(of: ContainerName, mode?: ThrottleMode): Promise<ThrottleMode> {
    const target = `${containerPath(of)}/throttle`;
    const asked =
      mode === undefined
        ? this.#ask<"GET C/throttle">("GET", target)
        : this.#ask<"PUT C/throttle">("PUT", target, { mode });
    return (await asked).mode;
  }
}
