/** The names of what the server itself puts into items. They stand here once, for all folders. */
/** At the end of every item, in this order. */
export declare const SYSTEM_PROPERTIES: readonly ["_rid", "_self", "_etag", "_attachments", "_ts"];
export type SystemProperty = (typeof SYSTEM_PROPERTIES)[number];
/** No index holds these, whatever the policy says: they name the item, and change with every write or with none. */
export declare const UNINDEXED_PROPERTIES: ReadonlySet<string>;
/** What the change feed adds to an item: the LSN of its last write. */
export declare const LSN_PROPERTY = "_lsn";
