/**
 * Where the LSNs of a new container begin: above all that deleted containers of its name have reached. A client may come
 * back to a container that was made again under its old name with the session token of the one before, and must not be
 * told that what it has seen is not there yet. Names share a row when their hashes do; one that was never used may
 * therefore begin higher than it has to.
 */
import type { Transaction } from "../../kv/key-value-store.ts";
import { Corruption } from "../../value/corruption.ts";
import { CATALOG_SPACE, firstLsnKey } from "../records/catalog-space.ts";
import { SUMMARY_KEY } from "../records/key-layout.ts";
import { EMPTY_SUMMARY, encodeSummary, readSummary } from "../records/logical-record.ts";

/** Writers that are under way while their container is deleted may still take a few; nobody can take so many. */
const UNDER_WAY = 2 ** 16;

/** Of a name that was never used. The first write is then 2, as clients that read a feed up to a given LSN expect. */
const START = 1;

/** A container's name, with that of its database, and the spaces of its partitions. */
export interface NamedSpaces {
  readonly name: string;
  readonly spaces: readonly number[];
}

/** Before the container goes, or gets another name. */
export async function raiseFirstLsn(transaction: Transaction, { name, spaces }: NamedSpaces): Promise<void> {
  let lsn = await firstLsn(transaction, name);
  for (const space of spaces) lsn = Math.max(lsn, (await lsnReached(transaction, space)) + UNDER_WAY);
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(lsn, 0, 6);
  transaction.put(CATALOG_SPACE, firstLsnKey(name), bytes);
}

export async function beginPartitions(
  transaction: Transaction,
  { name, spaces }: NamedSpaces,
): Promise<void> {
  const lsn = await firstLsn(transaction, name);
  const summary = encodeSummary({ ...EMPTY_SUMMARY, lsn });
  for (const space of spaces) transaction.put(space, SUMMARY_KEY, summary);
}

/** A partition that is damaged must not be kept for it. */
async function lsnReached(transaction: Transaction, space: number): Promise<number> {
  try {
    return (await readSummary(transaction, space)).lsn;
  } catch (error) {
    if (error instanceof Corruption) return 0;
    throw error;
  }
}

async function firstLsn(transaction: Transaction, name: string): Promise<number> {
  return (await transaction.get(CATALOG_SPACE, firstLsnKey(name)))?.readUIntBE(0, 6) ?? START;
}
