/**
 * A folder with backups. Each is a file of JSON that lists the files of a store with their CRC-32, and a folder with those
 * that change; tables, which never change, are shared by all backups. The JSON is written last: what has none is no backup.
 */
import { constants } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { developmentDataSentence } from "../../kv/development-data.ts";
import { tableMark } from "../../kv/level/files/known-tables.ts";
import { verifyFolder } from "../../kv/level/files/verify-folder.ts";
import { UsageError } from "../settings/flags.ts";
import { backupName } from "./checkpoints.ts";
import { PRIVATE_FILE_MODE } from "./private-files.ts";

// On disk: do not change. Development versions wrote their number under another name, `format`.
const BACKUP_FORMAT = 1;
const TABLES = "tables";
const LIST = ".json";
const NAME = /^\d{8}T\d{6}\.\d{3}Z$/;
/** A backup that is not complete by then was interrupted. */
const ADDING_HOURS_MAX = 24;

interface BackupFile {
  readonly name: string;
  /** Where it is in the folder of backups. */
  readonly stored: string;
  readonly size: number;
  readonly crc: number;
  /** Of a table: what told the source's file from others. */
  readonly mark?: string;
}

export interface Backup {
  readonly backupFormat: number;
  /** In ISO 8601. */
  readonly takenAt: string;
  readonly files: readonly BackupFile[];
}

export type Progress = (doneBytes: number, allBytes: number) => void;

export interface AddedBackup {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Of files that earlier backups did not have. */
  readonly newBytes: number;
}

