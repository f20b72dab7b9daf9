/** `orrery keys`: the busiest and the largest partition keys of a container, once. */

import type { KeyFigures } from "../../api/control-api.ts";
import { containerPath } from "../../control/container-name.ts";
import { sizeText } from "../../value/size-text.ts";
import { ACCOUNT_FLAGS, accountOf, askControl, containerName } from "../account/account.ts";
import type { Command } from "../settings/command.ts";
import { type Flags, integerOf } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { paintFor } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";

export const command: Command = {
  arguments: "DATABASE/CONTAINER",
  argumentsMax: 1,
  flags: [
    ...ACCOUNT_FLAGS,
    { name: "limit", value: "N", help: "how many keys of each kind", otherwise: "20" },
    { name: "json", help: "print the answer of the control API as one line of JSON" },
  ],
  run: keys,
};

async function keys(flags: Flags, words: readonly string[]): Promise<void> {
  const path = containerPath(containerName(words[0]));
  const limit = integerOf(flags, "limit", 20, 1, 1_000);
  const answer = await askControl<"GET C/keys">(accountOf(flags), `${path}/keys?limit=${limit}`);
  printResult(flags, answer, keysText(answer));
}

function keysText({ consumers, throttled, largest }: KeyFigures): string {
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
