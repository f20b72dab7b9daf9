/** `orrery nodes`: who shares the database of an account, and what each of them serves; `drain` lets one give it away. */

import type { NodeState } from "../../api/control-api.ts";
import { ACCOUNT_FLAGS, accountOf, askControl } from "../account/account.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { table } from "../terminal/table.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  { name: "json", help: "print the answer of the control API as one line of JSON" },
];

export const command: Command = {
  arguments: "[drain NODE]",
  argumentsMax: 2,
  flags: FLAGS,
  notes: `drain lets a node give its containers to the others, and get no more. NODE is
its id, or how that begins.`,
  run: nodes,
};

async function nodes(flags: Flags, words: readonly string[]): Promise<void> {
  const account = accountOf(flags);
  let answer = await askControl<"GET nodes">(account, "nodes");
  const [action, start] = words;
  if (action !== undefined) {
    if (action !== "drain" || start === undefined)
      throw new UsageError(
        "orrery nodes lists them; orrery nodes drain NODE is all that can be done with one.",
      );
    const id = found(answer.nodes, start);
    answer = await askControl<"POST nodes/{node}/drain">(
      account,
      `nodes/${encodeURIComponent(id)}/drain`,
      "POST",
      {},
    );
  }
  printResult(flags, answer, textOf(answer.nodes));
}

function found(nodes: readonly NodeState[], start: string): string {
  const meant = nodes.filter(({ id }) => id.startsWith(start));
  if (meant.length === 1) return meant[0]!.id;
  throw new UsageError(
    `${meant.length === 0 ? "No node's id begins" : "Several ids begin"} with '${start}'.`,
  );
}

function textOf(nodes: readonly NodeState[]): string {
  return table(
    ["node", "address", "state", "lease", "partitions", "of containers"],
    nodes.map(({ id, address, state, leaseLeftMs, changesCatalog, containers, partitions }) => [
      id.slice(0, 8),
      address ?? "",
      state,
      `${(leaseLeftMs / 1000).toFixed(1)} s`,
      String(partitions),
      [...(changesCatalog ? ["(catalogue)"] : []), ...containers].join(" "),
    ]),
  );
}
