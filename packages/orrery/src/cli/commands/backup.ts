/** `orrery backup`: adds the state of a data folder to a folder of backups, also while a server uses it. */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { KeyValueError } from "../../kv/key-value-store.ts";
import { makeCheckpoint } from "../../kv/level/files/checkpoint.ts";
import { readKnownTables } from "../../kv/level/files/known-tables.ts";
import { verifyFolder } from "../../kv/level/files/verify-folder.ts";
import { assertNotInUse } from "../../kv/level/level-folder.ts";
import { sizeText } from "../../value/size-text.ts";
import { cutOff, isCutOff, wrongKey } from "../account/account.ts";
import { askServer } from "../account/control-client.ts";
import { endpointOf } from "../account/endpoint.ts";
import { BackupFolder } from "../data/backup-folder.ts";
import { backupName, checkpointFolder, isCheckpointOf } from "../data/checkpoints.ts";
import { checkDataFolder, storeFolder } from "../data/data-folder.ts";
import { progressLine } from "../data/progress-line.ts";
import { withWritableFolder } from "../data/read-only-folder.ts";
import type { Command } from "../settings/command.ts";
import { DEFAULT_FOLDER, DEFAULT_HOST, DEFAULT_PORT, WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { type Flag, type Flags, integerOf, textOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";

const FLAGS: readonly Flag[] = [
  { name: "data", value: "DIR", help: "the data folder", otherwise: DEFAULT_FOLDER },
  { name: "to", value: "DIR", help: "the folder of backups; made if it is not there" },
  {
    name: "endpoint",
    value: "URL",
    help: "the server that uses the data folder, if one does",
    otherwise: endpointOf(DEFAULT_HOST, DEFAULT_PORT),
  },
  {
    name: "key",
    value: "KEY",
    help: "a read-write key of that server",
    otherwise: "the well-known emulator key",
  },
  { name: "keep", value: "N", help: "remove all but the last N backups", otherwise: "all are kept" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `A server that uses the data folder is asked for the state of one moment and
serves on. What earlier backups have is not copied again. All that is new is
verified after it was written.`,
  run: backup,
};

const KEEP_MAX = 1_000_000;

async function backup(flags: Flags): Promise<void> {
  const target = textOf(flags, "to");
  if (target === undefined) throw new UsageError("Name a folder for backups with --to.");
  const dataFolder = resolve(textOf(flags, "data") ?? DEFAULT_FOLDER);
  const keep = flags.keep === undefined ? undefined : integerOf(flags, "keep", 1, 1, KEEP_MAX);
  await checkDataFolder(dataFolder);
  const backups = new BackupFolder(resolve(target));
  const isServed = await isInUse(storeFolder(dataFolder));
  if (isServed) return addBackup(flags, backups, dataFolder, true, keep);
  await assertUndamaged(storeFolder(dataFolder));
  await withWritableFolder(dataFolder, (folder) => addBackup(flags, backups, folder, false, keep));
}

async function addBackup(
  flags: Flags,
  backups: BackupFolder,
  dataFolder: string,
  isServed: boolean,
  keep: number | undefined,
): Promise<void> {
  const checkpoint = isServed
    ? await askForCheckpoint(
        textOf(flags, "endpoint") ?? endpointOf(DEFAULT_HOST, DEFAULT_PORT),
        textOf(flags, "key") ?? WELL_KNOWN_KEY,
        dataFolder,
      )
    : checkpointFolder(dataFolder, Date.now());
  try {
    if (!isServed) await makeCheckpoint(storeFolder(dataFolder), checkpoint);
    // Later than all that it holds.
    const now = Date.now();
    const progress = progressLine("Backing up");
    const added = await backups.add(backupName(now), new Date(now).toISOString(), checkpoint, progress);
    const removed = keep === undefined ? 0 : await backups.keepLast(keep);
    printResult(
      flags,
      { ...added, removed },
      `${added.name}: ${added.files} files of ${sizeText(added.bytes)}, ${sizeText(added.newBytes)} of them new.\n`,
    );
  } finally {
    await rm(checkpoint, { recursive: true, force: true });
  }
}

async function assertUndamaged(folder: string): Promise<void> {
  const { damage } = await verifyFolder(folder, await readKnownTables(folder));
  const [first] = damage;
  if (first !== undefined) {
    throw new UsageError(`Nothing was backed up: ${first.file} in ${folder} is damaged: ${first.finding}.`);
  }
}

async function isInUse(folder: string): Promise<boolean> {
  try {
    await assertNotInUse(folder);
    return false;
  } catch (error) {
    if (error instanceof KeyValueError && error.code === "locked") return true;
    throw error;
  }
}

async function askForCheckpoint(endpoint: string, key: string, dataFolder: string): Promise<string> {
  const { status, answer } = await askServer({ endpoint, key }, "POST", "checkpoint").catch(
    (error: unknown) => {
      if (isCutOff(error)) throw cutOff(endpoint);
      throw new UsageError(
        `A server uses ${dataFolder}, but none answers at ${endpoint}. Say where it is with --endpoint.`,
      );
    },
  );
  if (status === 401) throw wrongKey({ endpoint }, "--key");
  const folder = answer.folder as string | undefined;
  if (folder === undefined) throw new UsageError(`The server refused: ${answer.message}`);
  if (!isCheckpointOf(dataFolder, folder)) {
    throw new UsageError(`The server at ${endpoint} uses another folder than ${dataFolder}.`);
  }
  return folder;
}
