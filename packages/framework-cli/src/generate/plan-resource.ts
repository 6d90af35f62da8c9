import type { WantedFile } from "../change/plan-changes.js";
import { emitController } from "../emit/emit-controller.js";
import { emitTest } from "../emit/emit-test.js";
import { sourceExtension } from "../emit/source-language.js";
import type { Entity } from "../entity/entity.js";
import { entitiesFromModels } from "../model/entities-from-models.js";
import { RECORD_ACTIONS, type RecordRole } from "./action-name.js";
import { type GeneratorApp, modelsOf } from "./generator-app.js";
import type { ModelName } from "./model-name.js";
import { closedTest, entityOfGroup, isNamedByOneKey, supportFiles } from "./plan-controller.js";
import { type ModelRequest, type PlannedModel, planModel } from "./plan-model.js";
import { recordDraft } from "./record-draft.js";
import { recordTest } from "./record-test.js";

const ROLES: readonly RecordRole[] = ["list", "get", "create", "update", "delete"];

export interface PlannedResource extends PlannedModel {
  /** `GET /books` */
  readonly routes: readonly { readonly method: string; readonly path: string; readonly action: string }[];
}

/**
 * Plans a model, a migration, a service, schemas, five actions and their tests.
 * @param keep write no model and no migration if the model exists
 * @throws as `planModel`
 */
export async function planResource(request: ModelRequest, keep: boolean): Promise<PlannedResource> {
  const { app } = request;
  const model = (keep && (await existingModel(request))) || (await planModel(request));
  const name = { ...request.name, model: model.entity.name };
  return {
    ...model,
    files: [...model.files, ...resourceFiles(name, model.entity, model.entities, app)],
    routes: rolesOf(model.entity).map((role) => {
      const { method, path } = recordDraft(role, name, model.entity);
      return { method, path, action: `${name.group}/${role}` };
    }),
  };
}

/** A path can identify a record only by a single key. */
function rolesOf(entity: Entity): readonly RecordRole[] {
  return isNamedByOneKey(entity) ? ROLES : ROLES.filter((role) => !RECORD_ACTIONS[role].isOfOne);
}

async function existingModel({ app, name }: ModelRequest): Promise<PlannedModel | undefined> {
  const entities = entitiesFromModels(await modelsOf(app));
  const entity = entityOfGroup(entities, name.model);
  return entity && { files: [], entity, entities, migration: undefined, alsoChanges: [], isKept: true };
}

/** Service, schemas, five actions and their tests. */
export function resourceFiles(
  name: ModelName,
  entity: Entity,
  entities: readonly Entity[],
  { language, security, prefix }: GeneratorApp,
): WantedFile[] {
  const extension = sourceExtension(language);
  const roles = rolesOf(entity);
  const drafts = roles.map((role) => ({ role, draft: recordDraft(role, name, entity) }));
  const tests = drafts.map(
    ({ role, draft }) =>
      closedTest(draft, { security, prefix }) ?? recordTest(role, name, entity, entities, `${prefix}/${name.group}`),
  );
  return [
    ...supportFiles(name, entity, language).map(({ over: _, origin: __, ...file }) => file),
    ...drafts.map(({ role, draft }) => ({
      path: `api/controllers/${name.group}/${role}${extension}`,
      content: emitController({ ...draft, security }),
      model: name.model,
    })),
    { path: `tests/${name.group}.test${extension}`, content: emitTest(tests), model: name.model },
  ];
}
