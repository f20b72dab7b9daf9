import{COMMAND_HELP}from"./chunk-XY77CRQW.js";import{UsageError,flagHelp,parseCommandLine}from"./chunk-V6AEYMQJ.js";var COMPLETION_FLAGS=[{name:"help",help:"show this"}];var HELP=`orrery completion bash|zsh|fish: print what completes commands and flags

${flagHelp(COMPLETION_FLAGS)}

bash: eval "$(orrery completion bash)"
zsh:  eval "$(orrery completion zsh)"
fish: orrery completion fish | source
`;async function completion(args,flagsOfAll){const{flags,words}=parseCommandLine(COMPLETION_FLAGS,args,process.env,1);if(flags.help===true){process.stdout.write(
HELP);return}const script=SCRIPTS[words[0]??""];if(script===void 0)throw new UsageError("Name a shell: bash, zsh or fish. See --help.");const commands=(await flagsOfAll()).
map(([name,flags2])=>({name,help:COMMAND_HELP[name],flags:flags2}));process.stdout.write(script(commands))}var SCRIPTS={bash:commands=>`_orrery() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags=""
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({name})=>name).join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({name,flags})=>`    ${name==="serve"?"serve|-*":name}) flags="${names(flags)}" ;;`).join("\n")}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _orrery orrery orrerydb
`,zsh:commands=>`#compdef orrery orrerydb
_orrery() {
  local -a commands=(
${commands.map(({name,help})=>`    ${quoted(`${name}:${help}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; return; fi
  case $words[2] in
${commands.map(({name,flags})=>`    ${name==="serve"?"serve|-*":name}) _arguments ${flags.map(zshFlag).join(" ")} '*:file:_files' ;;`).join("\n")}
  esac
}
compdef _orrery orrery orrerydb
`,fish:commands=>["orrery","orrerydb"].flatMap(program=>[...commands.map(({name,help})=>`complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(
help)}
`),...commands.flatMap(({name,flags})=>flags.map(({name:flag,help,value})=>`complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag}${value===
void 0?"":" -r"} -d ${quoted(help)}
`))]).join("")};function names(flags){return flags.map(({name})=>`--${name}`).join(" ")}function zshFlag({name,value,help}){const plain=help.replace(/[[\]:]/g,"\
 ");return quoted(`--${name}[${plain}]${value===void 0?"":`:${value.replaceAll(":"," ")}:_files`}`)}function quoted(text){return`'${text.replaceAll("'","'\\''")}\
'`}export{COMPLETION_FLAGS,completion};
