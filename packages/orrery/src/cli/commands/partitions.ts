/** `orrery partitions`: the containers of a running Orrery, or the physical partitions of one, once. */

import type { ContainerFigures, PartitionFigures } from "../../api/control-api.ts";
import { containerPath } from "../../control/container-name.ts";
import { provisionedRuPerSecond } from "../../throughput/offer.ts";
import { sizeText } from "../../value/size-text.ts";
import { ACCOUNT_FLAGS, accountOf, askControl, containerName } from "../account/account.ts";
import type { Command } from "../settings/command.ts";
import type { Flags } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { paintFor } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";

export const command: Command = {
  arguments: "[DATABASE/CONTAINER]",
  argumentsMax: 1,
  flags: [
    ...ACCOUNT_FLAGS,
    { name: "json", help: "print the answer of the control API as one line of JSON" },
  ],
  notes: "Without a name, it shows all containers.",
  run: partitions,
};

async function partitions(flags: Flags, words: readonly string[]): Promise<void> {
  const account = accountOf(flags);
  if (words[0] === undefined) {
    const answer = await askControl<"GET containers">(account, "containers");
    printResult(flags, answer, containersText(answer.containers));
  } else {
    const answer = await askControl<"GET C/partitions">(
      account,
      `${containerPath(containerName(words[0]))}/partitions`,
    );
    printResult(flags, answer, partitionsText(answer.partitions));
  }
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

function partitionsText(all: readonly PartitionFigures[]): string {
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

/** Refusals are red. */
function hot(column: number) {
  const { red } = paintFor(process.stdout);
  return (text: string, at: number) => (at === column && !/^\s*0$/.test(text) ? red(text) : text);
}
