/** All rows of one store to another, which is empty. Nobody may write to either meanwhile. */
import type { KeyValueStore, Row } from "./key-value-store.ts";

/** Transactions under way at a time: the source is read while the target writes. */
const WRITES_MAX = 4;

export interface CopiedRows {
  readonly rows: number;
  readonly bytes: number;
}

export async function copySpaces(
  source: KeyValueStore,
  target: KeyValueStore,
  progress: (copied: CopiedRows) => void,
): Promise<CopiedRows> {
  let copied: CopiedRows = { rows: 0, bytes: 0 };
  const writes = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const untilFewerThan = async (most: number) => {
    while (writes.size >= most) await Promise.race(writes);
    if (failures.length > 0) throw failures[0];
  };
  for (const space of await source.spaces()) {
    let chunks = 0;
    for await (const rows of source.scan(space)) {
      const write = put(target, space, rows, `copy ${space} ${chunks++}`)
        .catch((error) => void failures.push(error))
        .finally(() => writes.delete(write));
      writes.add(write);
      await untilFewerThan(WRITES_MAX);
      await target.caughtUp();
      copied = sum(copied, rows);
      progress(copied);
    }
    await untilFewerThan(1);
  }
  return copied;
}

function put(target: KeyValueStore, space: number, rows: readonly Row[], lock: string): Promise<void> {
  return target.transact(lock, async (transaction) => {
    for (const { key, value } of rows) transaction.put(space, key, value);
  });
}

function sum({ rows, bytes }: CopiedRows, more: readonly Row[]): CopiedRows {
  const added = more.reduce((total, { key, value }) => total + key.length + value.length, 0);
  return { rows: rows + more.length, bytes: bytes + added };
}
