/**
 * Where the LSNs of a new container begin: above all that deleted containers of its name have reached. A client may come
 * back to a container that was made again under its old name with the session token of the one before, and must not be
 * told that what it has seen is not there yet. Names share a row when their hashes do; one that was never used may
 * therefore begin higher than it has to.
 */
import type { Transaction } from "../kv/key-value-store.cjs";
/** A container's name, with that of its database, and the spaces of its partitions. */
export interface NamedSpaces {
    readonly name: string;
    readonly spaces: readonly number[];
}
/** Before the container goes, or gets another name. */
export declare function raiseFirstLsn(transaction: Transaction, { name, spaces }: NamedSpaces): Promise<void>;
export declare function beginPartitions(transaction: Transaction, { name, spaces }: NamedSpaces): Promise<void>;
