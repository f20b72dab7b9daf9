/**
 * The room that a LevelDB has on its disk, and what is kept back for it.
 *
 * - Writes are refused while less is free than the reserve: what LevelDB takes beside the data, for its logs and for the
 *   outputs of a compaction, before it gives the inputs back.
 * - A file takes the room that opening the database needs, and is removed when there is no other: a full disk can be read
 *   after a start, and after a failed write. It grows with what the logs may hold, before more is written to them; when it
 *   had to give way, it is made again at once, before something else takes the room.
 * - A compaction that failed for want of room leaves its outputs behind, and LevelDB does not remove them until it is opened
 *   again. So they count as free, and are removed before that.
 */
import { randomFill } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { KeyValueError } from "../key-value-store.ts";
import { Unreadable } from "./files/byte-cursor.ts";
import { currentManifest, listFiles, readManifest } from "./files/folder-files.ts";
import type { Manifest } from "./files/manifest.ts";

const MB = 1024 * 1024;

export const ROOM_LIMITS = {
  /**
   * Writes are refused while less is free: two logs and two new tables of 8 MB each, and the 50 MB that LevelDB lets a
   * compaction of tables of 2 MB become.
   */
  reserveBytes: 96 * 1024 * 1024,
  /** But a small disk keeps back only this part of it. */
  reserveShare: 1 / 16,
  /** LevelDB writes up to two buffers, each with a group of transactions too many, to new files when it opens. */
  openBytes: 24 * 1024 * 1024,
} as const;

/** What opening writes of empty logs, and more. */
const OPEN_BYTES_MIN = MB;
/** A log takes a little more than the rows that are written to it. */
const LOG_SHARE = 1.25;

/** Between two looks at the disk, unless so much is written that they matter earlier. */
const LOOK_MS = 1_000;
const LOOKS_PER_RESERVE = 8;
const FIRST_ALLOWANCE = MB;
/** Written again and again: more than any file system compresses at once, and little for an idle server to hold. */
const PIECE_BYTES = 256 * 1024;

export const RESERVE_FILE = "room.reserve";

/** As much of the file system as is asked here. Tests have one of their own. */
export type FreeBytes = (folder: string) => Promise<{ readonly free: number; readonly size: number }>;

