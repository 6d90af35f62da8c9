import { Argument, type Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { completionScript, SHELLS, type Shell } from "./completion-script.js";

export function registerCompletion(program: Command, { terminal }: CommandContext): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell to complete in").choices(SHELLS))
    .description("print a script that completes commands and options")
    .option("--json", "print the commands and their options as JSON")
    .addHelpText(
      "after",
      '\nbash: eval "$(framework completion bash)"   zsh: the same, with zsh   fish: framework completion fish | source\n',
    )
    .action((shell: Shell, flags: CommonFlags) => {
      const commands = program.commands.map((command) => ({
        name: command.name(),
        usage: [command.name(), ...command.registeredArguments.map(argumentText)].join(" "),
        description: command.description(),
        options: [
          ...command.options.filter(({ hidden }) => !hidden).map(({ long, short }) => long ?? short ?? ""),
          "--help",
        ].filter((option) => option !== ""),
      }));
      terminal.out(flags.json ? `${JSON.stringify({ commands }, null, 2)}\n` : completionScript(shell, commands));
    });
}

/** `<name>`, `[fields...]` */
export function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
