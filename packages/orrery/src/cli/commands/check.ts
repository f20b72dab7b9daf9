/** `orrery check`: proves that items, indexes, change log and statistics of a data folder or a database agree. */
import { join, resolve } from "node:path";
import { Engine } from "../../engine/index.ts";
import { verifyFolder } from "../../kv/level/files/verify-folder.ts";
import { assertNotInUse, tornSentence } from "../../kv/level/level-folder.ts";
import { Storage } from "../../store/storage.ts";
import { checkDataFolder, storeFolder } from "../data/data-folder.ts";
import { openStore } from "../data/open-store.ts";
import { withWritableFolder } from "../data/read-only-folder.ts";
import { systemEnvironment } from "../server/environment.ts";
import type { Command } from "../settings/command.ts";
import { DEFAULT_FOLDER } from "../settings/defaults.ts";
import { type Flag, type Flags, textOf } from "../settings/flags.ts";
import { storeUrlOf } from "../settings/store-url.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "data",
    value: "DIR",
    help: "the data folder; no server may be using it",
    otherwise: DEFAULT_FOLDER,
  },
  {
    name: "store",
    value: "URL",
    help: "a PostgreSQL database that has the data instead; no server may be using it",
    excludes: ["data"],
  },
];

export const command: Command = {
  flags: FLAGS,
  notes: `Lists all damage and every disagreement, and exits with 1 if there is any.`,
  run: check,
};

/** Whether everything agrees. */
async function check(flags: Flags): Promise<boolean> {
  const storeUrl = storeUrlOf(flags, "store");
  if (storeUrl !== undefined) {
    return checkStore({
      storeUrl,
      mustExist: true,
      durability: "disk",
      environment: systemEnvironment("warn"),
    });
  }
  const dataFolder = resolve(textOf(flags, "data") ?? DEFAULT_FOLDER);
  await checkDataFolder(dataFolder);
  if (!(await checkFiles(storeFolder(dataFolder)))) return false;
  // What it would warn of has been told.
  return withWritableFolder(dataFolder, (folder) =>
    checkStore({ dataFolder: folder, durability: "disk", environment: systemEnvironment("error") }),
  );
}

async function checkStore(settings: Parameters<typeof openStore>[0]): Promise<boolean> {
  const { kv } = await openStore(settings);
  let engine: Engine | undefined;
  try {
    engine = await Engine.open({
      storage: new Storage(kv),
      environment: systemEnvironment("warn"),
      cacheBytes: 1024 * 1024,
      throttle: "observe",
    });
    return await checkAll(engine);
  } finally {
    await (engine ?? kv).close();
  }
}

/** Damaged files are not opened: LevelDB would drop what it cannot read, and copy what is wrong. */
async function checkFiles(folder: string): Promise<boolean> {
  await assertNotInUse(folder);
  const { damage, torn } = await verifyFolder(folder);
  for (const { file, finding } of damage) process.stdout.write(`${join(folder, file)}: ${finding}.\n`);
  for (const log of torn) process.stdout.write(`${tornSentence(folder, log)}\n`);
  if (damage.length > 0) {
    const places = damage.length === 1 ? "one place" : `${damage.length} places`;
    process.stdout.write(
      `The files are damaged in ${places}. Nothing was changed, and nothing else was checked. Restore the folder from a backup, or save what is whole with 'orrery repair'.\n`,
    );
  }
  return damage.length === 0;
}

export async function checkAll(engine: Engine): Promise<boolean> {
  let items = 0;
  let entries = 0;
  let wrong = 0;
  for await (const { database, container, range, report } of engine.check()) {
    items += report.items;
    entries += report.indexEntries;
    wrong += report.findings.length;
    const where = `${database}/${container}, partition ${range}`;
    process.stdout.write(
      `${where}: ${report.items} items in ${report.logicalPartitions} logical partitions\n`,
    );
    for (const finding of report.findings) process.stdout.write(`  ${finding}\n`);
  }
  process.stdout.write(
    wrong === 0
      ? `Everything agrees: ${items} items, ${entries} index entries.\n`
      : `${wrong} findings: the data does not agree with itself.\n`,
  );
  return wrong === 0;
}
