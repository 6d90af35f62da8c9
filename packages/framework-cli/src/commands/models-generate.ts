import type { Command } from "commander";
import type { Entity } from "../entity/entity.js";
import type { PlannedModel } from "../generate/plan-model.js";
import type { PlannedResource } from "../generate/plan-resource.js";
import { isSecretName } from "../text/secret-name.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

interface ModelFlags extends CommonFlags {
  readonly migration: boolean;
}

const FIELD_HELP = `
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
  const command = program.command("models:generate").description("create a model and the migration of its table");
  register(command, "model", "write only the model; migrations:generate writes the migration later", context);
}

export function registerResourcesGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("resources:generate")
    .description("create a model, migration, service, five actions and their tests");
  register(command, "resource", "write no migration; migrations:generate writes it later", context);
}

const FIELDS = "fields, such as title:string{120}! or author:references";

type Kind = "model" | "resource";

function register(command: Command, kind: Kind, noMigration: string, context: CommandContext): void {
  command
    .argument("<Name>", "name, such as Book or OrderLine")
    .argument("[fields...]", kind === "model" ? FIELDS : `${FIELDS}; none for a model that exists`)
    .option("--no-migration", noMigration)
    .addHelpText("after", FIELD_HELP);
  withWriteOptions(command).action((text: string, fields: string[], flags: ModelFlags) =>
    generate(kind, text, fields, flags, context),
  );
}

async function generate(
  kind: Kind,
  text: string,
  fields: readonly string[],
  flags: ModelFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const [{ parseModelName }, { planModel, planUpgrades }, { planResource }, { app, write }] = await Promise.all([
    import("../generate/model-name.js"),
    import("../generate/plan-model.js"),
    import("../generate/plan-resource.js"),
    currentGenerator(),
  ]);
  const name = parseModelName(text);
  const force = (flags.force || flags.dryRun) ?? false;
  const request = { app, name, fields, force, migration: flags.migration, now: new Date() };
  const planned: PlannedModel & Partial<PlannedResource> =
    kind === "model" ? await planModel(request) : await planResource(request, fields.length === 0 && !flags.force);
  const { entities, entity, migration, alsoChanges, routes } = planned;
  // A resource comes with its own actions, so no existing ones are upgraded.
  const upgrades = routes === undefined ? planUpgrades(app, name, entities) : [];
  await write(
    { origin: `${kind} ${name.model}`, files: [...planned.files, ...upgrades], entities, routes: routes ?? [] },
    flags,
    terminal,
    {
      facts: { model: name.model, table: entity.table, migration: migration ?? null, alsoChanges, routes },
      notes: [
        ...(routes ?? []).map(({ method, path, action }) => `${method} ${app.prefix}${path} is answered by ${action}.`),
        ...(routes === undefined || app.security === undefined ? [] : [SECURED]),
        ...(routes === undefined ? [] : [...keyNotes(entity), ...secretNotes(entity)]),
        ...migrationNotes(planned),
      ],
    },
  );
}

const SECURED = "They ask for the security that the imported description asks of every operation.";

/** The routes that a model with a key of several fields has not. */
function keyNotes({ name, fields }: Entity): string[] {
  const keys = fields.filter(({ primaryKey }) => primaryKey).map(({ name: key }) => key);
  if (keys.length === 1) return [];
  return [`Nothing reads, changes or deletes one ${name}: its key has ${keys.length} fields (${keys.join(", ")}).`];
}

/** Fields that answers show, and that look like secrets. */
function secretNotes({ name, fields }: Entity): string[] {
  const shown = fields.filter((field) => field.hidden !== true && isSecretName(field.name));
  return shown.map(
    (field) => `Answers show ${name}.${field.name}: if it is a secret, add hidden: true to it in the model.`,
  );
}

/** The next steps for the database after generating a model. */
function migrationNotes({ migration, alsoChanges, isKept, entity }: PlannedModel): string[] {
  if (isKept) return [`The model ${entity.name} stays as it is.`];
  if (migration === undefined) return ["Next: migrations:generate"];
  const others =
    alsoChanges.length === 0 ? [] : [`The migration also changes ${alsoChanges.join(", ")}: those models had changed.`];
  return [...others, "Next: migrations:run"];
}
