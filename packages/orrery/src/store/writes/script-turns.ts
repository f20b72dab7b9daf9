/**
 * Scripts hold a logical partition for seconds. They come one at a time before they ask for its lock, so that however
 * many there are, a write waits for one of them at most.
 */
import { KeyedLock, LockRefusal } from "../../kv/keyed-lock.ts";
import { lockFailure } from "../wrappers/translated-store.ts";

/** Characters of a key that are shown to those who wait for it in vain. */
const SHOWN_MAX = 200;

export class ScriptTurns {
  readonly #turns = new KeyedLock();

  /** `lock` is that of the logical partition, `key` its key value. */
  async run<T>(lock: string, key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(lock, work, { name: lockName(key) });
    } catch (error) {
      throw error instanceof LockRefusal ? lockFailure(error) : error;
    }
  }
}

/** What a writer waits for, in words. */
export function lockName(key: string): string {
  return `the partition key ${key.length > SHOWN_MAX ? `${key.slice(0, SHOWN_MAX)}…` : key}`;
}