export class BackupFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The names of all backups, oldest first. */
  async names(): Promise<string[]> {
    return (await this.#list()).complete;
  }

  /** The names of all backups, and of those that are being added or were interrupted; each oldest first. */
  async #list(): Promise<{ readonly complete: string[]; readonly incomplete: string[] }> {
    const files = new Set(await readdir(this.#folder).catch(() => [] as string[]));
    const names = [...files].filter((file) => NAME.test(file)).sort();
    return {
      complete: [...files]
        .filter((file) => file.endsWith(LIST) && NAME.test(file.slice(0, -LIST.length)))
        .map((file) => file.slice(0, -LIST.length))
        .sort(),
      incomplete: names.filter((name) => !files.has(`${name}${LIST}`)),
    };
  }

  async read(name: string): Promise<Backup> {
    const path = join(this.#folder, `${name}${LIST}`);
    try {
      const [json = "", crc] = (await readFile(path, "utf8")).split("\n");
      if (String(crc32(json)) !== crc)
        throw new UsageError(`${path} is damaged: it does not match its checksum.`);
      const backup = JSON.parse(json) as Backup & { readonly format?: unknown };
      if (backup.backupFormat === BACKUP_FORMAT) return backup;
      throw new UsageError(
        backup.format === undefined
          ? `${path} was made by a newer version of Orrery (backup format ${backup.backupFormat}; this one reads ${BACKUP_FORMAT}). Use that version.`
          : developmentDataSentence(
              `The backup ${path}`,
              "a new folder",
              "Restore it and export its items with that version",
            ),
      );
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${path} cannot be read: ${(error as Error).message}.`);
    }
  }

  /** Adds what a checkpoint holds. It is verified before, and every new file after it was written. */
  async add(name: string, takenAt: string, checkpoint: string, progress: Progress): Promise<AddedBackup> {
    const own = join(this.#folder, name);
    await mkdir(join(this.#folder, TABLES), { recursive: true });
    // From now on no other command removes tables: not those of the last backup, nor those that this one adds.
    await mkdir(own).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      throw new UsageError(`Another command is adding the backup ${name}. Repeat this one.`);
    });
    try {
      return await this.#addFiles(name, takenAt, checkpoint, progress);
    } catch (error) {
      await rm(own, { recursive: true, force: true });
      throw error;
    }
  }

  async #addFiles(
    name: string,
    takenAt: string,
    checkpoint: string,
    progress: Progress,
  ): Promise<AddedBackup> {
    const before = await this.#lastFiles();
    const known = new Map([...before].map(([file, { mark }]) => [file, mark ?? ""]));
    const { damage, tables } = await verifyFolder(checkpoint, known);
    const [first] = damage;
    if (first !== undefined)
      throw new UsageError(`Nothing was backed up: ${first.file} is damaged: ${first.finding}.`);
    const files: BackupFile[] = [];
    let bytes = 0;
    let newBytes = 0;
    const names = (await readdir(checkpoint)).sort();
    for (const [i, file] of names.entries()) {
      const mark = tables.get(file);
      const earlier = mark === undefined ? undefined : before.get(file);
      const isKnown = earlier?.mark === mark && earlier !== undefined && (await this.#has(earlier));
      const added = isKnown ? earlier : await this.#addFile(join(checkpoint, file), file, name, mark);
      files.push(added);
      bytes += added.size;
      if (!isKnown) newBytes += added.size;
      progress(i + 1, names.length);
    }
    const backup: Backup = { backupFormat: BACKUP_FORMAT, takenAt, files };
    const json = JSON.stringify(backup);
    await writeWhole(join(this.#folder, `${name}${LIST}`), Buffer.from(`${json}\n${crc32(json)}\n`));
    return { name, files: files.length, bytes, newBytes };
  }

  /** Copies the files of a backup into a new folder, and verifies them. */
  async restore(backup: Backup, target: string, progress: Progress): Promise<void> {
    await mkdir(target, { recursive: true });
    for (const [i, file] of backup.files.entries()) {
      const path = join(target, file.name);
      await copyFile(join(this.#folder, file.stored), path, constants.COPYFILE_FICLONE).catch(
        (error: Error) => {
          throw new UsageError(`${file.stored} of the backup cannot be read: ${error.message}.`);
        },
      );
      // A copy has the mode of its source, and the backup may have been made with wider ones.
      await chmod(path, PRIVATE_FILE_MODE);
      const bytes = await readFile(path);
      if (bytes.length !== file.size || crc32(bytes) !== file.crc) {
        throw new UsageError(
          `${join(this.#folder, file.stored)} is damaged: it does not match its checksum.`,
        );
      }
      progress(i + 1, backup.files.length);
    }
    const { damage } = await verifyFolder(target);
    if (damage.length > 0)
      throw new UsageError(`The backup is damaged: ${damage[0]!.file}: ${damage[0]!.finding}.`);
  }

  /**
   * Removes all but the last backups, and tables that only those had. Returns how many. Tables stay while another
   * command is adding a backup, whose list of them does not exist yet.
   */
  async keepLast(count: number): Promise<number> {
    // Listed first: what is added from now on is not removed.
    const tables = await readdir(join(this.#folder, TABLES));
    const { complete, incomplete } = await this.#list();
    const old = complete.slice(0, -count);
    const interruptedBefore = backupName(Date.now() - ADDING_HOURS_MAX * 3_600_000);
    const interrupted = incomplete.filter((name) => name < interruptedBefore);
    for (const name of [...old, ...interrupted]) {
      await rm(join(this.#folder, `${name}${LIST}`), { force: true });
      await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    if (incomplete.length > interrupted.length) return old.length;
    const used = new Set<string>();
    for (const name of complete.slice(-count)) {
      for (const { stored } of (await this.#readIfPresent(name))?.files ?? []) used.add(stored);
    }
    for (const table of tables) {
      if (!used.has(`${TABLES}/${table}`)) await rm(join(this.#folder, TABLES, table), { force: true });
    }
    return old.length;
  }

  /** Undefined if another command has removed it. */
  async #readIfPresent(name: string): Promise<Backup | undefined> {
    try {
      return await this.read(name);
    } catch (error) {
      if ((await this.names()).includes(name)) throw error;
      return undefined;
    }
  }

  async #lastFiles(): Promise<ReadonlyMap<string, BackupFile>> {
    for (;;) {
      const last = (await this.names()).at(-1);
      if (last === undefined) return new Map();
      const backup = await this.#readIfPresent(last);
      if (backup !== undefined) return new Map(backup.files.map((file) => [file.name, file]));
    }
  }

  async #has({ stored, size }: BackupFile): Promise<boolean> {
    const mark = await tableMark(join(this.#folder, stored));
    return mark?.startsWith(`${size} `) === true;
  }

  async #addFile(path: string, file: string, name: string, mark: string | undefined): Promise<BackupFile> {
    const bytes = await readFile(path);
    const crc = crc32(bytes);
    const stored =
      mark === undefined ? `${name}/${file}` : `${TABLES}/${crc.toString(16).padStart(8, "0")}-${file}`;
    const to = join(this.#folder, stored);
    // A link has nothing to be written, and was read a moment ago.
    if (mark === undefined || !(await isLinked(path, to))) {
      await writeWhole(to, bytes);
      if (!bytes.equals(await readFile(to)))
        throw new UsageError(`${to} does not hold what was written to it.`);
    }
    return { name: file, stored, size: bytes.length, crc, ...(mark !== undefined && { mark }) };
  }
}

/** False on another file system, or on one without links. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await rm(to, { force: true });
    // A link to a symbolic link would lead out of the backup.
    await link(await realpath(from), to);
    return true;
  } catch {
    return false;
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await writeFile(`${path}.new`, bytes, { flush: true });
  await rename(`${path}.new`, path);
}
