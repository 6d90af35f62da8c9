import { Argument, type Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { SHELLS, type Shell } from "../cli/shells.js";

export function registerCompletion(program: Command, { terminal }: CommandContext): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell to complete in").choices(SHELLS))
    .description("a script that completes commands and options")
    .option("--json", "print the commands and their options as JSON")
    .addHelpText(
      "after",
      '\nbash: eval "$(framework completion bash)"   zsh: the same, with zsh   fish: framework completion fish | source\n',
    )
    .action(async (shell: Shell, flags: { readonly json?: boolean }) => {
      const [{ completionScript }, { argumentText }] = await Promise.all([
        import("../cli/completion-script.js"),
        import("../cli/argument-text.js"),
      ]);
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
