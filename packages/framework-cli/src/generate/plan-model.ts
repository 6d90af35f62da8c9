import type { WantedFile } from "../change/plan-changes.js";
import { emitModel } from "../emit/emit-model.js";

import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { moduleExtension } from "../files/app-files.js";
import { nextMigration } from "../migrations/run/next-migration.js";
import { tableOf } from "../migrations/tables/operation.js";
import type { ModelDefinition } from "../model/define-model.js";
import { entitiesFromModels } from "../model/entities-from-models.js";
import { parseActionName } from "./action-name.js";
import { type GeneratorApp, modelsOf } from "./generator-app.js";
import { modelFromFields } from "./model-from-fields.js";
import type { ModelName } from "./model-name.js";
import { planController } from "./plan-controller.js";

export interface ModelRequest {
  readonly app: GeneratorApp;
  readonly name: ModelName;
  readonly fields: readonly string[];
  /** Replace the model that is there. */
  readonly force: boolean;
  /** Write the migration along. */
  readonly migration: boolean;
  readonly now: Date;
}

export interface PlannedModel {
  readonly files: readonly WantedFile[];
  readonly entity: Entity;
  readonly entities: readonly Entity[];
  /** `20260131123000-create-books` */
  readonly migration: string | undefined;
  /** Other tables that the migration changes, since their models have changed too. */
  readonly alsoChanges: readonly string[];
  /** True for an existing model that stays unchanged. */
  readonly isKept: boolean;
}

/**
 * The file of a model and the migration that brings the database to it.
 *
 * @throws FrameworkError NAME_INVALID, FILE_EXISTS, MODEL_INVALID; MigrationError when models and migrations do not fit
 */
export async function planModel({ app, name, fields, force, migration, now }: ModelRequest): Promise<PlannedModel> {
  const present = await modelsOf(app);
  const others = present.filter((model) => model.name !== name.model);
  // Reads all models, because others may refer to the replaced one.
  const known = entitiesFromModels(present).filter((entity) => entity.name !== name.model);
  checkClash(name, others, known);
  if (present.length > others.length && !force) {
    throw new FrameworkError("FILE_EXISTS", `The model ${name.model} already exists.`, {
      hint: `Nothing was written. For its actions, run resources:generate ${name.model} without fields. To change it, edit its file and run migrations:generate, or use --force to replace it.`,
    });
  }
  const model = modelFromFields(name.model, fields, known);
  const entities = entitiesFromModels([...others, model]);
  const entity = entities.find((each) => each.name === name.model) as Entity;
  const file: WantedFile = {
    path: `api/models/${name.model}${app.language === "typescript" ? ".ts" : moduleExtension(app.folder, "api/models")}`,
    content: emitModel(model),
  };
  const none: ModelMigration = { migration: undefined, alsoChanges: [], files: [] };
  const title = `${present.length > others.length ? "change" : "create"} ${name.model}`;
  const planned = migration ? await planModelMigration(app, title, entities, entity.table, now) : none;
  const { alsoChanges } = planned;
  return {
    files: [file, ...planned.files],
    entity,
    entities,
    migration: planned.migration,
    alsoChanges,
    isKept: false,
  };
}

function checkClash(name: ModelName, others: readonly ModelDefinition[], entities: readonly Entity[]): void {
  const twin = others.find((other) => other.name.toLowerCase() === name.model.toLowerCase());
  const table = name.group.replaceAll("-", "_");
  const owner = entities.find((entity) => entity.table === table);
  if (twin === undefined && owner === undefined) return;
  const what =
    twin === undefined ? `the table ${table} belongs to the model ${owner?.name}` : `there is a model ${twin.name}`;
  throw new FrameworkError("NAME_INVALID", `${name.model} cannot be created: ${what}.`, {
    hint: "Nothing was written. Choose another name.",
  });
}

type ModelMigration = Pick<PlannedModel, "migration" | "alsoChanges" | "files">;

async function planModelMigration(
  app: GeneratorApp,
  title: string,
  entities: readonly Entity[],
  table: string,
  now: Date,
): Promise<ModelMigration> {
  const plan = await nextMigration(app.folder, {
    entities,
    name: title,
    now,
    allowDestructive: true,
    typescript: app.language === "typescript",
  });
  const open = [...plan.questions.map(({ text }) => text), ...plan.losses.map((loss) => `It would lose ${loss}.`)];
  if (open.length > 0) {
    throw new FrameworkError("MODEL_INVALID", `The generator cannot decide about the migration: ${open.join(" ")}`, {
      hint: "Nothing was written. Give --no-migration, and then run: framework migrations:generate <name>",
    });
  }
  return {
    migration: plan.migration,
    alsoChanges: [...new Set(plan.operations.map(tableOf))].filter((other) => other !== table).sort(),
    files: plan.changes.flatMap((change) =>
      change.kind === "delete" ? [] : [{ path: change.path, content: change.content }],
    ),
  };
}

/**
 * Rewrites actions that were generated before the model existed, so that they use it. Edited actions stay unchanged.
 */
export function planUpgrades(app: GeneratorApp, name: ModelName, entities: readonly Entity[]): WantedFile[] {
  const origins = new Set(Object.values(app.manifest.files).map(({ origin }) => origin));
  const groups = [...origins].flatMap((origin) => {
    const path = /^controller (.*)$/.exec(origin)?.[1];
    return path === undefined ? [] : [parseActionName(path)];
  });
  const planned = groups
    .filter((action) => action.model === name.model)
    .map((action) => planController({ ...app, name: action, entities }));
  const files = planned.flatMap(({ files }) => files.map((file) => ({ ...file, over: "ours" as const })));
  const support = planned.flatMap((controller) => controller.support);
  return [...files, ...new Map(support.map((file) => [file.path, file])).values()];
}
