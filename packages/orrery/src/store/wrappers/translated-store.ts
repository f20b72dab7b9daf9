/**
 * A key-value store whose failures are those of the catalogue of failures: the one place in which they are
 * translated. Inside a transaction's work they stay as they are, so that nobody there takes them for a refusal of
 * the request; they are translated when they leave it.
 */
import {
  KeyValueError,
  type KeyValueStore,
  type LockTerms,
  type Reader,
  type Row,
  type ScanOptions,
  type Snapshot,
  type Transaction,
} from "../../kv/key-value-store.ts";
import type { LockRefusal } from "../../kv/keyed-lock.ts";
import { Corruption } from "../../value/corruption.ts";
import { Failure } from "../../value/failure.ts";

class TranslatedReader<Inner extends Reader> implements Reader {
  protected readonly inner: Inner;

  constructor(inner: Inner) {
    this.inner = inner;
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.inner.get(space, key).catch(fail);
  }
  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.inner.getMany(space, keys).catch(fail);
  }
  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    const chunks = this.inner.scan(space, options);
    return { [Symbol.asyncIterator]: () => translatedChunks(chunks[Symbol.asyncIterator]()) };
  }
}

class TranslatedSnapshot extends TranslatedReader<Snapshot> implements Snapshot {
  close(): void {
    this.inner.close();
  }
}

export class TranslatedStore extends TranslatedReader<KeyValueStore> implements KeyValueStore {
  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T> {
    return this.inner.transact(lock, work, terms).catch(fail);
  }
  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return this.inner.swap(space, key, from, to).catch(fail);
  }
  snapshot(): Snapshot {
    try {
      return new TranslatedSnapshot(this.inner.snapshot());
    } catch (error) {
      return fail(error);
    }
  }
  spaces(): Promise<number[]> {
    return this.inner.spaces().catch(fail);
  }
  dropSpace(space: number): Promise<void> {
    return this.inner.dropSpace(space).catch(fail);
  }
  caughtUp(): Promise<void> {
    return this.inner.caughtUp().catch(fail);
  }
  close(): Promise<void> {
    return this.inner.close().catch(fail);
  }
}

function translatedChunks<T>(iterator: AsyncIterator<T>): AsyncIterator<T> {
  return {
    next: () => iterator.next().catch(fail),
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
  };
}

function fail(error: unknown): never {
  throw error instanceof KeyValueError ? translated(error) : error;
}

/** Nothing was done, so nothing is charged. */
export function lockFailure(refusal: LockRefusal): Failure {
  const { message, retryAfterMs } = refusal;
  const code = refusal.code === "crowded" ? "serverBusy" : "writeContention";
  return new Failure(code, message, { cause: refusal, retryAfterMs, charge: 0 });
}

function translated(error: KeyValueError): Failure {
  const options = { cause: error };
  switch (error.code) {
    case "full":
      return new Failure(
        "storageFull",
        "The disk is full: nothing was written. Free some space and repeat the request; reads go on meanwhile.",
        options,
      );
    case "unavailable":
    case "locked":
    case "closed":
      return new Failure("unavailable", `The storage cannot be used now: ${error.message}`, options);
    case "crowded":
    case "contended":
      return lockFailure(error as LockRefusal);
    case "corrupt":
      return new Corruption(error.message, options);
  }
}
