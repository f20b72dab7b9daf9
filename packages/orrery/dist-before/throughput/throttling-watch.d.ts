/**
 * Decides when the throttling of a container, or what will lead to it, is worth a line in the log: when its cause is a new one, or comes back
 * after it was gone for a while. Looks once a second while there is one: a container may be throttled a thousand times.
 */
import type { ThrottlingCause } from "./throttling-cause.js";
/** A cause that was not seen for so long is news again. */
export declare const FORGOTTEN_MS = 600000;
/** The one seen longest ago is forgotten first. */
export declare const CAUSES_MAX = 64;
export declare class ThrottlingWatch {
    #private;
    /** After a refusal. Returns a cause that is to be told. */
    throttled(nowMs: number, cause: () => ThrottlingCause | undefined): ThrottlingCause | undefined;
    /** Whether a cause was not seen for long. It was now. */
    isNews(name: string, nowMs: number): boolean;
}
