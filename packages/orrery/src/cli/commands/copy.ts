/** `orrery copy`: a whole account from a folder or a database to another. */
import { resolve } from "node:path";
import type { Environment } from "../../engine/index.ts";
import { type CopiedRows, copySpaces } from "../../kv/copy-spaces.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import type { PostgresStore } from "../../kv/postgres/postgres-store.ts";
import { sizeText } from "../../value/size-text.ts";
import { checkDataFolder } from "../data/data-folder.ts";
import { makeWhole } from "../data/new-folder.ts";
import { openStore } from "../data/open-store.ts";
import { systemEnvironment } from "../server/environment.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, textOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { isStoreUrl, shownUrl } from "../settings/store-url.ts";
import { StatusLine } from "../terminal/status-line.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "from",
    value: "DIR|URL",
    help: "the data folder or PostgreSQL database to copy; no server may be using it",
  },
  { name: "to", value: "DIR|URL", help: "a new data folder, or a PostgreSQL database without data" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `Everything is taken over as it is: items, indexes, change feeds, throughput,
users. The copy is of use only when it is complete: one that was interrupted is
refused by a server, and begun again by the next 'orrery copy'.`,
  run: copy,
};

async function copy(flags: Flags): Promise<void> {
  const [from, to] = [textOf(flags, "from"), textOf(flags, "to")];
  if (from === undefined) throw new UsageError("Name the folder or database to copy with --from.");
  if (to === undefined) throw new UsageError("Name a new folder, or an empty database, with --to.");
  if (from === to) throw new UsageError("--from and --to are the same.");
  const startMs = performance.now();
  const copied = await copyAll(from, to, systemEnvironment("warn"));
  const seconds = Number(((performance.now() - startMs) / 1000).toFixed(1));
  const [source, target] = [shown(from), shown(to)];
  printResult(
    flags,
    { from: source, to: target, ...copied, seconds },
    `${target} has all of ${source}: ${copied.rows} rows, ${sizeText(copied.bytes)}, in ${seconds} seconds.\n`,
  );
}

async function copyAll(from: string, to: string, environment: Environment): Promise<CopiedRows> {
  if (!isStoreUrl(from)) await checkDataFolder(resolve(from), "Name the data folder with --from.");
  const open = async (place: string, isCopyTarget: boolean) => {
    const settings = { durability: "disk", environment, isCopyTarget, mustExist: !isCopyTarget } as const;
    const where = isStoreUrl(place) ? { storeUrl: place } : { dataFolder: resolve(place) };
    return (await openStore({ ...settings, ...where })).kv;
  };
  const source = await open(from, false);
  try {
    if (isStoreUrl(to)) return await fill(await open(to, true), source);
    return await makeWhole(resolve(to), async (folder) => fill(await open(folder, true), source));
  } finally {
    await source.close();
  }
}

/** Closes the target. */
async function fill(target: KeyValueStore, source: KeyValueStore): Promise<CopiedRows> {
  const progress = new StatusLine();
  try {
    const copied = await copySpaces(source, target, ({ rows, bytes }) =>
      progress.draw(() => `Copying: ${rows} rows, ${sizeText(bytes)}`),
    );
    if ("filled" in target) await (target as PostgresStore).filled();
    return copied;
  } finally {
    progress.clear();
    await target.close();
  }
}

function shown(place: string): string {
  return isStoreUrl(place) ? shownUrl(place) : resolve(place);
}
