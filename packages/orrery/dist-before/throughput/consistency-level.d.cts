/** The consistency levels that accounts and requests name, the strongest first, and what each makes of a read's charge. */
export declare const CONSISTENCY_LEVELS: readonly ["Strong", "BoundedStaleness", "Session", "ConsistentPrefix", "Eventual"];
export type ConsistencyLevel = (typeof CONSISTENCY_LEVELS)[number];
/** How many replicas a read uses, and pays for. */
export type ReadMultiplier = 1 | 2;
/** Strong and bounded staleness read from two replicas: every read, feed and query costs twice. */
export declare function readMultiplier(level: ConsistencyLevel): ReadMultiplier;
