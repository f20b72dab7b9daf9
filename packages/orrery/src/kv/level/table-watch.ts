/**
 * Verifies the tables of a LevelDB while it is open, since LevelDB does not when it reads, and keeps the record by which
 * the next start knows them. Rows of tables that do not match their checksums are refused from then on, and so is every
 * write: a compaction would copy what is wrong into a table with good checksums.
 */
import { join } from "node:path";
import { KeyValueError } from "../key-value-store.ts";
import type { FileDamage } from "./files/file-damage.ts";
import { currentManifest, readManifest, readWhole } from "./files/folder-files.ts";
import { writeFoundDamage } from "./files/found-damage.ts";
import { type KnownTables, tableMark, writeKnownTables } from "./files/known-tables.ts";
import { type TableEntry, tableName } from "./files/manifest.ts";
import { damageOfTable } from "./files/verify-folder.ts";

/** How a round of verification goes on. */
export interface RoundTerms {
  /** Tables that were verified at this moment or later are not verified again. */
  readonly since: number;
  readonly now: () => number;
  /** Called after each table that took so long; a round ends early when it says false. */
  readonly pause: (tookMs: number) => Promise<boolean>;
}

export class TableWatch {
  readonly #folder: string;
  readonly #notice: (sentence: string) => void;
  readonly #damage: FileDamage[] = [];
  /** When each table was verified, since the folder was opened. */
  readonly #verifiedAt = new Map<string, number>();
  #known: KnownTables;

  constructor(folder: string, known: KnownTables, notice: (sentence: string) => void) {
    this.#folder = folder;
    this.#known = known;
    this.#notice = notice;
  }

  get isWhole(): boolean {
    return this.#damage.length === 0;
  }

  /** For reads of full keys from `from` up to `last`. */
  assertReadable(from: Buffer, last: Buffer): void {
    const found = this.#damage.find(
      ({ keys }) => keys === undefined || (keys.last.compare(from) >= 0 && keys.from.compare(last) <= 0),
    );
    if (found !== undefined) throw new KeyValueError("corrupt", `${this.#sentence(found)}.`);
  }

  assertWritable(): void {
    const [found] = this.#damage;
    if (found === undefined) return;
    throw new KeyValueError(
      "corrupt",
      `${this.#sentence(found)}: nothing is written until the folder is repaired or restored.`,
    );
  }

  /** Not to be called while it is under way. */
  async round({ since, now, pause }: RoundTerms): Promise<void> {
    const whole = new Map<string, string>();
    for (const table of await this.#tables()) {
      const name = tableName(table);
      const path = join(this.#folder, name);
      const startedAt = now();
      const isDue = (this.#verifiedAt.get(name) ?? -1) < since;
      const isWhole = isDue ? await this.#verify(name, table) : true;
      const mark = isWhole ? await tableMark(path) : undefined;
      if (mark !== undefined) whole.set(name, mark);
      if (isDue && isWhole) this.#verifiedAt.set(name, startedAt);
      if (isDue && !(await pause(now() - startedAt))) return;
    }
    for (const name of this.#verifiedAt.keys()) if (!whole.has(name)) this.#verifiedAt.delete(name);
    await this.#remember(whole);
  }

  /** Once the database is closed: what it wrote is on the disk, and nobody changes it any more. */
  async close(): Promise<void> {
    if (!this.isWhole) return;
    const tables = new Map<string, string>();
    for (const table of await this.#tables()) {
      const mark = await tableMark(join(this.#folder, tableName(table)));
      if (mark !== undefined) tables.set(tableName(table), mark);
    }
    await this.#remember(tables);
  }

  async #tables(): Promise<readonly TableEntry[]> {
    return (await readManifest(this.#folder, await currentManifest(this.#folder))).tables;
  }

  /** A table that is gone was compacted meanwhile. */
  async #verify(name: string, table: TableEntry): Promise<boolean> {
    const path = join(this.#folder, name);
    if ((await tableMark(path)) === undefined) return false;
    const bytes = await readWhole(path).catch((error: Error) => error);
    const found =
      bytes instanceof Error
        ? [{ file: name, finding: bytes.message, keys: { from: table.smallest, last: table.largest } }]
        : damageOfTable(name, table, bytes);
    if (found.length === 0 || (await tableMark(path)) === undefined) return found.length === 0;
    const fresh = found.filter(({ file, finding }) => !this.#isFound(file, finding));
    if (fresh.length === 0) return false;
    this.#damage.push(...fresh);
    await writeFoundDamage(this.#folder, this.#damage);
    for (const each of fresh) {
      this.#notice(
        `${this.#sentence(each)}. Its rows are not served, and nothing is written any more: stop the server, then run 'orrery check'.`,
      );
    }
    return false;
  }

  #isFound(file: string, finding: string): boolean {
    return this.#damage.some((known) => known.file === file && known.finding === finding);
  }

  #sentence({ file, finding }: FileDamage): string {
    return `The data folder is damaged in ${join(this.#folder, file)}: ${finding}`;
  }

  async #remember(tables: KnownTables): Promise<void> {
    const isSame =
      tables.size === this.#known.size && [...tables].every(([name, mark]) => this.#known.get(name) === mark);
    if (isSame) return;
    this.#known = tables;
    await writeKnownTables(this.#folder, tables);
  }
}
