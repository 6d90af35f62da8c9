import { plainText } from "@onespec/command-line";
import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { lenientOption, referenceOption } from "./options.js";

/** Registers `spec:diff <description>`, which shows the changes that an import would make. */
export function registerSpecDiff(program: Command, { terminal, outcome }: CommandContext): void {
  program
    .command("spec:diff")
    .description("compare a description with the last import: operations, schemas, files, database structure")
    .argument("<description>", "path or URL of the description (YAML or JSON)")
    .option("--check", "exit 1 if there are differences")
    .addOption(referenceOption())
    .addOption(lenientOption())
    .option("--json", "print the report as JSON")
    .action(async (source: string, flags: CommonFlags) => {
      const { findAppFolder } = await import("../files/app-files.js");
      const { planImport } = await import("../spec/import/plan-import.js");
      const { readDescription } = await import("./read-description.js");
      const { planContract } = await import("../spec/plan/plan-contract.js");
      const { diffContracts, operationText } = await import("../spec/diff/diff-contracts.js");
      const plan = await planImport({
        appFolder: findAppFolder(process.cwd()),
        source: await readDescription(source, flags, terminal),
        allowDestructive: true,
      });
      const diff = diffContracts(plan.before && planContract(plan.before), plan.contract);
      const { operations, questions, losses } = plan.migration;
      const { merged, conflicts } = plan.files;
      const count =
        diff.added.length + diff.removed.length + diff.changed.length + plan.changes.length + conflicts.length;
      if (flags.check && count > 0) outcome.exitCode = 1;
      if (flags.json) {
        const files = plan.changes.map(({ kind, path }) => ({ kind, path }));
        terminal.out(
          `${JSON.stringify({ ...diff, structure: operations, questions, losses, files, merged, conflicts, lacking: plan.lacking, stale: plan.stale }, null, 2)}\n`,
        );
        return;
      }
      const lines = [
        ...diff.added.map((operation) => `+ ${operation}`),
        ...diff.removed.map((operation) => `- ${operation}`),
        ...diff.changed.map(({ operation, parts }) => `~ ${operation}: ${parts.join(", ")}`),
        ...diff.schemas.added.map((name) => `+ schema ${name}`),
        ...diff.schemas.removed.map((name) => `- schema ${name}`),
        ...diff.schemas.changed.map((name) => `~ schema ${name}`),
        ...operations.map((operation) => `  database: ${operationText(operation)}`),
        ...questions.map(({ text }) => `? ${text}`),
        ...losses.map((loss) => `! loses ${loss}`),
        ...conflicts.map((path) => `! ${path} was edited in the same places: the import waits until you decide`),
        ...plan.stale.flatMap(({ property, places }) =>
          places.map((place) => `! ${place} names ${property}, which goes`),
        ),
        ...plan.lacking.map((field) => `! ${field} needs a column, and your edited model has none`),
      ];
      // No line above shows this change, such as a summary or the header of an API key. So list the changed files.
      if (lines.length === 0)
        lines.push(...plan.changes.flatMap(({ path }) => (path.startsWith(".framework/") ? [] : `~ ${path}`)));
      terminal.out(lines.length === 0 ? "No changes.\n" : lines.map((line) => `${plainText(line)}\n`).join(""));
    });
}
