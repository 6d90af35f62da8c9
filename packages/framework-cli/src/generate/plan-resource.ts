import { emitController } from "../emit/emit-controller.js";
import { emitTest } from "../emit/emit-test.js";
import { sourceExtension } from "../emit/source-language.js";
import { supportFiles } from "./plan-controller.js";
import { type ModelRequest, type PlannedModel, planModel } from "./plan-model.js";
import { type RecordRole, recordDraft } from "./record-draft.js";
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
  const { entity, entities } = model;
  const extension = sourceExtension(app.language);
  const drafts = ROLES.map((role) => ({ role, draft: recordDraft(role, name, entity) }));
  const tests = ROLES.map((role) => recordTest(role, name, entity, entities, `/${name.group}`));
  return {
    ...model,
    files: [
      ...model.files,
      ...supportFiles(name, entity, app.language).map(({ path, content }) => ({ path, content })),
      ...drafts.map(({ role, draft }) => ({
        path: `api/controllers/${name.group}/${role}${extension}`,
        content: emitController(draft),
      })),
      { path: `tests/${name.group}.test${extension}`, content: emitTest(tests) },
    ],
    routes: drafts.map(({ role, draft }) => ({
      method: draft.method,
      path: draft.path,
      action: `${name.group}/${role}`,
    })),
  };
}
