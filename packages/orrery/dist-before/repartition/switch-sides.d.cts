/** The cut-over and the way back: the other container becomes the live one, with nothing lost. */
import { type ContainerPlace } from "./account.cjs";
import type { Problem } from "./apply-changes.cjs";
import type { SwitchControl } from "./control.cjs";
import { type MoveContext } from "./move-items.cjs";
import type { Verification } from "./verify-items.cjs";
export interface SwitchTerms {
    /** Says that nobody writes to the live container any more. */
    readonly writersStopped?: boolean;
    /** Refused while the target is further behind. */
    readonly maxLagMs?: number;
    /** Only tells whether it would be refused; writes to neither container. */
    readonly dryRun?: boolean;
}
export interface Switched {
    /** Whether the containers have exchanged names; else writers must be told the other name. */
    readonly exchanged: boolean;
    /** For how long writers waited. */
    readonly pauseMs: number;
    /** The container that the application is to use from now on. */
    readonly live: string;
    readonly at: string;
}
export declare const LAG_MS_MAX = 30000;
/** How long writers wait at most, if this process is killed meanwhile. */
export declare const HOLD_MS = 10000;
interface SwitchMeans {
    verify(repair: boolean): Promise<Verification>;
    /** Undefined where the endpoint cannot exchange names. */
    control(place: ContainerPlace): Promise<SwitchControl | undefined>;
}
export declare function switchSides(context: MoveContext, { writersStopped, maxLagMs, dryRun }: SwitchTerms, { verify, control: controlOf }: SwitchMeans): Promise<Switched>;
export declare function refuseProblems(problems: readonly Problem[]): void;
export {};
