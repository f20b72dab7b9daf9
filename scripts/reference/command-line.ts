/** docs/cli.md: the commands, and the flags of each, from their declarations. */
import { COMMANDS } from "../../packages/orrery/src/cli/commands.ts";
import { flagsOf } from "../../packages/orrery/src/cli/settings/command.ts";
import { type Flag, variableOf } from "../../packages/orrery/src/cli/settings/flags.ts";
import { code, table, withPart } from "./markdown.ts";

export async function commandLinePage(page: string): Promise<string> {
  const rows = COMMANDS.map(({ name, summary }) => [`[${code(`orrery ${name}`)}](#orrery-${name})`, summary]);
  let filled = withPart(page, "commands", table(["command", "what it does"], rows));
  for (const { name, load } of COMMANDS) {
    const head = ["flag", "variable", "if not given", "what it does"];
    const { command } = await load();
    filled = withPart(filled, `flags of ${name}`, table(head, flagsOf(command).map(rowOf)));
  }
  return filled;
}

function rowOf({ name, value, help, otherwise, hasNoVariable = false }: Flag): string[] {
  const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
  return [code(flag), hasNoVariable ? "" : code(variableOf(name)), otherwise ?? "", help];
}
