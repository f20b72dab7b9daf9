/**
 * Tasks that wait for a turn. Owners take turns, and an owner's tasks come in the order in which they lined up; those that
 * have used little time go before those that have used much, but not always. What others wait for, because it is their work
 * as well, has every second turn.
 */
/** Whom a task is done for: tasks of different owners take turns. Owners are told apart as keys of a map are. */
export type TaskOwner = string | object;
export interface PausedTask {
    readonly owner: TaskOwner;
    readonly isUrgent: boolean;
    /** Of the processor's time, so far. */
    readonly usedMs: number;
    resume(): void;
}
export declare class TaskLine {
    #private;
    get isEmpty(): boolean;
    add(task: PausedTask): void;
    /** Undefined if nobody waits. */
    take(): PausedTask | undefined;
}
export declare class OwnersInTurn<T extends {
    readonly owner: TaskOwner;
}> {
    #private;
    get isEmpty(): boolean;
    add(task: T): void;
    take(): T | undefined;
}
