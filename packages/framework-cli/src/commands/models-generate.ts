import type { Command } from "commander";
import type { PlannedModel } from "../generate/plan-model.js";
import type { CommandContext } from "./command-context.js";
import { type WriteFlags, withWriteOptions } from "./options.js";

interface ModelFlags extends WriteFlags {
  readonly migration: boolean;
}

export const FIELD_HELP = `
Fields are name:type, with quotes where the shell would read them:
  title                          a string of at most 255 characters
  'title:string{120}!'           at most 120; ! is required
  'price:decimal{10,2}'          10 digits, 2 of them after the point
  'status:enum{draft,done}:index:default=draft'
  'email:string:uniq!'           unique and required
  author:references!             the author's id, a foreign key, and an index
  author:references->people.id:@ondelete=cascade
  id:uuid                        a UUID key instead of a counted id
Types: string text uuid integer bigint double decimal boolean date time timestamp json binary enum references
Modifiers: index uniq primary hidden default=... ->table.column @ondelete=... @onupdate=...
`;

export function registerModelsGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("models:generate")
    .argument("<Name>", "Book, OrderLine")
    .argument("[fields...]", "title:string{120}! author:references")
    .description("create a model and the migration of its table")
    .option("--no-migration", "write only the model; migrations:generate writes the migration later")
    .addHelpText("after", FIELD_HELP);
  withWriteOptions(command).action(async (text: string, fields: string[], flags: ModelFlags) =>
    generateModel(text, fields, flags, context),
  );
}

async function generateModel(
  text: string,
  fields: readonly string[],
  flags: ModelFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const [{ findAppFolder }, { parseModelName }, app, { planModel, planUpgrades }, { writeGenerated }] =
    await Promise.all([
      import("../files/app-files.js"),
      import("../generate/model-name.js"),
      import("../generate/generator-app.js"),
      import("../generate/plan-model.js"),
      import("./write-changes.js"),
    ]);
  const name = parseModelName(text);
  const generator = await app.readGeneratorApp(findAppFolder(process.cwd()));
  const planned = await planModel({
    app: generator,
    name,
    fields,
    force: (flags.force || flags.dryRun) ?? false,
    migration: flags.migration,
    now: new Date(),
  });
  const wanted = [...planned.files, ...planUpgrades({ app: generator, name, entities: planned.entities })];
  const { entities } = planned;
  await writeGenerated(generator, { origin: `model ${name.model}`, files: wanted, entities }, flags, terminal, {
    facts: {
      model: name.model,
      table: planned.entity.table,
      migration: planned.migration ?? null,
      alsoChanges: planned.alsoChanges,
    },
    notes: migrationNotes(planned),
  });
}

/** The next steps for the database after generating a model. */
export function migrationNotes({ migration, alsoChanges }: Pick<PlannedModel, "migration" | "alsoChanges">): string[] {
  if (migration === undefined) return ["Next: migrations:generate"];
  const others =
    alsoChanges.length === 0 ? [] : [`The migration also changes ${alsoChanges.join(", ")}: those models had changed.`];
  return [...others, "Next: migrations:run"];
}
