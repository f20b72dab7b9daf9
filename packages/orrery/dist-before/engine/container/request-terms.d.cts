/** What every request on items says beside what it asks for: who spends, what reads cost, and what was seen before. */
import type { ReadMultiplier } from "../../throughput/consistency-level.cjs";
import type { Priority } from "../../throughput/partition-budget.cjs";
import type { PhysicalPartition } from "./partition-map.cjs";
export interface RequestTerms {
    readonly priority: Priority;
    /** The throughput bucket that the request names; 0 for none. */
    readonly bucket: number;
    /** By the consistency level of the request. Writes cost the same at every level. */
    readonly readMultiplier: ReadMultiplier;
    /**
     * Absent when the client does not say what it has seen, or reads at another level than Session. Point reads (also
     * those of a bulk request), queries, feeds and batches with reads check it, each partition before it is read. What
     * only writes does not: there is one copy of the data, so it works on the newest in any case.
     */
    readonly session?: Session | undefined;
}
/** The LSN that a client has seen, by range id. */
type Session = ReadonlyMap<string, number>;
/** Refuses to read a partition that is behind what the client has seen. */
export declare function checkSession(partition: PhysicalPartition, terms: RequestTerms): void;
/** What the client has seen of a partition; undefined: it does not say. */
export declare function lsnSeen({ id, state }: PhysicalPartition, { session }: RequestTerms): number | undefined;
export {};
