/**
 * Reads of sections: keys with one prefix, such as those of an index, that queries read again and again. A reader may
 * have a section in memory; one without a cache reads it like any other range.
 */
import { ForwardingReader } from "../forwarding-reader.ts";
import type { KeyRange } from "../key-range.ts";
import type { Reader, Row, ScanOptions, Snapshot } from "../key-value-store.ts";
import type { KeyPart } from "./packed-keys.ts";

export interface KeySection {
  readonly prefix: Uint8Array;
  /** About how many keys it has. */
  readonly rows: number;
  /** Keys that differ in so many last bytes alone are a run. */
  readonly tailBytes: number;
  /** The size of every value, where values are cached too; absent: only keys are. */
  readonly valueBytes?: number;
}

export interface SectionReader extends Reader {
  /** The keys of a range of a section, if they are in memory; the call counts as reading them. */
  cached(space: number, section: KeySection, range: KeyRange): Promise<KeyPart | undefined>;
  /**
   * As `scan`, of a range of a section: keys, and values where the section says their size. The buffers are lent, to be
   * neither changed nor kept.
   */
  scanSection(space: number, section: KeySection, options: ScanOptions): AsyncIterable<readonly Row[]>;
}

export interface SectionSnapshot extends SectionReader, Snapshot {}

/** Without a cache. */
export class UncachedReader<R extends Reader> extends ForwardingReader<R> implements SectionReader {
  async cached(_space: number, _section: KeySection, _range: KeyRange): Promise<KeyPart | undefined> {
    return undefined;
  }

  scanSection(space: number, _section: KeySection, options: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.reader.scan(space, options);
  }
}

export class UncachedSnapshot extends UncachedReader<Snapshot> implements SectionSnapshot {
  close(): void {
    this.reader.close();
  }
}
