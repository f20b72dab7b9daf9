/**
 * The operations on one item, a row each. Routes, fault rules, recordings, batches, direct mode, triggers and the advisor
 * read them here; what an operation does is in `engine/items/`.
 */

interface ItemOperation {
  readonly isWrite: boolean;
  /** Whether a request for it brings the item, which then names its partition key. */
  readonly bringsItem: boolean;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Where a request for it goes: to the feed if the item may be new. */
  readonly on: "feed" | "item";
  /** The header that distinguishes it from a create on the feed, by its name in `wire/headers.ts`. */
  readonly header?: string;
  /** The operation that the advisor prices and replays in its place. */
  readonly work: ItemWork;
  /** Its name in the body of a batch. */
  readonly name: string;
  /** Its number in a batch of the .NET client. */
  readonly rowCode: number;
  /** Its number in a frame of direct mode. */
  readonly frameCode: number;
  /** The operation that triggers are registered for and told. */
  readonly trigger?: TriggerOperation;
}

/** The operations that have a price of their own. */
export type ItemWork = "create" | "read" | "replace" | "patch" | "delete";

/** As scripts name them. */
export type TriggerOperation = "Create" | "Replace" | "Upsert" | "Delete";

export const ITEM_OPERATIONS = {
  create: {
    isWrite: true,
    bringsItem: true,
    method: "POST",
    on: "feed",
    work: "create",
    name: "Create",
    rowCode: 0,
    frameCode: 0x01,
    trigger: "Create",
  },
  upsert: {
    isWrite: true,
    bringsItem: true,
    method: "POST",
    on: "feed",
    header: "isUpsert",
    work: "replace",
    name: "Upsert",
    rowCode: 20,
    frameCode: 0x13,
    trigger: "Upsert",
  },
  read: {
    isWrite: false,
    bringsItem: false,
    method: "GET",
    on: "item",
    work: "read",
    name: "Read",
    rowCode: 2,
    frameCode: 0x03,
  },
  replace: {
    isWrite: true,
    bringsItem: true,
    method: "PUT",
    on: "item",
    work: "replace",
    name: "Replace",
    rowCode: 5,
    frameCode: 0x06,
    trigger: "Replace",
  },
  patch: {
    isWrite: true,
    bringsItem: false,
    method: "PATCH",
    on: "item",
    work: "patch",
    name: "Patch",
    rowCode: 1,
    frameCode: 0x02,
    trigger: "Replace",
  },
  delete: {
    isWrite: true,
    bringsItem: false,
    method: "DELETE",
    on: "item",
    work: "delete",
    name: "Delete",
    rowCode: 4,
    frameCode: 0x05,
    trigger: "Delete",
  },
} as const satisfies Record<string, ItemOperation>;

export type ItemOperationKind = keyof typeof ITEM_OPERATIONS;

/** Those that write. */
export type ItemWriteKind = {
  [Kind in ItemOperationKind]: (typeof ITEM_OPERATIONS)[Kind]["isWrite"] extends true ? Kind : never;
}[ItemOperationKind];

export type FeedOperationKind = KindOn<"feed">;
export type ResourceOperationKind = KindOn<"item">;

type KindOn<Place> = {
  [Kind in ItemOperationKind]: (typeof ITEM_OPERATIONS)[Kind]["on"] extends Place ? Kind : never;
}[ItemOperationKind];

export const ITEM_OPERATION_KINDS = Object.keys(ITEM_OPERATIONS) as readonly ItemOperationKind[];
