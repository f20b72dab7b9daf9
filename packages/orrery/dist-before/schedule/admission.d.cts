import { type TaskOwner } from "./task-line.cjs";
export declare const ADMISSION_LIMITS: {
    /** Light work at a time. */
    readonly lightMax: 16;
    /** Heavy work at a time, where the heap has room for it. */
    readonly heavyMax: 8;
    /** What a heavy piece of work may hold of the heap. */
    readonly heavyHeapBytes: number;
    /** Light work uses less of the processor's time, and reads less. */
    readonly lightMs: 20;
    readonly lightBytes: number;
    /** Pieces of work that wait, for either kind of place. */
    readonly waitingMax: 1000;
    /** How long, by the time that the process had of the processor: what others do on a busy machine does not count. */
    readonly waitMs: 120000;
    /** How long by the clock. Clients give up earlier, and are then passed over. */
    readonly waitByClockMs: 600000;
};
/** Work that has not begun: too much waited before it, or it waited for too long. */
export declare class AdmissionRefusal extends Error {
    readonly retryAfterMs: number;
    constructor(message: string, retryAfterMs: number);
}
/** Who asks for a place. */
export interface AdmissionAsker {
    readonly owner: TaskOwner;
    /** Whether nobody waits for the answer any longer. */
    readonly isUnwanted?: (() => boolean) | undefined;
}
/** What work that was admitted says of itself. */
export interface Admitted {
    /** It is not light any more. Throws, through the work, if it has to begin again later; call it before more is held. */
    turnHeavy(): void;
}
interface AdmissionClock {
    now(): number;
    /** What the process has used of the processors. */
    processorMs(): number;
    later(go: () => void, ms: number): void;
}
export type AdmissionLimits = {
    readonly [Name in keyof typeof ADMISSION_LIMITS]: number;
};
export declare class Admission {
    #private;
    readonly limits: AdmissionLimits;
    constructor(clock: AdmissionClock, limits?: AdmissionLimits);
    /** `work` may be called twice: it must have no effect until it ends. */
    run<T>(asker: AdmissionAsker, work: (admitted: Admitted) => Promise<T>): Promise<T>;
    /** How much is under way and how much waits. */
    get figures(): {
        readonly light: number;
        readonly heavy: number;
        readonly waiting: number;
    };
}
export {};
