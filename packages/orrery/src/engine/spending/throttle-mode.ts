/** What becomes of a request that the service would refuse with 429: it is counted, or it is refused. */
export const THROTTLE_MODES = ["observe", "enforce"] as const;

export type ThrottleMode = (typeof THROTTLE_MODES)[number];
