/**
 * The control API as one typed object: what goes on inside, and what a test wants to bring about. The same class asks a
 * server in this process and one that runs elsewhere; docs/control-api.md describes what each call does.
 */
import type { ChangedPartitions, ContainerFigures, KeyFigures, PartitionFigures, PartitionHistories } from "../engine/resources/figures.cjs";
import type { ThrottleMode } from "../engine/spending/throttle-mode.cjs";
import type { ShownRequest } from "../gateway/watch/shown-request.cjs";
import type { Ask } from "./ask-control.cjs";
import { type ContainerName } from "./container-name.cjs";
import { FaultControl } from "./fault-control.cjs";
interface ClockState {
    readonly now: string;
    readonly aheadMs: number;
    readonly controllable: boolean;
}
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
export declare class Control {
    #private;
    readonly faults: FaultControl;
    readonly clock: ClockControl;
    constructor(ask: Ask);
    /** Deletes all databases and all rules for faults, and ends a recording. Answers the names of the databases. */
    reset(): Promise<string[]>;
    /** The last requests of clients, oldest first, or those from a number on; `next` is the number of the one to come. */
    requests({ from, limit, container, failed }?: RequestFilter): Promise<{
        readonly requests: readonly (ShownRequest & {
            readonly number: number;
        })[];
        readonly next: number;
    }>;
    /** Every container of every database. */
    containers(): Promise<ContainerFigures[]>;
    /** The physical partitions of a container, in the order of their hash ranges. */
    partitions(of: ContainerName): Promise<PartitionFigures[]>;
    /** The partition keys that took most RU, were throttled most, and hold most. */
    hotKeys(of: ContainerName, { limit }?: {
        readonly limit?: number;
    }): Promise<KeyFigures>;
    /** What each partition did, oldest first: in the last two minutes by seconds, or in the last six hours by minutes. */
    history(of: ContainerName, { unit, limit }?: {
        readonly unit?: "seconds" | "minutes";
        readonly limit?: number;
    }): Promise<PartitionHistories[]>;
    /** Splits a partition, online: in the middle of its hash range, of its data, or where the right half shall begin. */
    split(of: ContainerName, partition: string, point?: {
        readonly at?: "midpoint" | "data";
    } | {
        readonly epk: string;
    }): Promise<ChangedPartitions>;
    /** Divides the hash space evenly among so many partitions, online, whatever the throughput needs. */
    shareOut(of: ContainerName, count: number): Promise<ChangedPartitions>;
    /** Merges two neighbours, online. `force` does so also where they are too large for the rules of the service. */
    merge(of: ContainerName, partitions: readonly [string, string], { force }?: {
        readonly force?: boolean;
    }): Promise<ChangedPartitions>;
    /** Gives partitions RU/s of their own; the others share the rest. Without targets all get the same. */
    redistribute(of: ContainerName, targets?: Readonly<Record<string, number>>): Promise<ChangedPartitions>;
    /** Whether the container refuses what is too much (`"enforce"`) or only counts it; sets it where a mode is given. */
    throttle(of: ContainerName, mode?: ThrottleMode): Promise<ThrottleMode>;
}
export {};
