import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentApp } from "./current-app.js";

interface SpecExportFlags extends CommonFlags {
  readonly output?: string;
  readonly yaml?: boolean;
}

/** Registers `spec:export`, which prints the application's own OpenAPI description. */
export function registerSpecExport(program: Command, { terminal, outcome }: CommandContext): void {
  program
    .command("spec:export")
    .description("print the OpenAPI 3.1 description of the application's actions without starting it")
    .option("--output <file>", "write it to a file")
    .option("--check", "with --output: write nothing; exit 1 if the file is stale")
    .option("--yaml", "write YAML; the default for .yaml and .yml files")
    .option("--json", "write JSON; the default for other files")
    .action(async (flags: SpecExportFlags) => {
      const { exportDescription, formatDescription, writeDescription } = await import(
        "../spec/export/export-description.js"
      );
      const { readContract } = await import("../spec/check/last-import.js");
      const app = await currentApp();
      const contract = await readContract(app.folder);
      const document = exportDescription(app, contract, "1.0.0");
      const isYaml = flags.yaml ?? /\.ya?ml$/.test(flags.output ?? "");
      const text = await formatDescription(document, isYaml);
      if (flags.output === undefined) {
        terminal.out(text);
        return;
      }
      const isSame = writeDescription(flags.output, text, flags.check ?? false);
      if (!isSame && flags.check) {
        outcome.exitCode = 1;
        terminal.err(`${flags.output} is not up to date. Run: framework spec:export --output ${flags.output}\n`);
      } else terminal.err(isSame ? `${flags.output} is up to date.\n` : `Wrote ${flags.output}.\n`);
    });
}
