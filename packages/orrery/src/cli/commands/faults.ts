/** `orrery faults`: makes requests of a running server fail on purpose, by rules, and tells how often they did. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FaultState } from "../../api/control-api.ts";
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
  arguments: "[add RULE | remove ID | clear]",
  argumentsMax: 2,
  flags: FLAGS,
  notes: `Without a word, it lists the rules.
RULE is JSON or a file of it:
'{"result":{"type":"tooManyRequests","retryAfterMs":100},"hitLimit":3}'`,
  run: faults,
};

async function faults(flags: Flags, words: readonly string[]): Promise<void> {
  const [verb = "list", what] = words;
  const account = accountOf(flags);
  switch (verb) {
    case "list": {
      const answer = await askControl<"GET faults">(account, "faults");
      return printResult(flags, answer, rulesText(answer.rules));
    }
    case "add": {
      const rule = await askControl<"POST faults">(account, "faults", "POST", await ruleOf(what));
      return printResult(flags, rule, `Rule ${rule.id} is there.\n`);
    }
    case "remove": {
      if (what === undefined) throw new UsageError("Name the rule: orrery faults remove ID.");
      const rule = await askControl<"DELETE faults/{rule}">(
        account,
        `faults/${encodeURIComponent(what)}`,
        "DELETE",
      );
      return printResult(flags, rule, `Rule ${what} is removed.\n`);
    }
    case "clear": {
      const answer = await askControl<"DELETE faults">(account, "faults", "DELETE");
      return printResult(flags, answer, `${answer.rules.length} rules are removed.\n`);
    }
    default:
      throw new UsageError(`There is no 'orrery faults ${verb}'. It has add, remove and clear.`);
  }
}

async function ruleOf(text: string | undefined): Promise<object> {
  if (text === undefined) throw new UsageError("Give the rule as JSON, or a file of it. See --help.");
  const json = existsSync(text) ? await readFile(text, "utf8") : text;
  try {
    return JSON.parse(json) as object;
  } catch {
    throw new UsageError(`'${text}' is neither a file nor a rule in JSON. See --help.`);
  }
}

function rulesText(rules: readonly FaultState[]): string {
  if (rules.length === 0) return "There are no rules: no request fails on purpose.\n";
  return table(
    ["rule", "hits", "on", "condition", "result"],
    rules.map(({ id, hits, enabled, condition, result }) => [
      id,
      hits,
      enabled ? "yes" : "no",
      JSON.stringify(condition ?? {}),
      JSON.stringify(result),
    ]),
  );
}
