/**
 * The operations on one item, a row each. Fault rules, recordings, batches, direct mode, triggers, prices and the advisor
 * read them here; what an operation does is in `engine/items/`.
 */

interface ItemOperation {
  readonly isWrite: boolean;
  /** Whether a request for it brings the item, which then names its partition key. */
  readonly bringsItem: boolean;
  /** Its name in the body of a batch. */
  readonly name: string;
  /** Its number in a batch of the .NET client. */
  readonly rowCode: number;
  /** Its number in a frame of direct mode. */
  readonly frameCode: number;
  /** The operation that triggers are registered for and told. */
  readonly trigger?: TriggerOperation;
}

/** As scripts name them. */
export type TriggerOperation = "Create" | "Replace" | "Upsert" | "Delete";

export const ITEM_OPERATIONS = {
  create: {
    isWrite: true,
    bringsItem: true,
    name: "Create",
    rowCode: 0,
    frameCode: 0x01,
    trigger: "Create",
  },
  upsert: {
    isWrite: true,
    bringsItem: true,
    name: "Upsert",
    rowCode: 20,
    frameCode: 0x13,
    trigger: "Upsert",
  },
  read: { isWrite: false, bringsItem: false, name: "Read", rowCode: 2, frameCode: 0x03 },
  replace: {
    isWrite: true,
    bringsItem: true,
    name: "Replace",
    rowCode: 5,
    frameCode: 0x06,
    trigger: "Replace",
  },
  patch: {
    isWrite: true,
    bringsItem: false,
    name: "Patch",
    rowCode: 1,
    frameCode: 0x02,
    trigger: "Replace",
  },
  delete: {
    isWrite: true,
    bringsItem: false,
    name: "Delete",
    rowCode: 4,
    frameCode: 0x05,
    trigger: "Delete",
  },
} as const satisfies Record<string, ItemOperation>;

export type ItemOperationKind = keyof typeof ITEM_OPERATIONS;

/** Those that write. */
export type ItemWriteKind = Exclude<ItemOperationKind, "read">;

export const ITEM_OPERATION_KINDS = Object.keys(ITEM_OPERATIONS) as readonly ItemOperationKind[];
