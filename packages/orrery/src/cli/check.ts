/** `orrery check`: proves that items, indexes, change log and statistics of a data folder agree. */
import { resolve } from "node:path";
import { Engine } from "../engine/index.ts";
import { Storage } from "../store/storage.ts";
import { checkDataFolder } from "./data-folder.ts";
import { DEFAULT_FOLDER } from "./defaults.ts";
import { systemEnvironment } from "./environment.ts";
import { type Flag, flagHelp, parseFlags, textOf } from "./settings.ts";
import { openStore } from "./start-server.ts";

export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: "data",
    value: "DIR",
    help: "the data folder; no server may be using it",
    otherwise: DEFAULT_FOLDER,
  },
  { name: "help", help: "show this" },
];

const CHECK_HELP = `orrery check: prove that the data of a folder agrees with itself

${flagHelp(CHECK_FLAGS)}

Lists every disagreement, and exits with 1 if there is any.
`;

const OUTDATED = `The folder was written by an older version, which hashed partition keys of over 100 characters wrongly where the key
has version 1. The next start of a server moves items with such keys to where the hash of their key is.
`;

/** Whether everything agrees. */
export async function check(args: readonly string[]): Promise<boolean> {
  const flags = parseFlags(CHECK_FLAGS, args, process.env);
  if (flags.help === true) {
    process.stdout.write(CHECK_HELP);
    return true;
  }
  const dataFolder = resolve(textOf(flags, "data") ?? DEFAULT_FOLDER);
  await checkDataFolder(dataFolder);
  const kv = await openStore({ dataFolder, durability: "disk" });
  let engine: Engine | undefined;
  try {
    const storage = new Storage(kv);
    engine = await Engine.open({
      storage,
      environment: systemEnvironment("warn"),
      cacheBytes: 1024 * 1024,
      throttle: "observe",
    });
    const agrees = await checkAll(engine);
    if (await storage.isOutdated()) process.stdout.write(OUTDATED);
    return agrees;
  } finally {
    await (engine ?? kv).close();
  }
}

async function checkAll(engine: Engine): Promise<boolean> {
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
