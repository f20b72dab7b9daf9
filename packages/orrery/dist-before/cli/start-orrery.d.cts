import type { CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { Control } from "../control/control.cjs";
import { type StorageLimits } from "../engine/container/storage-limits.cjs";
import type { Environment } from "../engine/ground/environment.cjs";
import type { ThrottleMode } from "../engine/spending/throttle-mode.cjs";
import type { Durability } from "../kv/durability.cjs";
import type { ConsistencyLevel } from "../throughput/consistency-level.cjs";
import type { Seed } from "./seed-content.cjs";
export interface OrreryOptions {
    /** A folder that keeps the data; absent: memory. */
    readonly data?: string;
    /** The address of a PostgreSQL database that keeps the data instead of a folder. */
    readonly store?: string;
    /** What is there from the start: an object, a file or a folder. */
    readonly seed?: Seed | string;
    readonly durability?: Durability;
    readonly port?: number;
    /** The port of direct mode, or false without it; a free port where absent. */
    readonly direct?: number | false;
    readonly host?: string;
    readonly key?: string;
    readonly throttle?: ThrottleMode;
    /** The account's default level, which a request may weaken: Session where absent. */
    readonly consistency?: ConsistencyLevel;
    /** How much partitions may hold, in bytes; as on the service where absent. */
    readonly storageLimits?: Partial<StorageLimits>;
    /** How many physical partitions a new container has; as many as its throughput needs where absent. */
    readonly partitions?: number;
    /** Whether the control API can move the clock: yes where absent. */
    readonly controllableClock?: boolean;
    /** A clock and a random source of the caller's own, to test what depends on time. */
    readonly environment?: Partial<Environment>;
}
export interface Orrery {
    readonly endpoint: string;
    readonly key: string;
    readonly connectionString: string;
    /** The port of direct mode; undefined without it. */
    readonly directPort: number | undefined;
    /** A client whose requests stay in this process. Needs the package @azure/cosmos. */
    client(options?: Partial<CosmosClientOptions>): CosmosClient;
    /** What goes on inside, and what a test wants to bring about. */
    readonly control: Control;
    /** An independent copy of the whole account in a server of its own, whatever its size. */
    fork(): Promise<Orrery>;
    /** The whole account as of now, to come back to. */
    snapshot(): Promise<Snapshot>;
    /** Comes back to a snapshot: endpoint and clients stay. */
    restore(snapshot: Snapshot): Promise<void>;
    /** Deletes all databases and rules for faults, and plants the seed anew. */
    reset(): Promise<void>;
    stop(): Promise<void>;
}
/** As of one moment; until its Orrery is stopped. */
export interface Snapshot {
    readonly [SNAPSHOT]: true;
}
declare const SNAPSHOT: unique symbol;
export declare function startOrrery(options?: OrreryOptions): Promise<Orrery>;
export {};
