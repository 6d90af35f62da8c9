export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly string[];
}

/**
 * The script that a shell evaluates to complete `framework`. Command names contain colons, so bash must not split
 * there.
 */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case "bash":
      return bashScript(commands);
    case "zsh":
      return zshScript(commands);
    case "fish":
      return fishScript(commands);
  }
}

function bashScript(commands: readonly CompletedCommand[]): string {
  return `_framework() {
  local line="\${COMP_LINE:0:COMP_POINT}" words current command options prefix
  read -ra words <<< "$line"
  [[ "$line" == *" " ]] && words+=("")
  current="\${words[-1]}"
  command="\${words[1]}"
  if (( \${#words[@]} <= 2 )); then
    options="${commands.map(({ name }) => name).join(" ")} --help --version"
  else
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) options="${options.join(" ")}" ;;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$options" -- "$current"))
  if [[ "$current" == *:* && "$COMP_WORDBREAKS" == *:* ]]; then
    prefix="\${current%"\${current##*:}"}"
    COMPREPLY=("\${COMPREPLY[@]#"$prefix"}")
  fi
}
complete -o default -F _framework framework
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef framework
_framework() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, description }) => `      ${quote(`${name.replaceAll(":", "\\:")}:${description}`)}`).join("\n")}
    )
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(" ")} ;;`).join("\n")}
  esac
  _files
}
compdef _framework framework
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c framework -n __fish_use_subcommand -a ${quote(name)} -d ${quote(description)}`,
    ...options
      .filter((option) => option.startsWith("--"))
      .map(
        (option) =>
          `complete -c framework -n ${quote(`__fish_seen_subcommand_from ${name}`)} -l ${quote(option.slice(2))}`,
      ),
  ]);
  return `${lines.join("\n")}\n`;
}

/** For zsh and fish alike. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "")}'`;
}

/** The supported shells. */
export const SHELLS: readonly ["bash", "zsh", "fish"] = ["bash", "zsh", "fish"];

export type Shell = (typeof SHELLS)[number];
