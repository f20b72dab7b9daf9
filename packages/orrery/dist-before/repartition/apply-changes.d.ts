import type { Change } from "./change-feed.js";
import type { KnownPlaces } from "./known-places.js";
import { type Sides } from "./look-up-items.js";
/** An item that the target cannot hold, and why. */
export interface Problem {
    readonly identity: string;
    readonly why: string;
}
export interface Applied {
    readonly charge: number;
    readonly problems: readonly Problem[];
}
export interface ApplyTools {
    readonly sides: Sides;
    readonly known: KnownPlaces;
    wait(ms: number): Promise<void>;
}
/** For a repair the target may hold anything, whatever is remembered and however often. */
export type ApplyMode = "move" | "repair";
export declare function applyChanges(tools: ApplyTools, changes: readonly Change[], mode?: ApplyMode): Promise<Applied>;
