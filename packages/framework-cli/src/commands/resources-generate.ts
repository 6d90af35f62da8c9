import type { Command } from "commander";
import type { CommandContext } from "./command-context.js";
import { FIELD_HELP, migrationNotes } from "./models-generate.js";
import { type WriteFlags, withWriteOptions } from "./options.js";

interface ResourceFlags extends WriteFlags {
  readonly migration: boolean;
}

export function registerResourcesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("resources:generate")
    .argument("<Name>", "Book, OrderLine")
    .argument("[fields...]", "title:string{120}! author:references")
    .description("create a model, migration, service, five actions and their tests")
    .option("--no-migration", "write no migration; migrations:generate writes it later")
    .addHelpText("after", FIELD_HELP);
  withWriteOptions(command).action(async (text: string, fields: string[], flags: ResourceFlags) =>
    generateResource(text, fields, flags, context),
  );
}

async function generateResource(
  text: string,
  fields: readonly string[],
  flags: ResourceFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const [{ findAppFolder }, { parseModelName }, app, { planResource }, { writeGenerated }] = await Promise.all([
    import("../files/app-files.js"),
    import("../generate/model-name.js"),
    import("../generate/generator-app.js"),
    import("../generate/plan-resource.js"),
    import("./write-changes.js"),
  ]);
  const name = parseModelName(text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const planned = await planResource({
    app: generator,
    name,
    fields,
    force: (flags.force || flags.dryRun) ?? false,
    migration: flags.migration,
    now: new Date(),
  });
  await writeGenerated(generator, { origin: `resource ${name.model}`, ...planned }, flags, terminal, {
    facts: {
      model: name.model,
      table: planned.entity.table,
      migration: planned.migration ?? null,
      alsoChanges: planned.alsoChanges,
      routes: planned.routes,
    },
    notes: [
      ...planned.routes.map(({ method, path, action }) => `${method} ${path} is answered by ${action}.`),
      ...migrationNotes(planned),
    ],
  });
}
