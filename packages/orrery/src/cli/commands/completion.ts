/** `orrery completion`: a script for a shell, made from the tables of commands and flags. */

import { type Flag, flagHelp, parseCommandLine, UsageError } from "../settings/flags.ts";
import { COMMAND_HELP, type CommandName } from "./command-help.ts";

export const COMPLETION_FLAGS: readonly Flag[] = [{ name: "help", help: "show this" }];

const HELP = `orrery completion bash|zsh|fish: print what completes commands and flags

${flagHelp(COMPLETION_FLAGS)}

bash: eval "$(orrery completion bash)"
zsh:  eval "$(orrery completion zsh)"
fish: orrery completion fish | source
`;

interface Described {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly Flag[];
}

export async function completion(
  args: readonly string[],
  flagsOfAll: () => Promise<readonly (readonly [string, readonly Flag[]])[]>,
): Promise<void> {
  const { flags, words } = parseCommandLine(COMPLETION_FLAGS, args, process.env, 1);
  if (flags.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const script = SCRIPTS[words[0] ?? ""];
  if (script === undefined) throw new UsageError("Name a shell: bash, zsh or fish. See --help.");
  const commands = (await flagsOfAll()).map(([name, flags]) => ({
    name,
    help: COMMAND_HELP[name as CommandName],
    flags,
  }));
  process.stdout.write(script(commands));
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
