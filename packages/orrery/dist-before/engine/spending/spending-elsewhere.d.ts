/** What one request spends on a partition that another process serves: that one is asked, and told. */
import type { OwnedContainer, Ownership } from "../ground/ownership.js";
import type { Spender } from "./metering.js";
export declare class SpendingElsewhere {
    #private;
    constructor(ownership: Ownership, container: OwnedContainer, space: number, spender: Spender);
    get hasBegun(): boolean;
    /** Fails with a 429 if the partition may not spend. */
    begin(): Promise<void>;
    /** Requires that it has begun. */
    end(charge: number): void;
}
