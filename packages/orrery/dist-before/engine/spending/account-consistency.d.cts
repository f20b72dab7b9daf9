/**
 * The account's default consistency level. There is one copy of the data, so every level is met. The level only decides
 * what a request may ask for (the same level or a weaker one) and what its reads cost. Both are in one table that is
 * made once, because every point read needs it.
 */
import { type ConsistencyLevel, type ReadMultiplier } from "../../throughput/consistency-level.cjs";
export declare class AccountConsistency {
    #private;
    readonly level: ConsistencyLevel;
    /** `copy`: of requests to one copy, by clients that compare copies themselves: they may ask for any, and pay each. */
    constructor(level: ConsistencyLevel, target?: "account" | "copy");
    /** Whether a read at the level that a request asks for, or else at the account's, looks at what the client has seen. */
    isSession(asked: string | undefined): boolean;
    /** By the level that a request asks for, or else the account's. Refuses a level that the account does not give. */
    readMultiplier(asked: string | undefined): ReadMultiplier;
}
