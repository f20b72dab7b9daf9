/**
 * Caches keys that are read again and again: LevelDB takes about 3 µs to hand over a key, and as much as for fifty of them
 * to begin a scan.
 *
 * A section, the keys with one prefix, is loaded whole once partial reads have cost as much as loading it would. What is
 * written to it from then on is noted, and merged when somebody reads enough of it. With too many changes the
 * section is dropped; if it had not paid for itself by then, its space waits longer the next time. So does a section that
 * was evicted: where more is read than fits, loading whole sections must not be in vain every time.
 *
 * Only snapshots read from the cache, by their time: the number of commits that had ended before them. A snapshot is served,
 * and may cache what it reads, if its space has not changed since; not while a commit is in progress, which it may or may
 * not see.
 */

import { LRUCache } from "lru-cache";
import { toByteString } from "../../value/byte-string.ts";
import { SPACE_BYTES } from "../space-key.ts";
import type { Write } from "../write.ts";
import type { PackedKeys } from "./packed-keys.ts";
import type { KeySection } from "./section-reader.ts";

/** Of all sections together, where nothing else is said. */
export const KEY_CACHE_BYTES = 256 * 1024 * 1024;
/** To put changes in their places copies a section: of a larger one that would take too long at once. */
export const SECTION_BYTES_MAX = 64 * 1024 * 1024;
/** One section has no more than this part. */
const SECTION_SHARE = 1 / 4;
/** About what a section takes beside its keys. */
const SECTION_BYTES = 512;
/** Others are as if they had just been changed. */
const SPACES_MAX = 1024;
const SECTIONS_MAX = 64;
/** A smaller section is not worth the trouble any sooner. */
const ROWS_MIN = 512;
/** What it takes to begin a scan, in rows: some 150 µs, where one more row takes 2 to 3. */
const SCAN_ROWS = 50;
const PATIENCE_MAX = 64;
/** Of a section; fewer where it has few keys. To put more of them in their places would take several milliseconds at once. */
export const CHANGES_MAX = 512;
const CHANGES_MIN = 64;
const CHANGES_SHARE = 1 / 8;
/** Of a commit; to note more would take several milliseconds at once. */
export const NOTED_ROWS_MAX = 16_384;
/** About what a change takes: room for as many as there may be counts as taken. */
const CHANGE_BYTES = 128;
/** To put changes among so many keys takes as long as to read one from the disk. */
const JOINED_PER_ROW = 256;

const NOTHING = new Uint8Array();

class Section {
  /** Since its keys were read or last joined with changes. */
  rowsRead = 0;
  /** Which were not read from the disk, since it is kept. */
  rowsSpared = 0;
  /** How many times as much as usual must be read before it is kept. */
  patience = 1;
  isTooLarge = false;
  /** `since`: the last change of the space before it. */
  filling: { readonly since: number; readonly keys: Promise<PackedKeys | undefined> } | undefined;
  /** Since its keys were read: what they have, null if they are gone. Undefined: they are neither kept nor being read. */
  changes: Map<string, Uint8Array | null> | undefined;
  changesMax = CHANGES_MAX;
  /** Of values that are kept too. */
  readonly valueBytes: number;

  constructor(valueBytes: number) {
    this.valueBytes = valueBytes;
  }

  /** Whether it has spared as much as it took to read it whole. */
  isPaid(keys: PackedKeys): boolean {
    return this.rowsSpared >= keys.count;
  }

  forget(): void {
    this.rowsRead = 0;
    this.rowsSpared = 0;
    this.changes = undefined;
    this.changesMax = CHANGES_MAX;
  }
}

interface Space {
  changedAt: number;
  /** How many times as much as usual must be read before a section is kept. */
  patience: number;
  readonly sections: Map<string, Section>;
  /** Of the prefixes of its sections, in bytes. */
  readonly prefixLengths: Set<number>;
}

export interface SectionName extends KeySection {
  readonly space: number;
  /** Of the snapshot that asks. */
  readonly time: number;
}

/** All keys of a section; undefined: they take more than so many bytes. */
type ReadSection = (bytesMax: number) => Promise<PackedKeys | undefined>;

