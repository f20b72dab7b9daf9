/** `orrery partitions` and `orrery keys`: what is inside the containers of a running Orrery, once. */

import type { ContainerFigures, KeyFigures, PartitionFigures } from "../../api/control-api.ts";
import { provisionedRuPerSecond } from "../../throughput/offer.ts";
import { sizeText } from "../../value/size-text.ts";
import { ACCOUNT_FLAGS, accountOf, askControl, containerName, controlPath } from "../account/account.ts";
import { type Flag, type Flags, flagHelp, integerOf, parseCommandLine } from "../settings/flags.ts";
import { paintFor } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";

export const PARTITIONS_FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "json", help: "print the answer of the control API as one line of JSON" },
  { name: "help", help: "show this" },
];

export const KEYS_FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "limit", value: "N", help: "how many keys of each kind", otherwise: "20" },
  { name: "json", help: "print the answer of the control API as one line of JSON" },
  { name: "help", help: "show this" },
];

const PARTITIONS_HELP = `orrery partitions [DATABASE/CONTAINER]: the physical partitions of a container;
without one, all containers

${flagHelp(PARTITIONS_FLAGS)}
`;

const KEYS_HELP = `orrery keys DATABASE/CONTAINER: the busiest and the largest partition keys of a
container

${flagHelp(KEYS_FLAGS)}
`;

export async function partitions(args: readonly string[]): Promise<void> {
  const { flags, words } = parseCommandLine(PARTITIONS_FLAGS, args, process.env, 1);
  if (flags.help === true) {
    process.stdout.write(PARTITIONS_HELP);
    return;
  }
  const account = accountOf(flags);
  if (words[0] === undefined) {
    const answer = await askControl(account, "containers");
    return print(flags, answer, () => containersText(answer.containers));
  }
  const answer = await askControl(account, `${controlPath(containerName(words[0]))}/partitions`);
  print(flags, answer, () => partitionsText(answer.partitions));
}

export async function keys(args: readonly string[]): Promise<void> {
  const { flags, words } = parseCommandLine(KEYS_FLAGS, args, process.env, 1);
  if (flags.help === true) {
    process.stdout.write(KEYS_HELP);
    return;
  }
  const path = controlPath(containerName(words[0]));
  const limit = integerOf(flags, "limit", 20, 1, 1_000);
  const answer = await askControl(accountOf(flags), `${path}/keys?limit=${limit}`);
  print(flags, answer, () => keysText(answer));
}

function print(flags: Flags, answer: object, text: () => string): void {
  process.stdout.write(flags.json === true ? `${JSON.stringify(answer)}\n` : text());
}

export function containersText(containers: readonly ContainerFigures[]): string {
  if (containers.length === 0) return "There are no containers.\n";
  return table(
    ["container", "key", "RU/s", "used", "429/s", "partitions", "items", "size"],
    containers.map((each) => [
      `${each.database}/${each.container}`,
      each.partitionKey.paths.join(", "),
      provisionedRuPerSecond(each.throughput),
      each.usedRuPerSecond,
      each.throttledPerSecond,
      each.partitions,
      each.items,
      sizeText(each.bytes),
    ]),
    hot(4),
  );
}

export function partitionsText(all: readonly PartitionFigures[]): string {
  return table(
    ["partition", "from", "to", "RU/s", "RU/min", "429s/min", "items", "size", "LSN"],
    all.map((each) => [
      each.id,
      each.minInclusive.slice(0, 8) || "(begin)",
      each.maxExclusive.slice(0, 8),
      each.ruPerSecond,
      each.thisMinute?.ru ?? 0,
      each.thisMinute?.throttled ?? 0,
      each.items,
      sizeText(each.storageBytes),
      each.lsn,
    ]),
    hot(5),
  );
}

export function keysText({ consumers, throttled, largest }: KeyFigures): string {
  const { bold } = paintFor(process.stdout);
  const busy = (all: KeyFigures["consumers"], unit: string) =>
    table(
      ["key", unit, "partition"],
      all.map(({ key, count, partition }) => [key, count, partition]),
    );
  return [
    bold("Most request units in the last hour"),
    busy(consumers, "RU"),
    ...(throttled.length === 0
      ? []
      : [bold("Most often throttled in the last hour"), busy(throttled, "requests")]),
    bold("Largest"),
    table(
      ["key", "items", "size", "partition"],
      largest.map((each) => [each.key, each.items, sizeText(each.storageBytes), each.partition]),
    ),
  ].join("\n");
}

/** Refusals are red. */
function hot(column: number) {
  const { red } = paintFor(process.stdout);
  return (text: string, at: number) => (at === column && !/^\s*0$/.test(text) ? red(text) : text);
}
