/** The names of what the server itself puts into items. They stand here once, for all folders. */

/** At the end of every item, in this order. */
export const SYSTEM_PROPERTIES = ["_rid", "_self", "_etag", "_attachments", "_ts"] as const;

export type SystemProperty = (typeof SYSTEM_PROPERTIES)[number];

/** No index holds these, whatever the policy says: they name the item, and change with every write or with none. */
export const UNINDEXED_PROPERTIES: ReadonlySet<string> = new Set<SystemProperty>([
  "_rid",
  "_self",
  "_etag",
  "_attachments",
]);

/** What the change feed adds to an item: the LSN of its last write. */
export const LSN_PROPERTY = "_lsn";

/** What answers have of the database itself in an item; an item has none of it when it is written. */
export const ADDED_PROPERTIES: ReadonlySet<string> = new Set([...SYSTEM_PROPERTIES, LSN_PROPERTY]);
