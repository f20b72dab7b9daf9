/**
 * Where the LSNs of a new container begin: above all that deleted containers have reached. A client may come back to a
 * container that was made again under its old name with the session token of the one before, and must not be told that
 * what it has seen is not there yet.
 */
import type { Transaction } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import { CATALOG_SPACE, FIRST_LSN_KEY } from "./catalog-space.ts";
import { SUMMARY_KEY } from "./key-layout.ts";
import { encodeSummary, readSummary } from "./logical-record.ts";

/** Writers that are under way while their container is deleted may still take a few; nobody can take so many. */
const UNDER_WAY = 2 ** 16;

/** Before the partition in a space goes. */
export async function raiseFirstLsn(transaction: Transaction, space: number): Promise<void> {
  const reached = await lsnReached(transaction, space);
  if (reached + UNDER_WAY <= (await firstLsn(transaction))) return;
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(reached + UNDER_WAY, 0, 6);
  transaction.put(CATALOG_SPACE, FIRST_LSN_KEY, bytes);
}

export async function beginPartition(transaction: Transaction, space: number): Promise<void> {
  const lsn = await firstLsn(transaction);
  if (lsn === 0) return;
  transaction.put(space, SUMMARY_KEY, encodeSummary({ lsn, items: 0, bytes: 0, versionsAfter: 0 }));
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

async function firstLsn(transaction: Transaction): Promise<number> {
  return (await transaction.get(CATALOG_SPACE, FIRST_LSN_KEY))?.readUIntBE(0, 6) ?? 0;
}
