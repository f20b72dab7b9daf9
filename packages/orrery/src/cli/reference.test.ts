/** The reference documents name every flag, option and member of the code, with its default or type, and no others. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { flagsOf } from "./settings/command.ts";
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

  test.each(COMMANDS)("has the flags of $name", async ({ name, load }) => {
    const { command } = await load();
    const rows = section(document, `orrery ${name}`).match(/^\| `--.*\|$/gm);
    expect(rows).toEqual(flagsOf(command).map(rowOf));
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
