/** What becomes of a request that the service would refuse with 429: it is counted, or it is refused. */
export declare const THROTTLE_MODES: readonly ["observe", "enforce"];
export type ThrottleMode = (typeof THROTTLE_MODES)[number];