const freeBytesOf: FreeBytes = async (folder) => {
  const found = await statfs(folder).catch(() => undefined);
  // A file system that does not tell is taken to be large.
  if (found === undefined) return { free: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };
  return { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
};

interface LevelRoomOptions {
  readonly folder: string;
  /** In milliseconds, from any moment on. */
  readonly now: () => number;
  readonly notice: (sentence: string) => void;
  readonly freeBytes?: FreeBytes | undefined;
}

export class LevelRoom {
  readonly #folder: string;
  readonly #reserveFile: string;
  readonly #now: () => number;
  readonly #notice: (sentence: string) => void;
  readonly #freeBytes: FreeBytes;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** What may be written until the next look. */
  #allowance = 0;
  #isShort = false;
  /** Since the database was opened. */
  #written = 0;
  #reserving: Promise<void> = Promise.resolve();
  /** What failed compactions may have left, and when that was looked at while there was too little room. */
  #leftovers: { readonly atMs: number; readonly names: string; readonly bytes: number } | undefined;

  constructor({ folder, now, notice, freeBytes = freeBytesOf }: LevelRoomOptions) {
    this.#folder = folder;
    this.#reserveFile = join(folder, RESERVE_FILE);
    this.#now = now;
    this.#notice = notice;
    this.#freeBytes = freeBytes;
  }

  /**
   * Before so many bytes are written. Fails if too little is free. True: there was too little until now, so that compactions
   * may have failed, and the database has to be opened anew.
   */
  async take(bytes: number): Promise<boolean> {
    const wasShort = this.#isShort;
    if (wasShort || bytes > this.#allowance || this.#now() - this.#lookedAtMs >= LOOK_MS)
      await this.#look(bytes);
    if (this.#isShort) {
      throw new KeyValueError("full", `There is too little room left for ${this.#folder}: free some space.`);
    }
    this.#allowance -= bytes;
    this.#written += bytes;
    return wasShort;
  }

  /** Before the database is closed to be opened anew. Fails if there may be too little room for that. */
  async assertOpening(): Promise<void> {
    await this.#reserving;
    const needed = neededFor(this.#written);
    if ((await this.#reserved()) >= needed) return;
    if ((await this.#unnamed()).bytes >= needed) return;
    await this.#reserve(needed, true);
  }

  /** Makes room for opening the database. Nobody may have it open. */
  async giveWay(): Promise<void> {
    await this.#reserving;
    this.#leftovers = undefined;
    await rm(this.#reserveFile, { force: true });
    for (const name of (await this.#unnamed()).names) await rm(join(this.#folder, name), { force: true });
  }

  /** It was opened after that: its logs are empty, and it can be opened once more. */
  async opened(): Promise<void> {
    this.#written = 0;
    this.#allowance = 0;
    await this.#reserve(OPEN_BYTES_MIN).catch(() => {});
  }

  /** Ends what goes on in the background. */
  close(): Promise<void> {
    return this.#reserving;
  }

  /** Before so many bytes are written, and perhaps more until the next look. */
  async #look(bytes: number): Promise<void> {
    const { free, size } = await this.#freeBytes(this.#folder);
    const reserve = Math.min(ROOM_LIMITS.reserveBytes, size * ROOM_LIMITS.reserveShare);
    this.#lookedAtMs = this.#now();
    // Little at first, so that the file of a store that is hardly written to stays small.
    const most = Math.min(Math.max(this.#written, FIRST_ALLOWANCE), reserve / LOOKS_PER_RESERVE);
    this.#allowance = Math.max(most, bytes);
    const needed = neededFor(this.#written + this.#allowance);
    const missing = Math.max(needed - (await this.#reserved()), 0);
    const wanted = reserve + missing;
    const wasShort = this.#isShort;
    this.#isShort = free < wanted && free + (await this.#leftBytes()) < wanted;
    if (this.#isShort !== wasShort) this.#tell(free, wanted);
    if (!this.#isShort && missing > 0) this.#reserveBeside(needed);
  }

  /** Without it a full disk may be unreadable after a start: no reason to fail, and the next look tries again. */
  #reserveBeside(bytes: number): void {
    this.#reserving = this.#reserving.then(() => this.#reserve(bytes)).catch(() => {});
  }

  #tell(free: number, reserve: number): void {
    const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
    this.#notice(
      this.#isShort
        ? `The disk of ${this.#folder} is full: ${inMb(free)} are free, and ${inMb(reserve)} are kept back for the store. Writes are refused until some space is freed; reads go on.`
        : `The disk of ${this.#folder} has room again: ${inMb(free)}. Writes go on.`,
    );
  }

  /** What compactions that failed have left. Outputs of one that is under way change from one look to the next. */
  async #leftBytes(): Promise<number> {
    const before = this.#leftovers;
    const nowMs = this.#now();
    if (before === undefined || nowMs - before.atMs >= LOOK_MS) {
      const { names, bytes } = await this.#unnamed();
      this.#leftovers = { atMs: nowMs, names: `${names} ${bytes}`, bytes };
      return this.#leftovers.names === before?.names ? bytes : 0;
    }
    return 0;
  }

  /** The tables that the manifest does not name. */
  async #unnamed(): Promise<{ readonly names: readonly string[]; readonly bytes: number }> {
    const { tables } = await listFiles(this.#folder);
    const manifest = await this.#manifest();
    if (manifest === undefined || manifest.damage.length > 0) return { names: [], bytes: 0 };
    const named = new Set(manifest.tables.map(({ number }) => number));
    const names = [...tables].filter(([number]) => !named.has(number)).map(([, name]) => name);
    let bytes = 0;
    for (const name of names) bytes += await sizeOf(join(this.#folder, name));
    return { names, bytes };
  }

  /** Undefined where LevelDB could not read it either. */
  async #manifest(): Promise<Manifest | undefined> {
    try {
      return await readManifest(this.#folder, await currentManifest(this.#folder));
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  #reserved(): Promise<number> {
    return sizeOf(this.#reserveFile);
  }

  /** Fails if there is no room, with what there was; some file systems know that only once it is on the disk. */
  async #reserve(bytes: number, isSure = false): Promise<void> {
    const missing = bytes - (await this.#reserved());
    if (missing <= 0) return;
    // A file system that compresses must not find anything to save.
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    await promisify<Buffer, Buffer>(randomFill)(piece);
    const file = await open(this.#reserveFile, "a");
    try {
      for (let left = missing; left > 0; left -= PIECE_BYTES)
        await file.writeFile(piece.subarray(0, Math.min(left, PIECE_BYTES)));
      if (isSure) await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** By opening the database, after so much was written to it; in whole megabytes. */
function neededFor(writtenBytes: number): number {
  const megabytes = Math.ceil((OPEN_BYTES_MIN + LOG_SHARE * writtenBytes) / MB);
  return Math.min(megabytes * MB, ROOM_LIMITS.openBytes);
}

/** 0 if there is no such file. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
