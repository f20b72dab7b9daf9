/**
 * Values as a LevelDB holds them: which are sealed, and what stands for nothing. Whoever opens it says which kinds of rows are to be; where a database was begun
 * without seals, it is only those of spaces that were first used later. A row outside of all spaces says from which space
 * on. It is written with the first write, so that looking at an older database does not change it.
 */
import { KeyValueError } from "./key-value-store.ts";
import type { Database } from "./level-folder.ts";
import { sealedValue, unsealedValue } from "./sealed-value.ts";
import { SPACE_BYTES, spaceOf } from "./space-key.ts";
import { Write } from "./write.ts";

/** Whether rows are sealed of which the keys begin with this byte. */
export type SealedKinds = (space: number, kind: number | undefined) => boolean;

// On disk: do not change. No space has this number.
export const SEALS_KEY = Buffer.alloc(SPACE_BYTES, 0xff);

/**
 * What a row without a value holds where it has no seal: `classic-level` never frees the memory of an empty value that is
 * put (32 bytes), which grew to gigabytes by the index entries of millions of items. No other value of a kind without seals
 * is this byte. On disk: do not change.
 */
const NO_VALUE = Buffer.of(0xff);

const NOTHING = Buffer.alloc(0);

export class LevelSeals {
  readonly #isSealedKind: SealedKinds;
  readonly #firstSpace: number;
  #isNoted: boolean;

  private constructor(isSealedKind: SealedKinds, firstSpace: number, isNoted: boolean) {
    this.#isSealedKind = isSealedKind;
    this.#firstSpace = firstSpace;
    this.#isNoted = isNoted;
  }

  static async of(database: Database, isSealedKind: SealedKinds): Promise<LevelSeals> {
    const noted = database.getSync(SEALS_KEY) as Buffer | undefined;
    if (noted === undefined) return new LevelSeals(isSealedKind, await spaceAfterLast(database), false);
    const firstSpace = unsealedValue(SEALS_KEY, noted)?.readUInt32BE(0);
    if (firstSpace === undefined) {
      throw new KeyValueError("corrupt", "The store does not say which of its rows are sealed.");
    }
    return new LevelSeals(isSealedKind, firstSpace, true);
  }

  isSealed(space: number, key: Uint8Array | undefined): boolean {
    return space >= this.#firstSpace && this.#isSealedKind(space, key?.[0]);
  }

  /** The value as it is put: never empty. */
  stored({ key, value }: Write): Uint8Array | null {
    if (value === null) return null;
    const space = spaceOf(key);
    if (space >= this.#firstSpace && this.#isSealedKind(space, key[SPACE_BYTES])) {
      return sealedValue(key, value);
    }
    return value.length === 0 ? NO_VALUE : value;
  }

  /** What the next write must write as well. */
  get unnoted(): readonly Write[] {
    if (this.#isNoted) return [];
    const firstSpace = Buffer.alloc(4);
    firstSpace.writeUInt32BE(this.#firstSpace);
    return [new Write(sealedValue(SEALS_KEY, firstSpace), SEALS_KEY)];
  }

  noted(): void {
    this.#isNoted = true;
  }
}

/** What a row holds; undefined if its seal is not its own. Older databases have values that are empty. */
export function bareValue(fullKey: Buffer, stored: Buffer, isSealed: boolean): Buffer | undefined {
  if (stored.length === 0) return stored;
  if (isSealed) return unsealedValue(fullKey, stored);
  return stored.length === 1 && stored[0] === NO_VALUE[0] ? NOTHING : stored;
}

async function spaceAfterLast(database: Database): Promise<number> {
  for await (const key of database.keys({ reverse: true, limit: 1 })) {
    return (key as Buffer).readUInt32BE(0) + 1;
  }
  return 0;
}
