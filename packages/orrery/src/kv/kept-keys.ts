/**
 * Keys that are asked for again and again while nothing is written, kept in memory: LevelDB takes about 3 µs to hand over
 * a key, and as much as for ten of them to begin a scan.
 *
 * A section, the keys with one prefix, is read whole once twice as much was read of it as that takes. Any write to its
 * space lets go of it. Where it had not paid for itself by then, the space waits longer the next time.
 *
 * Only snapshots read from here, by their time: the number of changes before them. One is served, and may keep what it has
 * read, if its space has not changed since; not while a write is under way, which it may or may not see.
 */
import { LRUCache } from "lru-cache";
import type { KeySection } from "./key-value-store.ts";
import type { PackedKeys } from "./packed-keys.ts";

/** Of all sections together. */
export const KEPT_KEYS_BYTES_MAX = 64 * 1024 * 1024;
export const SECTION_BYTES_MAX = 8 * 1024 * 1024;
/** Of little memory, one section has no more than this part. */
const SECTION_SHARE = 1 / 4;
/** About what a section takes beside its keys. */
const SECTION_BYTES = 512;
/** Others are as if they had just been changed. */
const SPACES_MAX = 1024;
const SECTIONS_MAX = 64;
/** A smaller section is not worth the trouble any sooner. */
const ROWS_MIN = 512;
/** What it takes to begin a scan, in rows. */
const SCAN_ROWS = 10;
const TIMES_READ = 2;
const PATIENCE_MAX = 64;

class Section {
  /** Since the last change, until it is kept. */
  rowsRead = 0;
  /** Which were not read from the disk, since it is kept. */
  rowsSpared = 0;
  isTooLarge = false;
  filling: Promise<PackedKeys | undefined> | undefined;
}

interface Space {
  changedAt: number;
  /** How many times as much as usual must be read before a section is kept. */
  patience: number;
  readonly sections: Map<string, Section>;
}

export interface SectionName extends KeySection {
  readonly space: number;
  /** Of the snapshot that asks. */
  readonly time: number;
}

/** All keys of a section; undefined: they take more than so many bytes. */
type ReadSection = (bytesMax: number) => Promise<PackedKeys | undefined>;

interface KeptOptions {
  readonly rowsMin?: number | undefined;
  readonly bytesMax?: number | undefined;
}

export class KeptKeys {
  readonly #spaces = new LRUCache<number, Space>({
    max: SPACES_MAX,
    dispose: (space) => this.#letGo(space),
  });
  readonly #kept: LRUCache<Section, PackedKeys>;
  readonly #changing = new Set<number>();
  readonly #rowsMin: number;
  readonly #sectionBytesMax: number;
  #time = 0;

  /** `bytesMax`: of all sections together, where that is less than usual. */
  constructor({ rowsMin = ROWS_MIN, bytesMax = KEPT_KEYS_BYTES_MAX }: KeptOptions = {}) {
    const maxSize = Math.min(bytesMax, KEPT_KEYS_BYTES_MAX);
    this.#rowsMin = rowsMin;
    this.#sectionBytesMax = Math.min(maxSize * SECTION_SHARE, SECTION_BYTES_MAX);
    this.#kept = new LRUCache({
      maxSize,
      sizeCalculation: ({ size }) => SECTION_BYTES + size,
    });
  }

  /** For a snapshot that is taken now. */
  get time(): number {
    return this.#time;
  }

  /** A write to these spaces begins. One at a time. */
  beginChange(spaces: Iterable<number>): void {
    for (const number of spaces) {
      this.#changing.add(number);
      this.#change(number, Number.POSITIVE_INFINITY);
    }
  }

  /** It has ended, whatever became of it. */
  endChange(spaces: Iterable<number>): void {
    this.#time++;
    for (const number of spaces) {
      this.#changing.delete(number);
      this.#change(number, this.#time);
    }
  }

  /** Whatever was kept may be wrong. */
  clear(): void {
    this.#time++;
    this.#spaces.clear();
  }

  /** What is kept of a section, or what `read` gives if it is time to keep it; undefined: the caller reads what it needs. */
  async get(name: SectionName, read: ReadSection): Promise<PackedKeys | undefined> {
    const space = this.#space(name.space);
    if (space.changedAt > name.time) return undefined;
    const section = this.#section(space, name);
    const kept = this.#kept.get(section);
    if (kept !== undefined) {
      section.rowsSpared += SCAN_ROWS;
      return kept;
    }
    // Who fills it may be gone before it is done.
    if (section.filling !== undefined) return section.filling.catch(() => undefined);
    const isDue = section.rowsRead >= Math.max(name.rows, this.#rowsMin) * TIMES_READ * space.patience;
    if (isDue && !section.isTooLarge) {
      section.filling = this.#fill(space, section, read).finally(() => {
        section.filling = undefined;
      });
      return section.filling;
    }
    section.rowsRead += SCAN_ROWS;
    return undefined;
  }

  /** So many rows were read of a section, from here or from the disk. */
  count(name: SectionName, rows: number): void {
    const space = this.#spaces.peek(name.space);
    const section = space && space.changedAt <= name.time ? space.sections.get(keyOf(name)) : undefined;
    if (section === undefined) return;
    if (this.#kept.has(section)) section.rowsSpared += rows;
    else section.rowsRead += rows;
  }

  async #fill(space: Space, section: Section, read: ReadSection): Promise<PackedKeys | undefined> {
    const { changedAt } = space;
    const keys = await read(this.#sectionBytesMax);
    if (space.changedAt !== changedAt) return keys;
    if (keys === undefined) section.isTooLarge = true;
    else this.#kept.set(section, keys);
    return keys;
  }

  #space(number: number): Space {
    const known = this.#spaces.get(number);
    if (known !== undefined) return known;
    // What happened to it before is not known, so that older snapshots are not served.
    const changedAt = this.#changing.has(number) ? Number.POSITIVE_INFINITY : this.#time;
    const space: Space = { changedAt, patience: 1, sections: new Map() };
    this.#spaces.set(number, space);
    return space;
  }

  #section(space: Space, name: SectionName): Section {
    const key = keyOf(name);
    const known = space.sections.get(key);
    if (known !== undefined) return known;
    if (space.sections.size >= SECTIONS_MAX) this.#letGo(space);
    const section = new Section();
    space.sections.set(key, section);
    return section;
  }

  #change(number: number, time: number): void {
    const space = this.#spaces.peek(number);
    if (space === undefined) return;
    space.changedAt = time;
    for (const section of space.sections.values()) {
      const kept = this.#kept.peek(section);
      const isPaid = kept !== undefined && section.rowsSpared >= kept.count;
      if (isPaid) space.patience = 1;
      else if (kept !== undefined || section.isTooLarge) {
        space.patience = Math.min(2 * space.patience, PATIENCE_MAX);
      }
    }
    this.#letGo(space);
  }

  #letGo({ sections }: Space): void {
    for (const section of sections.values()) this.#kept.delete(section);
    sections.clear();
  }
}

function keyOf({ prefix }: SectionName): string {
  return Buffer.from(prefix.buffer, prefix.byteOffset, prefix.length).toString("latin1");
}
