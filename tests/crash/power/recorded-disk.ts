/**
 * What a disk may hold when the power fails, from a record of all that was done to it (`record-disk.c`).
 *
 * A file's bytes up to its last sync are there. Of those after it anything may be missing: the end, some sectors, all.
 * Names are kept by a journal, as on the usual file systems: a sync makes all that was created, renamed and removed
 * before it last, and what came later is lost from some point on.
 */
import { integerBelow } from "../../harness/seeded-random.ts";

const HEADER_BYTES = 17;
const SECTOR_BYTES = 512;

type RecordKind = "created" | "written" | "synced" | "renamed" | "removed";
const KINDS: readonly RecordKind[] = ["created", "written", "synced", "renamed", "removed"];

export interface DiskRecord {
  readonly kind: RecordKind;
  readonly timeNs: bigint;
  readonly file: number;
  readonly bytes: Buffer;
}

/** A record that the death of the process cut off is left out. */
export function readRecords(journal: Buffer): DiskRecord[] {
  const records: DiskRecord[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= journal.length) {
    const start = at + HEADER_BYTES;
    const end = start + journal.readUInt32LE(at + 13);
    if (end > journal.length) break;
    records.push({
      kind: KINDS[journal[at]! - 1]!,
      timeNs: journal.readBigUInt64LE(at + 1),
      file: journal.readUInt32LE(at + 9),
      bytes: journal.subarray(start, end),
    });
    at = end;
  }
  return records;
}

class RecordedFile {
  readonly #parts: Buffer[] = [];
  #written = 0;
  synced = 0;

  append(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#written += bytes.length;
  }

  /** As it may be found. */
  remains(random: () => number): Buffer {
    const whole = Buffer.concat(this.#parts);
    const unsynced = this.#written - this.synced;
    if (unsynced === 0) return whole;
    switch (integerBelow(random, 5)) {
      case 0:
        return whole;
      case 1:
        return whole.subarray(0, this.synced);
      case 2:
        return whole.subarray(0, this.synced + integerBelow(random, unsynced));
      case 3:
        return whole.fill(0, this.synced + integerBelow(random, unsynced));
      default:
        return this.#withHoles(whole, random);
    }
  }

  /** The length arrived, and some of the sectors. */
  #withHoles(whole: Buffer, random: () => number): Buffer {
    for (let start = this.synced; start < whole.length; ) {
      const end = Math.min(whole.length, (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES);
      if (random() < 0.5) whole.fill(0, start, end);
      start = end;
    }
    return whole;
  }
}

type Names = Map<string, RecordedFile>;

export class RecordedDisk {
  readonly #files = new Map<number, RecordedFile>();
  readonly #names: Names = new Map();
  /** Changes of names since the last sync. */
  #unsyncedChanges: ((names: Names) => void)[] = [];

  /** `before`: what the folder held when the record began. */
  constructor(before: ReadonlyMap<string, Buffer>) {
    for (const [name, content] of before) {
      const file = new RecordedFile();
      file.append(content);
      file.synced = content.length;
      this.#names.set(name, file);
    }
  }

  apply({ kind, file, bytes }: DiskRecord): void {
    switch (kind) {
      case "created": {
        const created = new RecordedFile();
        this.#files.set(file, created);
        this.#change((names) => names.set(bytes.toString(), created));
        break;
      }
      case "written":
        this.#files.get(file)!.append(bytes);
        break;
      case "synced":
        this.#files.get(file)!.synced = Number(bytes.readBigUInt64LE());
        for (const change of this.#unsyncedChanges.splice(0)) change(this.#names);
        break;
      case "renamed": {
        const [from, to] = bytes.toString().split("\n") as [string, string];
        this.#change((names) => {
          names.set(to, names.get(from)!);
          names.delete(from);
        });
        break;
      }
      case "removed":
        this.#change((names) => names.delete(bytes.toString()));
        break;
    }
  }

  /** The power fails: the files as they may be found. */
  fail(random: () => number): Map<string, Buffer> {
    const names = new Map(this.#names);
    const kept = integerBelow(random, this.#unsyncedChanges.length + 1);
    for (const change of this.#unsyncedChanges.slice(0, kept)) change(names);
    return new Map([...names].map(([name, file]) => [name, file.remains(random)]));
  }

  #change(change: (names: Names) => void): void {
    this.#unsyncedChanges.push(change);
  }
}
