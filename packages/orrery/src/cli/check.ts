/** `orrery check`: proves that items, indexes, change log and statistics of a data folder agree. */
import { resolve } from "node:path";
import { Engine } from "../engine/index.ts";
import { Storage } from "../store/storage.ts";
import { checkDataFolder } from "./data-folder.ts";
import { systemEnvironment } from "./environment.ts";
import { type Flag, flagHelp, parseFlags, textOf } from "./settings.ts";
import { openStore } from "./start-server.ts";

export const CHECK_FLAGS: readonly Flag[] = [
  { name: "data", value: "DIR", help: "the data folder; no server may be using it", otherwise: "./.orrery" },
  { name: "help", help: "show this" },
];

const CHECK_HELP = `orrery check: prove that the data of a folder agrees with itself

${flagHelp(CHECK_FLAGS)}

Exits with 1 and says what does not agree, if anything does not.
`;

/** Whether everything agrees. */
export async function check(args: readonly string[]): Promise<boolean> {
  const flags = parseFlags(CHECK_FLAGS, args, process.env);
  if (flags.help === true) {
    process.stdout.write(CHECK_HELP);
    return true;
  }
  const dataFolder = resolve(textOf(flags, "data") ?? "./.orrery");
  await checkDataFolder(dataFolder);
  const kv = await openStore({ dataFolder, durability: "disk" });
  const engine = await Engine.open({
    storage: new Storage(kv),
    environment: systemEnvironment("warn"),
    cacheBytes: 1024 * 1024,
    throttle: "observe",
  });
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
  await engine.close();
  process.stdout.write(
    wrong === 0
      ? `All agrees: ${items} items, ${entries} index entries.\n`
      : `${wrong} findings: the data does not agree with itself.\n`,
  );
  return wrong === 0;
}
