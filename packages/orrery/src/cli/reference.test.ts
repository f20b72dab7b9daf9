/** The reference documents name every flag, option and member of the code, with its default or type, and no others. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ADVISE_FLAGS } from "./commands/advise.ts";
import { BACKUP_FLAGS } from "./commands/backup.ts";
import { CHECK_FLAGS } from "./commands/check.ts";
import { COMPLETION_FLAGS } from "./commands/completion.ts";
import { COPY_FLAGS } from "./commands/copy.ts";
import { EXPORT_FLAGS } from "./commands/export.ts";
import { FAULTS_FLAGS } from "./commands/faults.ts";
import { IMPORT_FLAGS } from "./commands/import/import.ts";
import { KEYS_FLAGS, PARTITIONS_FLAGS } from "./commands/partitions.ts";
import { QUERY_FLAGS } from "./commands/query/query.ts";
import { RECORD_FLAGS } from "./commands/record.ts";
import { REPAIR_FLAGS } from "./commands/repair.ts";
import { REPARTITION_FLAGS } from "./commands/repartition/repartition.ts";
import { RESET_FLAGS } from "./commands/reset.ts";
import { RESTORE_FLAGS } from "./commands/restore.ts";
import { SERVE_FLAGS } from "./commands/serve.ts";
import { SIMULATE_FLAGS } from "./commands/simulate/simulate.ts";
import { TOP_FLAGS } from "./commands/top/top.ts";
import { WAIT_FLAGS } from "./commands/wait.ts";
import { type Flag, variableOf } from "./settings/flags.ts";

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

/** What stands between a heading and the next one of its level. */
function section(document: string, heading: string): string {
  const [, text] = document.split(new RegExp(`^## ${heading}$`, "m"));
  return text!.split(/^## /m)[0]!;
}

describe("docs/cli.md", () => {
  const document = read("../../../../docs/cli.md");

  test.each([
    ["orrery serve", SERVE_FLAGS],
    ["orrery wait", WAIT_FLAGS],
    ["orrery top", TOP_FLAGS],
    ["orrery partitions", PARTITIONS_FLAGS],
    ["orrery keys", KEYS_FLAGS],
    ["orrery query", QUERY_FLAGS],
    ["orrery import", IMPORT_FLAGS],
    ["orrery export", EXPORT_FLAGS],
    ["orrery faults", FAULTS_FLAGS],
    ["orrery reset", RESET_FLAGS],
    ["orrery completion", COMPLETION_FLAGS],
    ["orrery advise", ADVISE_FLAGS],
    ["orrery simulate", SIMULATE_FLAGS],
    ["orrery record", RECORD_FLAGS],
    ["orrery check", CHECK_FLAGS],
    ["orrery copy", COPY_FLAGS],
    ["orrery backup", BACKUP_FLAGS],
    ["orrery restore", RESTORE_FLAGS],
    ["orrery repair", REPAIR_FLAGS],
    ["orrery repartition", REPARTITION_FLAGS],
  ])("has the flags of %s", (command, flags) => {
    const rows = section(document, command).match(/^\| `--.*\|$/gm);
    expect(rows).toEqual(flags.map(rowOf));
  });
});

function rowOf({ name, value, help, otherwise, hasNoVariable = false }: Flag): string {
  const flag = value === undefined ? `--${name}` : `--${name} ${value.replaceAll("|", "\\|")}`;
  const variable = hasNoVariable ? "" : `\`${variableOf(name)}\``;
  return `| \`${flag}\` | ${variable} | ${otherwise ?? ""} | ${help} |`;
}

describe("docs/start-orrery.md", () => {
  const document = read("../../../../docs/start-orrery.md");
  const source = read("./server/start-orrery.ts");

  test.each([
    ["Options", "OrreryOptions"],
    ["Members", "Orrery"],
  ])("has the %s", (heading, name) => {
    const described = [...section(document, heading).matchAll(/^### .*\n+`(.*)`/gm)].map(([, text]) => text);
    expect(described).toEqual(membersOf(source, name));
  });

  test.each([
    ["storageLimits", "StorageLimits"],
    ["environment", "Environment"],
  ])("has the members of %s", (option, name) => {
    const [, text] = document.split(`### ${option}\n`);
    const described = [...text!.split(/^##/m)[0]!.matchAll(/^- `(.*?)`:/gm)].map(([, member]) => member);
    expect(described).toEqual(membersOf(read(`./server/${importPath(source, name)}`), name));
  });
});

/** `name?: type` of each member of an interface, as the source has them. */
function membersOf(source: string, name: string): string[] {
  const [, body] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, "ms").exec(source)!;
  return [...body!.matchAll(/^ {2}(?:readonly )?(\w+\??[:(].*);$/gm)].map(([, member]) => member!);
}

/** The file that an import takes the name from. */
function importPath(source: string, name: string): string {
  return new RegExp(`^import [^;]*\\b${name}\\b[^;]* from "([^"]+)";`, "m").exec(source)![1]!;
}
