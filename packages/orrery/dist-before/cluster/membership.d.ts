/** The table of nodes and owners, as a node needs it. */
export interface Member {
    readonly id: string;
    /** The machine and the process. */
    readonly name: string;
    /** Where other nodes reach it; undefined until it takes requests. */
    readonly address: string | undefined;
    readonly isLeaving: boolean;
    /** How long its lease still lasts, by the clock of the database; less than nothing if it is over. */
    readonly leaseLeftMs: number;
}
export interface UnitOwner {
    /** A node, which may be gone; undefined: it was passed on to nobody. */
    readonly node: string | undefined;
    /** Grows each time the unit changes hands. */
    readonly term: number;
}
export interface Members {
    /** Of this node. */
    readonly id: string;
    readonly leaseMs: number;
    /** At one moment. Units that were never owned are not there. */
    look(): Promise<{
        readonly members: readonly Member[];
        readonly owners: ReadonlyMap<string, UnitOwner>;
    }>;
    /** Ends what nodes may do whose lease is over. */
    removeSilent(): Promise<void>;
    /** Others reach this node there. */
    announce(address: string): Promise<void>;
    /** This node is to get nothing any more. */
    leave(): Promise<void>;
    /** Returns the term, or undefined if another came first, or who owned it last is still there. */
    take(unit: string, last: UnitOwner | undefined): Promise<number | undefined>;
    /** Requires that nothing is done with it here any more. If it fails, it may be done or not, or be done later. */
    pass(unit: string, term: number, to: string | undefined): Promise<void>;
    /** What it stood for is gone. */
    forget(unit: string, term: number): Promise<void>;
}
