/** A snapshot that reads sections from a cache, and fills the cache with those that are read often. */
import type { KeyRange } from "../key-range.ts";
import type { Row, ScanOptions, Snapshot } from "../key-value-store.ts";
import { CHUNK_ROWS_MAX } from "../scan-limits.ts";
import type { KeyCache, SectionName } from "./key-cache.ts";
import { type KeyPart, PackedKeys } from "./packed-keys.ts";
import { type KeySection, UncachedSnapshot } from "./section-reader.ts";

/** A scan may be for a few rows: of a larger section it does not read the rest, for others, while its own reader waits. */
const READ_WHOLE_ROWS_MAX = 32_768;

export class CachingSnapshot extends UncachedSnapshot {
  readonly #cache: KeyCache;
  readonly #time: number;

  /** The inner snapshot was taken just now. */
  constructor(inner: Snapshot, cache: KeyCache) {
    super(inner);
    this.#cache = cache;
    this.#time = cache.time;
  }

  override async *scanSection(
    space: number,
    section: KeySection,
    options: ScanOptions,
  ): AsyncGenerator<readonly Row[]> {
    await this.#assertReadable(space, options);
    const name = { ...section, space, time: this.#time };
    const read = (bytesMax: number) => this.#readSection(name, bytesMax);
    const keys = await this.#cache.get(name, section.rows <= READ_WHOLE_ROWS_MAX ? read : undefined);
    for await (const rows of keys?.scan(options) ?? this.reader.scan(space, options)) {
      this.#cache.count(name, rows.length);
      yield rows;
    }
  }

  override async cached(space: number, section: KeySection, range: KeyRange): Promise<KeyPart | undefined> {
    await this.#assertReadable(space, range);
    const name = { ...section, space, time: this.#time };
    const keys = await this.#cache.get(name, (bytesMax) => this.#readSection(name, bytesMax));
    const part = keys?.part(range);
    if (part !== undefined) this.#cache.count(name, part.end - part.first);
    return part;
  }

  /** Fails as a scan of the range would: the snapshot may be closed, and the disk damaged there since. */
  async #assertReadable(space: number, range: KeyRange): Promise<void> {
    for await (const _ of this.reader.scan(space, { ...range, limit: 0 }));
  }

  /** Undefined if it takes too much memory, or if a key or a value is not as long as it should be. */
  async #readSection(
    { space, prefix, tailBytes, valueBytes = 0 }: SectionName,
    bytesMax: number,
  ): Promise<PackedKeys | undefined> {
    const keys = new PackedKeys({ prefix, tailBytes, valueBytes });
    const options = { from: prefix, keysOnly: valueBytes === 0, chunkRows: CHUNK_ROWS_MAX };
    for await (const rows of this.reader.scan(space, options)) {
      for (const { key, value } of rows) {
        if (!startsWith(key, prefix)) {
          keys.trim();
          return keys;
        }
        if (value.length !== valueBytes || key.length < prefix.length + tailBytes) return undefined;
        keys.add(key, value);
      }
      if (keys.usedSize > bytesMax) return undefined;
    }
    keys.trim();
    return keys;
  }
}

function startsWith(key: Buffer, prefix: Uint8Array): boolean {
  return key.length >= prefix.length && key.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}
