/** `orrery restore`: makes a data folder from a backup. */
import { resolve } from "node:path";
import { BackupFolder } from "../data/backup-folder.ts";
import { backupName } from "../data/checkpoints.ts";
import { checkFolder, storeFolder } from "../data/data-folder.ts";
import { makeWhole } from "../data/new-folder.ts";
import { progressLine } from "../data/progress-line.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, textOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";

const FLAGS: readonly Flag[] = [
  { name: "from", value: "DIR", help: "the folder of backups" },
  { name: "to", value: "DIR", help: "a new data folder" },
  {
    name: "at",
    value: "TIME",
    help: "a moment in ISO 8601: the last backup until then",
    otherwise: "the last backup",
  },
  { name: "list", help: "list the backups, and restore nothing" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `Every file is verified. The data is that of the moment at which the backup was
taken.`,
  run: restore,
};

async function restore(flags: Flags): Promise<void> {
  const from = textOf(flags, "from");
  if (from === undefined) throw new UsageError("Name the folder of backups with --from.");
  await checkFolder(resolve(from), "Name the folder of backups with --from.");
  const backups = new BackupFolder(resolve(from));
  const names = await backups.names();
  if (flags.list === true) return listBackups(backups, names, flags);
  const target = textOf(flags, "to");
  if (target === undefined) throw new UsageError("Name a new data folder with --to.");
  const name = chosen(names, textOf(flags, "at"));
  if (name === undefined) {
    throw new UsageError(
      names.length === 0 ? `There is no backup in ${resolve(from)}.` : `The first backup is of ${names[0]}.`,
    );
  }
  const backup = await backups.read(name);
  await makeWhole(resolve(target), (folder) =>
    backups.restore(backup, storeFolder(folder), progressLine("Restoring")),
  );
  const { takenAt, files } = backup;
  const result = { name, takenAt, files: files.length, data: resolve(target) };
  printResult(flags, result, `${result.data} has the data of ${takenAt}.\n`);
}

function chosen(names: readonly string[], at: string | undefined): string | undefined {
  if (at === undefined) return names.at(-1);
  const ms = Date.parse(at);
  if (Number.isNaN(ms))
    throw new UsageError(`--at must be a time such as 2026-11-16T22:00:00Z, not '${at}'.`);
  const latest = backupName(ms);
  return names.findLast((name) => name <= latest);
}

async function listBackups(backups: BackupFolder, names: readonly string[], flags: Flags): Promise<void> {
  const list = [];
  for (const name of names) {
    const { takenAt, files } = await backups.read(name);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    list.push({ name, takenAt, files: files.length, bytes });
  }
  const lines = list.map(({ takenAt, files, bytes }) => `${takenAt}  ${files} files, ${bytes} bytes\n`);
  printResult(flags, list, lines.join(""));
}
