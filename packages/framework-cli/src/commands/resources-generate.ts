import type { Command } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import { withWriteOptions } from "../cli/write-options.js";
import { migrationNotes } from "./migration-notes.js";
import { FIELD_HELP } from "./models-generate.js";
import type { WriteFlags } from "./write-changes.js";

interface ResourceFlags extends WriteFlags {
  readonly migration: boolean;
}

export function registerResourcesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("resources:generate")
    .argument("<Name>", "Book, OrderLine")
    .argument("[fields...]", "title:string{120}! author:references")
    .description("model, migration, service, five actions and their tests")
    .option("--no-migration", "leave the migration to migrations:generate")
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
  const [
    { findAppFolder },
    { parseModelName },
    app,
    { planResource },
    { checkRoute },
    { planChanges },
    { writeChanges },
  ] = await Promise.all([
    import("../app/find-app-folder.js"),
    import("../generate/model-name.js"),
    import("../generate/generator-app.js"),
    import("../generate/plan-resource.js"),
    import("../generate/check-route.js"),
    import("../change/plan-changes.js"),
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
  app.refuseTwins(generator, planned.files);
  for (const { method, path, action } of planned.routes) await checkRoute(generator, action, method, path);
  const present = await app.presentFor(generator, planned.files);
  await writeChanges(
    planChanges(planned.files, present, generator.manifest, `resource ${name.model}`),
    present,
    generator.folder,
    flags,
    terminal,
    {
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
    },
  );
}
