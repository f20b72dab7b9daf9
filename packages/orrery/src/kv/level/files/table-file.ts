/**
 * LevelDB's table format (doc/table_format.md of LevelDB): blocks of rows, a filter, an index of the blocks, and at the
 * end where that is. Each block ends in a byte for its compression and a checksum, which LevelDB as we have it does not
 * verify: a wrong byte in a block is a wrong row, one in the index or the filter a row that is not found.
 */
import { ByteCursor, Unreadable } from "./byte-cursor.ts";
import { crc32c, crcOfPrefixes, unmaskedCrc } from "./crc32c.ts";
import type { LevelRow } from "./level-row.ts";
import { unpackSnappy } from "./snappy.ts";

const FOOTER_BYTES = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
const SNAPPY = 1;

/** Full keys: after the first, if there is one, and not after the last. */
export interface KeyStretch {
  readonly after?: Buffer;
  readonly last: Buffer;
}

export interface TableDamage {
  readonly offset: number;
  readonly what: "block of rows" | "filter" | "index" | "end";
  /** The rows that may be lost; absent: those of the whole table. */
  readonly keys?: KeyStretch;
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}

export class TableFile {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** All that does not match its checksum. */
  damage(): TableDamage[] {
    const footer = this.#footer();
    if (footer === undefined) return [{ offset: this.#bytes.length - FOOTER_BYTES, what: "end" }];
    const { meta, index } = footer;
    if (!this.#isWhole(meta)) return [{ offset: meta.offset, what: "filter" }];
    if (!this.#isWhole(index)) return [{ offset: index.offset, what: "index" }];
    const filters = this.#handlesIn(meta).filter(({ handle }) => !this.#isWhole(handle));
    return [
      ...filters.map(({ handle }): TableDamage => ({ offset: handle.offset, what: "filter" })),
      ...this.#damagedBlocks(this.#handlesIn(index)),
    ];
  }

  /** The rows that are whole, and between which keys some may be missing; undefined: anywhere. */
  rescue(): { readonly rows: Iterable<LevelRow>; readonly lost: readonly KeyStretch[] | undefined } {
    const footer = this.#footer();
    if (footer !== undefined && this.#isWhole(footer.index)) {
      const blocks = this.#handlesIn(footer.index);
      return {
        rows: this.#rows(blocks.map(({ handle }) => handle)),
        lost: this.#damagedBlocks(blocks).flatMap(({ keys }) => keys ?? []),
      };
    }
    const found = this.#blocksWithoutIndex();
    const [rows, end] = footer === undefined ? this.#beforeIndex(found) : this.#beforeFilter(found, footer);
    const isComplete = end !== undefined && (rows.at(-1) === undefined ? 0 : endOf(rows.at(-1)!)) === end;
    return { rows: this.#rows(rows), lost: isComplete ? [] : undefined };
  }

  #damagedBlocks(blocks: readonly BlockEntry[]): TableDamage[] {
    const found: TableDamage[] = [];
    let after: Buffer | undefined;
    for (const { key, handle } of blocks) {
      const last = key.subarray(0, -8);
      if (!this.#isWhole(handle)) {
        const keys = after === undefined ? { last } : { after, last };
        found.push({ offset: handle.offset, what: "block of rows", keys });
      }
      after = last;
    }
    return found;
  }

  *#rows(handles: readonly Handle[]): Generator<LevelRow> {
    for (const handle of handles) {
      if (!this.#isWhole(handle)) continue;
      for (const { key, value } of entriesOf(this.#block(handle))) yield rowOf(key, value);
    }
  }

  /** From the beginning: a block ends where the checksum of what was read so far is the one that follows. */
  #blocksWithoutIndex(): Handle[] {
    const handles: Handle[] = [];
    for (let offset = 0; ; ) {
      const rest = this.#bytes.subarray(offset);
      const length = crcOfPrefixes(
        rest.subarray(0, -4),
        (length, crc) => unmaskedCrc(rest.readUInt32LE(length)) === crc,
      );
      if (length === undefined) return handles;
      handles.push({ offset, size: length - 1 });
      offset += length + 4;
    }
  }

  /** Where the end of the file is damaged, and the index is the last block before it. */
  #beforeIndex(found: readonly Handle[]): [Handle[], number | undefined] {
    const index = found.at(-1);
    if (index === undefined || endOf(index) !== this.#bytes.length - FOOTER_BYTES) return [[], undefined];
    const rows = this.#handlesIn(index).map(({ handle }) => handle);
    return [rows, rows.length === 0 ? 0 : endOf(rows.at(-1)!)];
  }

  /** Where the index is damaged, the filter tells where the rows end. */
  #beforeFilter(found: readonly Handle[], { meta }: { meta: Handle }): [Handle[], number | undefined] {
    if (!this.#isWhole(meta)) return [[], undefined];
    const end = Math.min(meta.offset, ...this.#handlesIn(meta).map(({ handle }) => handle.offset));
    return [found.filter(({ offset }) => offset < end), end];
  }

  #footer(): { readonly meta: Handle; readonly index: Handle } | undefined {
    const { length } = this.#bytes;
    if (length < FOOTER_BYTES || this.#bytes.readBigUInt64LE(length - 8) !== MAGIC) return undefined;
    try {
      const footer = new ByteCursor(this.#bytes.subarray(length - FOOTER_BYTES));
      return { meta: handleFrom(footer), index: handleFrom(footer) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return undefined;
    }
  }

  #handlesIn(block: Handle): BlockEntry[] {
    return [...entriesOf(this.#block(block))].map(({ key, value }) => ({
      key,
      handle: handleFrom(new ByteCursor(value)),
    }));
  }

  #isWhole({ offset, size }: Handle): boolean {
    const end = offset + size + 1;
    if (end + 4 > this.#bytes.length) return false;
    return unmaskedCrc(this.#bytes.readUInt32LE(end)) === crc32c(this.#bytes.subarray(offset, end));
  }

  #block({ offset, size }: Handle): Buffer {
    const content = this.#bytes.subarray(offset, offset + size);
    return this.#bytes[offset + size] === SNAPPY ? unpackSnappy(content) : content;
  }
}

interface BlockEntry {
  readonly key: Buffer;
  readonly handle: Handle;
}

function handleFrom(cursor: ByteCursor): Handle {
  return { offset: cursor.varint(), size: cursor.varint() };
}

function endOf({ offset, size }: Handle): number {
  return offset + size + 5;
}

/** Keys lack what they share with the one before. The end lists where keys are whole, which a reader from the start need not know. */
function* entriesOf(block: Buffer): Generator<{ key: Buffer; value: Buffer }> {
  const restarts = block.readUInt32LE(block.length - 4);
  const cursor = new ByteCursor(block.subarray(0, block.length - 4 - 4 * restarts));
  let key = Buffer.alloc(0);
  while (!cursor.isAtEnd) {
    const shared = cursor.varint();
    const rest = cursor.varint();
    const size = cursor.varint();
    key = Buffer.concat([key.subarray(0, shared), cursor.bytes(rest)]);
    yield { key, value: cursor.bytes(size) };
  }
}

/** An inner key ends in the kind of row (1) and the number of its write (7), least significant byte first. */
function rowOf(innerKey: Buffer, value: Buffer): LevelRow {
  const end = innerKey.length - 8;
  return {
    key: innerKey.subarray(0, end),
    value: innerKey[end] === 0 ? null : value,
    sequence: innerKey.readUIntLE(end + 1, 6) + innerKey[end + 7]! * 2 ** 48,
  };
}
