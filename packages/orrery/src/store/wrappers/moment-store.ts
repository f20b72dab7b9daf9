/** A store as it is at one moment: it can only be read. */
import type { KeyValueStore, Reader, Row, ScanOptions } from "../../kv/key-value-store.ts";

export class MomentStore implements KeyValueStore {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#reader.get(space, key);
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#reader.getMany(space, keys);
  }

  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.#reader.scan(space, options);
  }

  snapshot(): never {
    throw onlyRead();
  }

  transact(): never {
    throw onlyRead();
  }

  swap(): never {
    throw onlyRead();
  }

  spaces(): never {
    throw onlyRead();
  }

  dropSpace(): never {
    throw onlyRead();
  }

  async caughtUp(): Promise<void> {}

  async close(): Promise<void> {}
}

function onlyRead(): Error {
  return new Error("A moment can only be read.");
}
