/** `orrery completion`: a script for a shell, made from the tables of commands and flags. */
import { type Command, flagsByName, type ListedCommand } from "../settings/command.ts";
import { type Flag, type Flags, UsageError } from "../settings/flags.ts";

export const command: Command = {
  arguments: "bash|zsh|fish",
  argumentsMax: 1,
  flags: [],
  notes: `bash: eval "$(orrery completion bash)"
zsh:  eval "$(orrery completion zsh)"
fish: orrery completion fish | source`,
  run: completion,
};

interface Described {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly Flag[];
}

async function completion(
  _flags: Flags,
  words: readonly string[],
  all: readonly ListedCommand[],
): Promise<void> {
  const script = SCRIPTS[words[0] ?? ""];
  if (script === undefined) throw new UsageError("Name a shell: bash, zsh or fish. See --help.");
  const flagsOfAll = new Map(await flagsByName(all));
  process.stdout.write(
    script(all.map(({ name, summary: help }) => ({ name, help, flags: flagsOfAll.get(name) ?? [] }))),
  );
}

const SCRIPTS: Readonly<Record<string, (commands: readonly Described[]) => string>> = {
  bash: (commands) => `_orrery() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags=""
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `    ${name === "serve" ? "serve|-*" : name}) flags="${names(flags)}" ;;`).join("\n")}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _orrery orrery orrerydb
`,
  zsh: (commands) => `#compdef orrery orrerydb
_orrery() {
  local -a commands=(
${commands.map(({ name, help }) => `    ${quoted(`${name}:${help}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; return; fi
  case $words[2] in
${commands
  .map(
    ({ name, flags }) =>
      `    ${name === "serve" ? "serve|-*" : name}) _arguments ${flags.map(zshFlag).join(" ")} '*:file:_files' ;;`,
  )
  .join("\n")}
  esac
}
compdef _orrery orrery orrerydb
`,
  fish: (commands) =>
    ["orrery", "orrerydb"]
      .flatMap((program) => [
        ...commands.map(
          ({ name, help }) =>
            `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}\n`,
        ),
        ...commands.flatMap(({ name, flags }) =>
          flags.map(
            ({ name: flag, help, value }) =>
              `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag}${value === undefined ? "" : " -r"} -d ${quoted(help)}\n`,
          ),
        ),
      ])
      .join(""),
};

function names(flags: readonly Flag[]): string {
  return flags.map(({ name }) => `--${name}`).join(" ");
}

function zshFlag({ name, value, help }: Flag): string {
  const plain = help.replace(/[[\]:]/g, " ");
  return quoted(`--${name}[${plain}]${value === undefined ? "" : `:${value.replaceAll(":", " ")}:_files`}`);
}

/** For every shell of these: a quote inside ends the text, and is put in between. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
