import type { Environment } from "./environment.cjs";
export declare class Background {
    #private;
    constructor(environment: Environment);
    /** Whoever works in the background asks this between steps: the next start takes up what is given up. */
    get isStopped(): boolean;
    stop(): void;
    /** Lets work go on that nobody waits for; a failure is logged. */
    run(work: Promise<void>): void;
    /** Resolves when what is under way now has ended. */
    settled(): Promise<void>;
}
