/** `orrery import`: puts the items of files into a container, many at once, and goes on where it was stopped. */
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Container, CosmosClient } from "@azure/cosmos";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { ACCOUNT_FLAGS, accountOf, type ContainerName, containerName } from "../../account/account.ts";
import { clientOf, plainError, sdkContainer } from "../../account/sdk-container.ts";
import type { Command } from "../../settings/command.ts";
import { type Flag, type Flags, integerOf, listOf, oneOf, textOf, UsageError } from "../../settings/flags.ts";
import { printResult } from "../../settings/print-result.ts";
import { type ImportResult, importFile } from "./import-file.ts";

const FILES_MAX = 1_000;

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "partition-key", value: "PATHS", help: "make the container with this key, if it is not there" },
  { name: "throughput", value: "N", help: "RU/s of a container that is made", otherwise: "400" },
  {
    name: "mode",
    value: "upsert|create",
    help: "replace items that are there already, or leave them and count them",
    otherwise: "upsert",
  },
  { name: "parallel", value: "N", help: "requests at a time, of 100 items each", otherwise: "4" },
  {
    name: "refused",
    value: "FILE",
    help: "write items that are refused, and why",
    otherwise: "FILE.refused",
  },
  { name: "restart", help: "begin with the first item, also where an import was stopped" },
  { name: "json", help: "print the result as one line of JSON" },
];

export const command: Command = {
  arguments: "DATABASE/CONTAINER FILE…",
  argumentsMax: FILES_MAX + 1,
  flags: FLAGS,
  notes: `Files are JSON arrays, NDJSON or CSV (*.csv), each also with gzip. Items without
an id get one from their file and number. Stopped imports go on where they were:
FILE.progress says how far. Exits with 1 if items were refused.
Works on every endpoint of the protocol; needs the package @azure/cosmos beside
this one.`,
  run: importFiles,
};

/** Whether all items were taken. */
async function importFiles(flags: Flags, words: readonly string[]): Promise<boolean> {
  const [place, ...files] = words;
  const name = containerName(place);
  if (files.length === 0) throw new UsageError("Name at least one file to import. See --help.");
  for (const file of files)
    if ((await stat(file)).isDirectory()) throw new UsageError(`${file} is a folder: name files in it.`);
  const account = accountOf(flags);
  const client = clientOf(account);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const startMs = performance.now();
  const total = { items: 0, refused: 0, alreadyThere: 0, charge: 0 };
  const refusedFiles = new Set<string>();
  try {
    const { container, partitionKey } = await openContainer(client, name, flags);
    for (const file of files) {
      const refusedFile = textOf(flags, "refused") ?? `${file}.refused`;
      const result = await importFile(container, file, {
        name: place!,
        partitionKey,
        mode: oneOf(flags, "mode", ["upsert", "create"], "upsert"),
        parallel: integerOf(flags, "parallel", 4, 1, 64),
        refusedFile,
        restart: flags.restart === true,
        signal: stop.signal,
        wait: (ms) => sleep(ms),
      });
      for (const figure of Object.keys(total) as (keyof typeof total)[]) total[figure] += result[figure];
      if (result.refused > 0) refusedFiles.add(refusedFile);
      if (stop.signal.aborted) break;
    }
  } catch (error) {
    throw plainError(account, error);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    client.dispose();
  }
  const seconds = (performance.now() - startMs) / 1000;
  const stopped = stop.signal.aborted;
  const summary = {
    ...total,
    charge: Math.round(total.charge),
    seconds: Number(seconds.toFixed(1)),
    stopped,
  };
  printResult(flags, summary, summaryText(summary, refusedFiles));
  return total.refused === 0 && !stopped;
}

interface Summary extends ImportResult {
  readonly seconds: number;
  readonly stopped: boolean;
}

function summaryText(
  { items, refused, alreadyThere, charge, seconds, stopped }: Summary,
  refusedFiles: ReadonlySet<string>,
): string {
  const figure = (number: number) => number.toLocaleString("en");
  const sentences = [
    `${figure(items)} items in ${seconds} s, ${figure(charge)} RU.`,
    ...(alreadyThere > 0 ? [`${figure(alreadyThere)} were there already.`] : []),
    ...(refused > 0
      ? [`${figure(refused)} were refused, and stand in ${[...refusedFiles].join(", ")} with the reason.`]
      : []),
    ...(stopped ? ["Stopped: the same command goes on from here."] : []),
  ];
  return `${sentences.join(" ")}\n`;
}

async function openContainer(
  client: CosmosClient,
  { database, container }: ContainerName,
  flags: Flags,
): Promise<{ readonly container: Container; readonly partitionKey: PartitionKeyDefinition }> {
  const paths = listOf(flags, "partition-key");
  const wrong = paths.find((path) => !path.startsWith("/"));
  if (wrong !== undefined) throw new UsageError(`A path of --partition-key begins with /, as in /${wrong}.`);
  if (paths.length > 0) {
    const { database: made } = await client.databases.createIfNotExists({ id: database });
    await made.containers.createIfNotExists({
      id: container,
      partitionKey:
        paths.length === 1 ? { paths, version: 2 } : { paths, version: 2, kind: "MultiHash" as never },
      throughput: integerOf(flags, "throughput", 400, 400, 10_000_000),
    });
  }
  const opened = sdkContainer(client, { database, container });
  const { resource } = await opened.read().catch((error: { code?: number }) => {
    if (error.code !== 404) throw error;
    throw new UsageError(
      `There is no container ${database}/${container}. To make it, add --partition-key with its path.`,
    );
  });
  return { container: opened, partitionKey: resource!.partitionKey as PartitionKeyDefinition };
}