export interface KeyCacheOptions {
  /** Of fewer keys a section is not cached any sooner; absent: as many as it is worth the trouble for. */
  readonly rowsMin?: number | undefined;
  /** Of all sections together; absent: `KEY_CACHE_BYTES`. */
  readonly bytesMax?: number | undefined;
}

export class KeyCache {
  readonly #spaces = new LRUCache<number, Space>({
    max: SPACES_MAX,
    dispose: (space) => this.#letGo(space),
  });
  readonly #kept: LRUCache<Section, PackedKeys>;
  /** How many commits to a space are in progress. */
  readonly #changing = new Map<number, number>();
  readonly #rowsMin: number;
  readonly #sectionBytesMax: number;
  #time = 0;

  constructor({ rowsMin = ROWS_MIN, bytesMax = KEY_CACHE_BYTES }: KeyCacheOptions = {}) {
    this.#rowsMin = rowsMin;
    this.#sectionBytesMax = Math.min(bytesMax * SECTION_SHARE, SECTION_BYTES_MAX);
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ size }, { changesMax, valueBytes }) =>
        SECTION_BYTES + size + changesMax * (CHANGE_BYTES + valueBytes),
      dispose: (keys, section, reason) => {
        if (reason === "set") return;
        if (reason === "evict") section.patience = nextPatience(section.patience, section.isPaid(keys));
        section.forget();
      },
    });
  }

  /** For a snapshot that is taken now. */
  get time(): number {
    return this.#time;
  }

  /** A commit to these spaces begins, in commit order; others may be in progress. */
  beginChange(spaces: Iterable<number>, rows: readonly (readonly Write[])[] = []): void {
    const noting = new Map<number, Space>();
    for (const number of spaces) {
      this.#changing.set(number, (this.#changing.get(number) ?? 0) + 1);
      const space = this.#spaces.peek(number);
      if (space === undefined) continue;
      space.changedAt = Number.POSITIVE_INFINITY;
      if (space.sections.size > 0) noting.set(number, space);
    }
    if (noting.size === 0) return;
    if (rows.reduce((sum, { length }) => sum + length, 0) > NOTED_ROWS_MAX) {
      for (const space of noting.values()) this.#giveUpAll(space);
      return;
    }
    for (const some of rows) {
      for (const row of some) {
        const space = noting.get(row.space);
        if (space !== undefined) this.#note(space, row);
      }
    }
  }

  #note(space: Space, { key, value }: Write): void {
    for (const length of space.prefixLengths) {
      const section = space.sections.get(toByteString(key, SPACE_BYTES, SPACE_BYTES + length));
      if (section?.changes === undefined) continue;
      const isCached = value !== null && section.valueBytes > 0;
      // Readers of the disk report a value of another size.
      const isOdd = isCached && value.length !== section.valueBytes;
      section.changes.set(toByteString(key, SPACE_BYTES), isCached ? value : value && NOTHING);
      if (isOdd || section.changes.size > section.changesMax) this.#giveUp(space, section);
    }
  }

  /** The commit has ended. What was noted of one that failed is wrong. */
  endChange(spaces: Iterable<number>, isDone: boolean): void {
    this.#time++;
    for (const number of spaces) {
      const others = this.#changing.get(number)! - 1;
      if (others === 0) this.#changing.delete(number);
      else this.#changing.set(number, others);
      const space = this.#spaces.peek(number);
      if (space === undefined) continue;
      if (others === 0) space.changedAt = this.#time;
      if (!isDone) this.#letGo(space);
    }
  }

  /**
   * What is kept of a section, or what `read` gives if it is time to keep it; undefined: the caller reads what it needs. Without
   * `read` it is left to another to read it whole.
   */
  async get(name: SectionName, read?: ReadSection): Promise<PackedKeys | undefined> {
    const space = this.#space(name.space);
    if (space.changedAt > name.time) return undefined;
    const section = this.#section(space, name);
    const kept = this.#kept.get(section);
    if (kept !== undefined) return this.#joined(section, kept);
    const { filling } = section;
    // Who fills it may be gone before it is done.
    if (filling !== undefined) {
      return filling.since === space.changedAt ? filling.keys.catch(() => undefined) : undefined;
    }
    const patience = Math.max(space.patience, section.patience);
    const isDue = section.rowsRead >= Math.max(name.rows, this.#rowsMin) * patience;
    if (isDue && read !== undefined && !section.isTooLarge) {
      const keys = this.#fill(section, read);
      section.filling = { since: space.changedAt, keys };
      return keys;
    }
    section.rowsRead += SCAN_ROWS;
    return undefined;
  }

  /** So many rows were read of a section, from here or from the disk. */
  count(name: SectionName, rows: number): void {
    const space = this.#spaces.peek(name.space);
    const section = space && space.changedAt <= name.time ? space.sections.get(keyOf(name)) : undefined;
    if (section === undefined) return;
    section.rowsRead += rows;
    if (section.changes?.size === 0) section.rowsSpared += rows;
  }

  async #fill(section: Section, read: ReadSection): Promise<PackedKeys | undefined> {
    section.changes = new Map();
    try {
      const keys = await read(this.#sectionBytesMax);
      const { changes } = section;
      section.forget();
      section.isTooLarge = keys === undefined;
      // Else it was let go of meanwhile.
      if (keys !== undefined && changes !== undefined) this.#keep(section, keys, changes);
      return keys;
    } catch (error) {
      section.changes = undefined;
      throw error;
    } finally {
      section.filling = undefined;
    }
  }

  #keep(section: Section, keys: PackedKeys, changes: Map<string, Uint8Array | null>): void {
    section.changes = changes;
    section.changesMax = Math.min(Math.max(keys.count * CHANGES_SHARE, CHANGES_MIN), CHANGES_MAX);
    this.#kept.set(section, keys);
  }

  /** The keys with what has changed; undefined where it takes longer to put them together than to read some of them. */
  #joined(section: Section, kept: PackedKeys): PackedKeys | undefined {
    const changes = section.changes!;
    if (changes.size === 0) {
      section.rowsSpared += SCAN_ROWS;
      return kept;
    }
    section.rowsRead += SCAN_ROWS;
    if (section.rowsRead * JOINED_PER_ROW < kept.count) return undefined;
    section.rowsRead = 0;
    section.rowsSpared += SCAN_ROWS;
    const keys = kept.with(changes);
    changes.clear();
    if (keys.size <= this.#sectionBytesMax) {
      this.#kept.set(section, keys);
    } else {
      section.isTooLarge = true;
      this.#kept.delete(section);
    }
    return keys;
  }

  #space(number: number): Space {
    const known = this.#spaces.get(number);
    if (known !== undefined) return known;
    // What happened to it before is not known, so that older snapshots are not served.
    const changedAt = this.#changing.has(number) ? Number.POSITIVE_INFINITY : this.#time;
    const space: Space = { changedAt, patience: 1, sections: new Map(), prefixLengths: new Set() };
    this.#spaces.set(number, space);
    return space;
  }

  #section(space: Space, name: SectionName): Section {
    const key = keyOf(name);
    const known = space.sections.get(key);
    if (known !== undefined) return known;
    if (space.sections.size >= SECTIONS_MAX) this.#letGo(space);
    const section = new Section(name.valueBytes ?? 0);
    space.sections.set(key, section);
    space.prefixLengths.add(name.prefix.length);
    return section;
  }

  /** Of a section that is written too much. */
  #giveUp(space: Space, section: Section): void {
    const kept = this.#kept.peek(section);
    space.patience = nextPatience(space.patience, kept !== undefined && section.isPaid(kept));
    this.#kept.delete(section);
    section.forget();
  }

  #giveUpAll(space: Space): void {
    for (const section of space.sections.values()) {
      if (section.changes !== undefined) this.#giveUp(space, section);
    }
  }

  #letGo({ sections }: Space): void {
    for (const section of sections.values()) {
      this.#kept.delete(section);
      section.forget();
    }
    sections.clear();
  }
}

function nextPatience(patience: number, isPaid: boolean): number {
  return isPaid ? 1 : Math.min(2 * patience, PATIENCE_MAX);
}

function keyOf({ prefix }: SectionName): string {
  return toByteString(Buffer.from(prefix.buffer, prefix.byteOffset, prefix.length));
}
