export type { SyntheticOperation } from "./bulk-operations.ts";
export type { ChangeRound, SyntheticChangeFeed, SyntheticChangeFeedOptions } from "./change-feed.ts";
export type { QueryMode } from "./cheaper-way.ts";
export { checkKeys, type KeyCheck, type KeyCheckOptions, type KeyFinding } from "./check-keys.ts";
export type { QueryOptions } from "./natural-key-query.ts";
export { type SyntheticContainer, type SyntheticResponse, withSyntheticKey } from "./synthetic-container.ts";
export type { SyntheticPage, SyntheticQuery } from "./synthetic-query.ts";
