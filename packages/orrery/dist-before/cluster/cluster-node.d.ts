import { type ContainerPart, type Environment, type OwnedContainer, type Ownership, type SpenderElsewhere, type SpendingAsked, type Spent } from "../engine/index.js";
import type { Member, Members } from "./membership.js";
/** The right to change the catalogue. */
export declare const CATALOG_UNIT = "catalog";
export declare const CLUSTER_LIMITS: {
    /** How much longer than a lease a request waits for its container to be served again. */
    readonly waitMs: 5000;
    /** How long a unit that is to be passed on waits for its writers; it stays if they take longer. */
    readonly passMs: 5000;
    /** So many leases the partitions of a container stay on a node that needed all of them: it may need them again. */
    readonly togetherLeases: 3;
};
/** What it needs of the engine. */
export interface ClusteredEngine {
    readonly environment: Environment;
    /** Makes the catalogue new. */
    refresh(): Promise<void>;
    /** All units, with what they are. */
    units(): ReadonlyMap<string, readonly ContainerPart[]>;
    /** Of a partition, by its key space. */
    unitOf(container: OwnedContainer, space: number): string;
    /** Of all partitions, in order of their ranges; none if the container is gone. */
    unitsOf(container: OwnedContainer): readonly string[];
    leave(parts: readonly ContainerPart[], left: () => void): Promise<void>;
    /** Whether something goes on with them that would end if they were given away for the sake of evenness. */
    staysHere(parts: readonly ContainerPart[]): boolean;
    /** Empties spaces of nodes that are not there any more. */
    emptyAbandoned(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void>;
}
interface ClusterNodeOptions {
    readonly members: Members;
    /** Told which nodes there are, whenever that was looked at. */
    readonly onNodes?: (ids: ReadonlySet<string>) => void;
    /** Whether its own lease is not over. */
    readonly isCurrent: () => boolean;
    /** Asks another node to pass a unit on to this one. Fails where it does not answer, or cannot now. */
    readonly askToPass: (from: Member, unit: string) => Promise<void>;
    /** Asks another node whether a request may spend there, or tells it what was spent. */
    readonly spendAt: (node: Member, asked: SpendingAsked) => Promise<boolean>;
}
export type Place = {
    readonly kind: "here";
} | {
    readonly kind: "there";
    readonly node: Member;
};
export declare class ClusterNode implements Ownership {
    #private;
    constructor(options: ClusterNodeOptions);
    get id(): string;
    get mark(): string;
    /** Units that were taken from nodes that had gone. */
    get failovers(): number;
    get generation(): number;
    serves(container: OwnedContainer, space: number): boolean;
    servesWhole(container: OwnedContainer): boolean;
    /** The owner of the first unit is the one that gathers: of two that do so at once, the one that gets it goes on. */
    gather(container: OwnedContainer): Promise<void>;
    /** Where nobody is to be asked, nobody refuses. */
    admit({ rid, parentRid }: OwnedContainer, space: number, spender: SpenderElsewhere): Promise<boolean>;
    settle({ rid, parentRid }: OwnedContainer, space: number, spender: SpenderElsewhere, spent: Spent): void;
    claim(container: OwnedContainer, spaces: readonly number[]): Promise<void>;
    /** From here on other nodes find it at its address, and it gets its share. */
    begin(address: string): Promise<void>;
    /** The engine, before it is used. */
    use(engine: ClusteredEngine): void;
    /** All nodes, and what each owns, as of now. */
    overview(): Promise<readonly (Member & {
        readonly units: readonly string[];
    })[]>;
    /** The catalogue is as new as the question. */
    freshCatalog(): Promise<void>;
    /** A moment by the steady clock until which a request that begins now waits. */
    deadline(): number;
    /**
     * Where a unit is served. If nobody owns it, it is taken for the node that owns least; `mayTake`: by this one, because another
     * has chosen it. `inDoubt`: what is known here was not true. Fails at the deadline.
     */
    place(unit: string, { inDoubt, mayTake, deadline }?: {
        deadline?: number | undefined;
        inDoubt?: boolean | undefined;
        mayTake?: boolean | undefined;
    }): Promise<Place>;
    /** Runs work that writes to units while they are served here. Fails with undefined if one is not, or no more. */
    write<T>(units: readonly string[], work: () => Promise<T>): Promise<T> | undefined;
    /** Whether a unit is served here now: reads begin at once, also while it is being passed on. */
    has(unit: string): boolean;
    whileChanging<T>(work: () => Promise<T>): Promise<T>;
    /** Runs work while this node has all of these units, and nobody else changes the catalogue. */
    whileHolding<T>(units: () => readonly string[], work: () => Promise<T>): Promise<T>;
    /** Gives a unit to another node, which asked for it, or because of its share. Fails if writers take too long. */
    pass(unit: string, to: string | undefined, waitMs?: number): Promise<void>;
    /** Passes everything on, and gets nothing any more. It goes on answering, through others. */
    leave(): Promise<void>;
    /** Others have time to see that it is leaving, then it ends. */
    end(): Promise<void>;
}
export {};
