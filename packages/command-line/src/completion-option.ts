import { type Command, CommanderError, Option } from "commander";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** `--completion <shell>` for a command without subcommands: prints a script and ends, whatever else the command line lacks. */
export function addCompletionOption(program: Command, out: (text: string) => void): Command {
  return program
    .addOption(new Option("--completion <shell>", "print a script that completes options in a shell").choices(SHELLS))
    .on("option:completion", (shell: (typeof SHELLS)[number]) => {
      out(completionScript(program, shell));
      throw new CommanderError(0, "onespec.completion", "(completion)");
    });
}

/** Options by their names, the choices of those that have some, and files for everything else. */
function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const name = program.name();
  const options = [
    ...program.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, description, argChoices, required }) => ({
        long: long ?? "",
        description,
        choices: argChoices ?? [],
        required,
      })),
    { long: "--help", description: "print this help", choices: [], required: false },
  ];
  const longs = options.map(({ long }) => long).join(" ");
  const withChoices = options.filter(({ choices }) => choices.length > 0);
  const cases = withChoices.map(({ long, choices }) => `    ${long}) words="${choices.join(" ")}" ;;`).join("\n");
  const identifier = `_${name.replaceAll("-", "_")}`;
  switch (shell) {
    case "bash":
      return `${identifier}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${cases}
    *) [[ "$current" == -* ]] && words="${longs}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${identifier} ${name}
`;
    case "zsh":
      return `#compdef ${name}
${identifier}() {
  local words_=""
  case "$words[CURRENT-1]" in
${cases.replaceAll("words=", "words_=")}
    *) [[ "$words[CURRENT]" == -* ]] && words_="${longs}" ;;
  esac
  if [[ -n "$words_" ]]; then compadd -- \${=words_}; else _files; fi
}
compdef ${identifier} ${name}
`;
    case "fish":
      return options
        .map(({ long, description, choices, required }) => {
          const values = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : required ? " -r" : "";
          return `complete -c ${name} -l ${long.slice(2)}${values} -d ${quote(description)}\n`;
        })
        .join("");
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "")}'`;
}
