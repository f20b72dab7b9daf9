/** One value of a partition key. `undefined` means that the item lacks the property: `{}` on the wire. */
export type PartitionKeyComponent = string | number | boolean | null | undefined;

/** How a container divides its items, in the words of the protocol. */
export interface PartitionKeyDefinition {
  readonly paths: readonly string[];
  /** Absent means "Hash". */
  readonly kind?: "Hash" | "MultiHash" | "Range";
  /** Absent means 1. Version 2 hashes whole values of up to 2,048 bytes, version 1 the first 100 characters. */
  readonly version?: 1 | 2;
}
