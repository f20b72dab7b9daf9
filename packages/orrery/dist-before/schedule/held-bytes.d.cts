/**
 * What clients make the process hold: bodies that have not arrived whole, or whose work is under way, and answers that were
 * not taken yet. All of it together has a bound. What would be more is refused before anything is done for it, and tells when
 * to come again: when whoever has let the process wait for the longest may be cut off. Nobody is, as long as there is room.
 */
export declare const HELD_LIMITS: {
    /** Of all bodies and answers of the process. */
    readonly heldBytesMax: number;
    /** What has less is not counted: connections are. */
    readonly countedFromBytes: number;
    /** How long a client that sends or takes slowly is safe where others have no room. */
    readonly graceMs: 5000;
};
export type HeldLimits = {
    readonly [Name in keyof typeof HELD_LIMITS]: number;
};
export declare class HeldBytes {
    #private;
    readonly limits: HeldLimits;
    constructor(clock: {
        now(): number;
    }, limits?: HeldLimits);
    get bytes(): number;
    /** When there may be room for what was refused. */
    get retryAfterMs(): number;
    /** `cut` ends the exchange with a client that lets the process wait. */
    begin(cut: () => void): Holding;
    /** False: there is no room for so many more. */
    makeRoom(bytes: number): boolean;
    count(bytes: number): void;
    startWaiting(holding: Holding): number;
    stopWaiting(holding: Holding): void;
}
/** What one exchange with a client holds. */
export declare class Holding {
    #private;
    readonly cut: () => void;
    constructor(all: HeldBytes, cut: () => void);
    /** Since when the client is waited for. */
    get sinceMs(): number;
    /** Holds so many bytes instead of what it held. False, and nothing changes: there is no room. */
    tryHold(bytes: number): boolean;
    /** The same for what cannot be refused any more. */
    hold(bytes: number): void;
    /** It is the client's turn, to send or to take. */
    waitForClient(): void;
    /** It is the server's turn. */
    goOn(): void;
    release(): void;
}
