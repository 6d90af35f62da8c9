import type { Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";

interface SpecExportFlags {
  readonly output?: string;
  readonly yaml?: boolean;
  readonly check?: boolean;
}

/** `spec:export`: the application's own OpenAPI description, without starting it. */
export function registerSpecExport(program: Command, { terminal, outcome }: CommandContext): void {
  program
    .command("spec:export")
    .description("print the application's own OpenAPI 3.1 description, made of its actions; nothing is started")
    .option("--output <file>", "write it to a file")
    .option("--check", "with --output: write nothing, exit 1 when the file is not up to date")
    .option("--yaml", "as YAML; the default for files that end so")
    .option("--json", "as JSON; the default")
    .action(async (flags: SpecExportFlags) => {
      const { findAppFolder } = await import("../app/find-app-folder.js");
      const { loadApp } = await import("../app/load-app.js");
      const { exportDescription } = await import("../spec/export/export-description.js");
      const { formatDescription, writeDescription } = await import("../spec/export/write-description.js");
      const { readContract } = await import("../spec/import/contract-file.js");
      const { environmentName } = await import("../app/environment-name.js");
      const appFolder = findAppFolder(process.cwd());
      const app = await loadApp(appFolder, environmentName());
      const contract = await readContract(appFolder);
      const document = exportDescription(app, contract, "1.0.0");
      const isYaml = flags.yaml ?? /\.ya?ml$/.test(flags.output ?? "");
      const text = await formatDescription(document, isYaml);
      if (flags.output === undefined) {
        terminal.out(text);
        return;
      }
      const isSame = await writeDescription(flags.output, text, flags.check ?? false);
      if (!isSame && flags.check) {
        outcome.exitCode = 1;
        terminal.err(`${flags.output} is not up to date. Run: framework spec:export --output ${flags.output}\n`);
      } else terminal.err(isSame ? `${flags.output} is up to date.\n` : `Wrote ${flags.output}.\n`);
    });
}
