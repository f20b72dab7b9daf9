/**
 * The links of resources, and the words that they are made of: `dbs/…/colls/…/docs/…`. They are words of the protocol,
 * but a stored item contains its own link, so they stand here, below all that writes or reads links. Everywhere else
 * below `wire` and `gateway`, a container is a container and an item is an item.
 *
 * On disk: do not change.
 */
const LINK_WORDS = {
  database: "dbs",
  container: "colls",
  item: "docs",
  partitionKeyRange: "pkranges",
  storedProcedure: "sprocs",
  trigger: "triggers",
  userDefinedFunction: "udfs",
  conflict: "conflicts",
  user: "users",
  permission: "permissions",
  clientEncryptionKey: "clientencryptionkeys",
  offer: "offers",
} as const;

type LinkedKind = keyof typeof LINK_WORDS;
export type LinkWord = (typeof LINK_WORDS)[LinkedKind];

/** A resource's own link, by resource ids. Like that of its parent it ends in a slash; the account's is empty. */
export function selfLink(parentLink: string, kind: LinkedKind, rid: string): string {
  return `${parentLink}${LINK_WORDS[kind]}/${rid}/`;
}

/** A resource's link by names, without slashes at its ends; that of the account is empty. */
export function nameLink(parentLink: string, kind: LinkedKind, id: string): string {
  const own = `${LINK_WORDS[kind]}/${id}`;
  return parentLink === "" ? own : `${parentLink}/${own}`;
}

export function containerNameLink(databaseId: string, containerId: string): string {
  return nameLink(nameLink("", "database", databaseId), "container", containerId);
}

/** Links to what a resource contains, as they stand in its body: `{ _colls: "colls/" }`. */
export function childLinks(kinds: readonly LinkedKind[]): Record<string, string> {
  return Object.fromEntries(kinds.map((kind) => [`_${LINK_WORDS[kind]}`, `${LINK_WORDS[kind]}/`]));
}
