import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

export function registerModelsSyncSchemas(program: Command, context: CommandContext): void {
  const command = program
    .command("models:sync-schemas")
    .description("update generated schemas, list options and tests after models changed; edits are merged");
  withWriteOptions(command).action(async (flags: CommonFlags) => syncSchemas(flags, context));
}

async function syncSchemas(flags: CommonFlags, { terminal, outcome }: CommandContext): Promise<void> {
  const [{ app, entities }, { planSchemaSync }, { syncNotes, writeChanges }] = await Promise.all([
    currentGenerator(),
    import("../generate/schema-sync.js"),
    import("./write-changes.js"),
  ]);
  const plan = planSchemaSync(app, await entities(), app.manifest, { force: flags.force ?? false });
  const { changes, merged, conflicts, deleted, present } = plan;
  if (conflicts.length > 0) outcome.exitCode = 1;
  await writeChanges({ changes, conflicts: [] }, present, app.folder, flags, terminal, {
    facts: { merged, conflicts, deleted },
    notes: syncNotes(plan),
  });
}
