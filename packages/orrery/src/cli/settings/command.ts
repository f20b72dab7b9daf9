/**
 * A command as data. Parsing, `--help`, completion and the reference page read the same declaration, so a command is one
 * module that declares it and one line in `commands.ts`.
 */
import { type Flag, type Flags, parseCommandLine } from "./flags.ts";

export interface Command {
  /** What the help shows after the command's name. */
  readonly arguments?: string;
  /** At most this many arguments beside the flags; none if absent. */
  readonly argumentsMax?: number;
  /** Without `--help`, which every command has. */
  readonly flags: readonly Flag[];
  /** The end of the help, in lines of at most 80 columns. */
  readonly notes?: string | ((all: readonly ListedCommand[]) => string);
  /** False: the command ran, and what it found is not good. `all` are the commands of the program. */
  readonly run: (flags: Flags, words: readonly string[], all: readonly ListedCommand[]) => Promise<unknown>;
}

/** What is known of a command before its module is loaded: a server loads no other. */
export interface ListedCommand {
  readonly name: string;
  /** One line, for the help and for completion. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

const HELP_FLAG: Flag = { name: "help", help: "show this" };

const HELP_COLUMNS = 80;
/** A longer name has a line to itself. */
const NAME_COLUMNS_MAX = 26;

export function flagsOf({ flags }: Command): readonly Flag[] {
  return [...flags, HELP_FLAG];
}

/** A command whose package is not installed has no flags here. */
export async function flagsByName(
  commands: readonly ListedCommand[],
): Promise<readonly (readonly [string, readonly Flag[]])[]> {
  return Promise.all(
    commands.map(async ({ name, load }) => {
      const flags = await load().then(
        ({ command }) => flagsOf(command),
        () => [],
      );
      return [name, flags] as const;
    }),
  );
}

export async function runCommand(
  command: Command,
  listed: ListedCommand,
  args: readonly string[],
  all: readonly ListedCommand[],
): Promise<unknown> {
  const { flags, words } = parseCommandLine(flagsOf(command), args, process.env, command.argumentsMax);
  if (flags.help !== true) return command.run(flags, words, all);
  process.stdout.write(helpOf(command, listed, all));
  return true;
}

function helpOf(command: Command, { name, summary }: ListedCommand, all: readonly ListedCommand[]): string {
  const { notes } = command;
  const usage = ["orrery", name, ...(command.arguments === undefined ? [] : [command.arguments])].join(" ");
  const parts = [
    wrapped(`${usage}: ${summary}`, HELP_COLUMNS).join("\n"),
    flagHelp(flagsOf(command)),
    ...(notes === undefined ? [] : [typeof notes === "string" ? notes : notes(all)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function flagHelp(flags: readonly Flag[]): string {
  const names = flags.map(({ name, value }) => `--${name}${value === undefined ? "" : ` ${value}`}`);
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(...names.map(({ length }) => length)));
  const indent = " ".repeat(width + 4);
  return flags
    .map(({ help, otherwise }, i) => {
      const text = otherwise === undefined ? help : `${help} (${otherwise})`;
      const lines = wrapped(text, HELP_COLUMNS - indent.length).join(`\n${indent}`);
      const name = `  ${names[i]}`;
      return name.length > width + 2 ? `${name}\n${indent}${lines}` : `${name.padEnd(indent.length)}${lines}`;
    })
    .join("\n");
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
