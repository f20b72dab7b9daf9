/** Reads that go to another reader: the base of what wraps one. */
import type { Reader, Row, ScanOptions } from "./key-value-store.ts";

export class ForwardingReader<R extends Reader> implements Reader {
  protected readonly reader: R;

  constructor(reader: R) {
    this.reader = reader;
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.reader.get(space, key);
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.reader.getMany(space, keys);
  }

  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.reader.scan(space, options);
  }
}
