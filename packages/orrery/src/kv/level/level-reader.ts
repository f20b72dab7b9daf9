/** Reads of a LevelDB, until closed: of the newest state, or of that of a snapshot. */
import { KeyValueError, type Row, type ScanOptions, type Snapshot } from "../key-value-store.ts";
import { CHUNK_BYTES, chunkSizes } from "../scan-limits.ts";
import { SPACE_BYTES, spaceKey, spaceRange } from "../space-key.ts";
import type { LevelDatabase } from "./level-database.ts";
import type { Database } from "./level-folder.ts";
import { bareValue } from "./level-seals.ts";

type DatabaseSnapshot = ReturnType<Database["snapshot"]>;

const NOTHING = Buffer.alloc(0);

/** What the database has anyway; where other options are given, a get without these would copy them all. */
const ENCODINGS = { keyEncoding: "buffer", valueEncoding: "buffer" } as const;

/** More keys than this are read on the thread pool: it takes about as long, and others are served meanwhile. */
const SYNCHRONOUS_KEYS_MAX = 256;

/**
 * LevelDB returns something empty for what is left out, and an empty text costs less than an empty buffer. The bounds of
 * the keys stay as they are.
 */
const LEFT_OUT = {
  name: "left-out",
  format: "utf8",
  encode: (bytes: Uint8Array) => bytes,
  decode: () => NOTHING,
} as const;

export class LevelReader implements Snapshot {
  readonly #database: LevelDatabase;
  readonly #snapshot: DatabaseSnapshot | undefined;
  readonly #readOptions: (typeof ENCODINGS & { snapshot: DatabaseSnapshot }) | undefined;
  #isClosed = false;

  constructor(database: LevelDatabase, snapshot?: DatabaseSnapshot) {
    this.#database = database;
    this.#snapshot = snapshot;
    this.#readOptions = snapshot === undefined ? undefined : { snapshot, ...ENCODINGS };
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    const [value] = await this.getMany(space, [key]);
    return value;
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    this.assertOpen();
    try {
      const database = await this.#database.get();
      const { isSealedKind } = this.#database;
      const fullKeys = keys.map((key) => spaceKey(space, key));
      for (const key of fullKeys) this.#assertReadable(key, key);
      if (keys.length <= SYNCHRONOUS_KEYS_MAX) {
        return fullKeys.map((key, i) => this.#read(database, key, isSealedKind(space, keys[i]![0])));
      }
      const values = (await database.getMany(fullKeys, { ...this.#readOptions })) as (Buffer | undefined)[];
      return values.map((value, i) =>
        value === undefined ? undefined : verified(fullKeys[i]!, value, isSealedKind(space, keys[i]![0])),
      );
    } catch (error) {
      throw await this.#failure(error);
    }
  }

  async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    this.assertOpen();
    const { reverse = false, keysOnly = false, valuesOnly = false, limit = -1 } = options;
    const { from, to } = spaceRange(space, options);
    const { isSealedKind } = this.#database;
    // A value is verified with its key.
    const needsKeys = !valuesOnly || (!keysOnly && isSealedKind(space, options.from?.[0]));
    try {
      this.#assertReadable(from, to);
      if (limit === 0) return;
      const database = await this.#database.get();
      const iterator = database.iterator({
        gte: from,
        lt: to,
        reverse,
        limit,
        keys: needsKeys,
        // To count rows, something must be read of each, and most of the rows that are counted have no value.
        values: !keysOnly || valuesOnly,
        highWaterMarkBytes: CHUNK_BYTES,
        ...this.#readOptions,
        ...(keysOnly && { valueEncoding: LEFT_OUT }),
        ...(!needsKeys && { keyEncoding: LEFT_OUT }),
      });
      let ahead: ReturnType<typeof iterator.nextv> | undefined;
      let rowsBefore = 0;
      try {
        for (const chunkRows of chunkSizes(options)) {
          this.assertOpen();
          const entries = await (ahead ?? iterator.nextv(chunkRows));
          if (entries.length === 0) return;
          // A reader that comes for a second large chunk is likely to want more: the next is read while this one is looked
          // at. Before, many stop: what was read for them in vain would be more than what they wanted.
          if (rowsBefore === chunkRows) (ahead = iterator.nextv(chunkRows)).catch(() => {});
          rowsBefore = chunkRows;
          yield entries.map(([fullKey, value]) => {
            const key = needsKeys ? (fullKey as Buffer).subarray(SPACE_BYTES) : NOTHING;
            if (keysOnly) return { key, value: NOTHING };
            const isSealed = needsKeys && isSealedKind(space, key[0]);
            return { key, value: verified(fullKey as Buffer, value as Buffer, isSealed) };
          });
        }
      } finally {
        await iterator.close();
      }
    } catch (error) {
      throw await this.#failure(error);
    }
  }

  /** In order; each is found by a leap to the end of the one before it. */
  async spaces(): Promise<number[]> {
    this.assertOpen();
    try {
      const database = await this.#database.get();
      const spaces: number[] = [];
      for (let from: Buffer = NOTHING; ; ) {
        const [key] = (await database.keys({ gte: from, limit: 1 }).all()) as Buffer[];
        if (key === undefined) return spaces;
        const space = key.readUInt32BE(0);
        spaces.push(space);
        from = spaceRange(space, {}).to;
      }
    } catch (error) {
      throw await this.#failure(error);
    }
  }

  snapshot(): Snapshot {
    this.assertOpen();
    return new LevelReader(this.#database, this.#database.current.snapshot());
  }

  close(): void {
    this.#isClosed = true;
    void this.#snapshot?.close();
  }

  assertOpen(): void {
    if (this.#isClosed) throw new KeyValueError("closed", "The store or the snapshot is closed.");
  }

  /** Synchronous inside: through the thread pool, a key that is in memory takes about eight times as long. */
  #read(database: Database, fullKey: Buffer, isSealed: boolean): Buffer | undefined {
    const options = this.#readOptions;
    const value = (options === undefined ? database.getSync(fullKey) : database.getSync(fullKey, options)) as
      | Buffer
      | undefined;
    return value === undefined ? undefined : verified(fullKey, value, isSealed);
  }

  /** What is in a damaged block may be missing, or be something else. */
  #assertReadable(from: Buffer, last: Buffer): void {
    const { watch } = this.#database;
    if (!watch.isWhole) watch.assertReadable(from, last);
  }

  #failure(error: unknown): unknown {
    return error instanceof BrokenSeal
      ? this.#database.brokenSeal(error.fullKey)
      : this.#database.error(error);
  }
}

class BrokenSeal extends Error {
  readonly fullKey: Buffer;
  constructor(fullKey: Buffer) {
    super("The seal of a row is not its own.");
    this.fullKey = fullKey;
  }
}

function verified(fullKey: Buffer, stored: Buffer, isSealed: boolean): Buffer {
  const value = bareValue(fullKey, stored, isSealed);
  if (value === undefined) throw new BrokenSeal(fullKey);
  return value;
}
