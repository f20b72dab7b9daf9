/**
 * The links of resources, and the words that they are made of: `dbs/…/colls/…/docs/…`. They are words of the protocol,
 * but a stored item contains its own link, so they stand here, below all that writes or reads links. Everywhere else
 * below `wire` and `gateway`, a container is a container and an item is an item.
 *
 * On disk: do not change.
 */
declare const LINK_WORDS: {
    readonly database: "dbs";
    readonly container: "colls";
    readonly item: "docs";
    readonly partitionKeyRange: "pkranges";
    readonly storedProcedure: "sprocs";
    readonly trigger: "triggers";
    readonly userDefinedFunction: "udfs";
    readonly conflict: "conflicts";
    readonly user: "users";
    readonly permission: "permissions";
    readonly clientEncryptionKey: "clientencryptionkeys";
    readonly offer: "offers";
};
type LinkedKind = keyof typeof LINK_WORDS;
export type LinkWord = (typeof LINK_WORDS)[LinkedKind];
/** A resource's own link, by resource ids. Like that of its parent it ends in a slash; the account's is empty. */
export declare function selfLink(parentLink: string, kind: LinkedKind, rid: string): string;
/** A resource's link by names, without slashes at its ends; that of the account is empty. */
export declare function nameLink(parentLink: string, kind: LinkedKind, id: string): string;
export declare function containerNameLink(databaseId: string, containerId: string): string;
/** Links to what a resource contains, as they stand in its body: `{ _colls: "colls/" }`. */
export declare function childLinks(kinds: readonly LinkedKind[]): Record<string, string>;
export {};
