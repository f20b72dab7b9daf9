/**
 * `orrery repair`: saves what is whole of a damaged data folder into a new one, and lists the rest. The old folder is only
 * read. Items are the truth; indexes, change log and totals are made anew from them.
 */

import { appendFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseJsonText, printJsonText } from "@orrerydb/exact-json";
import { Engine, type Loss } from "../../engine/index.ts";
import { verifyFolder } from "../../kv/level/files/verify-folder.ts";
import { assertNotInUse } from "../../kv/level/level-folder.ts";
import { RescuedStore } from "../../kv/level/rescued-store.ts";
import { restoreCatalog } from "../../store/catalog/restore-catalog.ts";
import { CATALOG_SPACE, CatalogKind, FIRST_PARTITION_SPACE } from "../../store/records/catalog-space.ts";
import { isSealedKind } from "../../store/records/sealed-rows.ts";
import { Storage } from "../../store/storage.ts";
import { checkDataFolder, storeFolder } from "../data/data-folder.ts";
import { makeWhole } from "../data/new-folder.ts";
import { openStore } from "../data/open-store.ts";
import { systemEnvironment } from "../server/environment.ts";
import type { Command } from "../settings/command.ts";
import { DEFAULT_FOLDER } from "../settings/defaults.ts";
import { type Flag, type Flags, textOf, UsageError } from "../settings/flags.ts";
import { checkAll } from "./check.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "data",
    value: "DIR",
    help: "the damaged data folder; it is not changed, and no server may be using it",
    otherwise: DEFAULT_FOLDER,
  },
  { name: "to", value: "DIR", help: "a new folder for what is whole" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `What is lost is listed in lost.jsonl of the new folder, and items that can be
read but not be proven to be the last of their writes are in set-aside.jsonl.
Exits with 1 if there are any, or if anything is damaged.`,
  run: repair,
};

const LOST_FILE = "lost.jsonl";
const SET_ASIDE_FILE = "set-aside.jsonl";

/** Whether nothing is lost. */
async function repair(flags: Flags): Promise<boolean> {
  const target = textOf(flags, "to");
  if (target === undefined) throw new UsageError("Name a new folder with --to.");
  const dataFolder = resolve(textOf(flags, "data") ?? DEFAULT_FOLDER);
  await checkDataFolder(dataFolder);
  const source = storeFolder(dataFolder);
  await assertNotInUse(source);
  const isWhole = await listDamage(source);
  const saved = await RescuedStore.of(source, isSealedKind);
  const losses = await makeWhole(resolve(target), (folder) => saveInto(folder, saved));
  process.stdout.write(`What is whole is in ${resolve(target)} now. ${dataFolder} was not changed.\n`);
  return isWhole && losses === 0;
}

async function listDamage(folder: string): Promise<boolean> {
  const { damage, torn } = await verifyFolder(folder);
  for (const { file, finding } of damage) process.stdout.write(`${join(folder, file)}: ${finding}.\n`);
  for (const { file, bytes } of torn) {
    process.stdout.write(`${join(folder, file)}: the last ${bytes} bytes are no whole record.\n`);
  }
  const areWritesLost = damage.some(({ file }) => file.endsWith(".log"));
  if (areWritesLost) {
    process.stdout.write(
      "Writes of the log are lost: items that they changed are as they were before, and items that they deleted are back.\n",
    );
  }
  return damage.length === 0;
}

/** Returns how much is lost, or does not agree. */
async function saveInto(folder: string, saved: RescuedStore): Promise<number> {
  const environment = systemEnvironment("warn");
  const { kv } = await openStore({ dataFolder: folder, durability: "process", environment });
  const losses = new Losses(folder);
  let engine: Engine | undefined;
  try {
    const spaces = await saved.spaces();
    const dropped = await droppedSpaces(saved);
    let broken = 0;
    const catalog = saved.rows(CATALOG_SPACE, { first: 0, last: 0xfe }, { broken: () => broken++ });
    const resources = await restoreCatalog(kv, catalog, Math.max(FIRST_PARTITION_SPACE - 1, ...spaces));
    if (broken > 0)
      losses.add({ database: "", container: "", reason: `${broken} rows of the catalogue are lost` });
    process.stdout.write(`${resources} resources of the catalogue are whole.\n`);
    engine = await Engine.open({
      storage: new Storage(kv),
      environment,
      cacheBytes: 1024 * 1024,
      throttle: "observe",
    });
    const rows = {
      hasLosses: saved.hasLosses,
      rows: (space: number, kind: number) => saved.rows(space, { first: kind, last: kind }),
    };
    for await (const { database, container, items } of engine.restore(rows, (loss) => losses.add(loss))) {
      process.stdout.write(`${database}/${container}: ${items} items were saved.\n`);
      await losses.write();
    }
    const used = engine.usedSpaces();
    for (const space of spaces) {
      if (space < FIRST_PARTITION_SPACE || used.has(space) || dropped.has(space)) continue;
      losses.add({
        database: "",
        container: "",
        reason: `the definition of the container in space ${space} is lost, and with it its items`,
      });
    }
    await losses.write();
    losses.tell();
    return (await checkAll(engine)) ? losses.count : losses.count + 1;
  } finally {
    await (engine ?? kv).close();
  }
}

async function droppedSpaces(saved: RescuedStore): Promise<ReadonlySet<number>> {
  const spaces = new Set<number>();
  const kind = { first: CatalogKind.droppedSpace, last: CatalogKind.droppedSpace };
  for await (const { key } of saved.rows(CATALOG_SPACE, kind)) spaces.add(key.readUInt32BE(1));
  return spaces;
}

/** What was not saved, in two files. */
class Losses {
  count = 0;
  readonly #folder: string;
  #lost: string[] = [];
  #setAside: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  add({ item, ...loss }: Loss): void {
    this.count++;
    this.#lost.push(`${JSON.stringify(loss)}\n`);
    if (item === undefined) return;
    const { database, container } = loss;
    this.#setAside.push(`${printJsonText({ database, container, item: parseJsonText(item.toString()) })}\n`);
  }

  async write(): Promise<void> {
    if (this.#lost.length > 0) await appendFile(join(this.#folder, LOST_FILE), this.#lost.join(""));
    if (this.#setAside.length > 0)
      await appendFile(join(this.#folder, SET_ASIDE_FILE), this.#setAside.join(""));
    this.#lost = [];
    this.#setAside = [];
  }

  tell(): void {
    process.stdout.write(
      this.count === 0
        ? "Nothing else was found.\n"
        : `${this.count} losses are listed in ${LOST_FILE}; what can still be read of them is in ${SET_ASIDE_FILE}.\n`,
    );
  }
}
