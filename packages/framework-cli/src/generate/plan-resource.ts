import type { WantedFile } from "../change/plan-changes.js";
import { emitController } from "../emit/emit-controller.js";
import { emitTest } from "../emit/emit-test.js";
import { type SourceLanguage, sourceExtension } from "../emit/source-language.js";
import type { Entity } from "../entity/entity.js";
import type { RecordRole } from "./action-name.js";
import type { ModelName } from "./model-name.js";
import { supportFiles } from "./plan-controller.js";
import { type ModelRequest, type PlannedModel, planModel } from "./plan-model.js";
import { recordDraft } from "./record-draft.js";
import { recordTest } from "./record-test.js";

const ROLES: readonly RecordRole[] = ["list", "get", "create", "update", "delete"];

export interface PlannedResource extends PlannedModel {
  /** `GET /books` */
  readonly routes: readonly { readonly method: string; readonly path: string; readonly action: string }[];
}

/** Model, migration, service, schemas, five actions and their tests. @throws as `planModel` */
export async function planResource(request: ModelRequest): Promise<PlannedResource> {
  const model = await planModel(request);
  const { app, name } = request;
  return {
    ...model,
    files: [...model.files, ...resourceFiles(name, model.entity, model.entities, app.language)],
    routes: ROLES.map((role) => {
      const { method, path } = recordDraft(role, name, model.entity);
      return { method, path, action: `${name.group}/${role}` };
    }),
  };
}

/** Service, schemas, five actions and their tests. */
export function resourceFiles(
  name: ModelName,
  entity: Entity,
  entities: readonly Entity[],
  language: SourceLanguage,
): WantedFile[] {
  const extension = sourceExtension(language);
  const tests = ROLES.map((role) => recordTest(role, name, entity, entities, `/${name.group}`));
  return [
    ...supportFiles(name, entity, language).map(({ over: _, origin: __, ...file }) => file),
    ...ROLES.map((role) => ({
      path: `api/controllers/${name.group}/${role}${extension}`,
      content: emitController(recordDraft(role, name, entity)),
      model: name.model,
    })),
    { path: `tests/${name.group}.test${extension}`, content: emitTest(tests), model: name.model },
  ];
}
