import type { JsonSchema } from "@onespec/spec-core";
import type { Action, HttpMethod } from "../action/action.js";
import type { WantedFile } from "../change/plan-changes.js";
import { type ControllerDraft, emitController } from "../emit/emit-controller.js";
import { emitResourceService } from "../emit/emit-service.js";
import { emitTest, type TestDraft } from "../emit/emit-test.js";
import { type SourceLanguage, sourceExtension } from "../emit/source-language.js";
import type { Entity } from "../entity/entity.js";
import { type ActionName, actionRole, isRecordRole, RECORD_ACTIONS, singular } from "./action-name.js";
import { controllerDraft } from "./controller-draft.js";
import { type ModelName, parseModelName } from "./model-name.js";
import { recordDraft } from "./record-draft.js";
import { fieldSchema, recordSchemaFiles } from "./record-schemas.js";
import { recordTest } from "./record-test.js";

export interface ControllerRequest {
  readonly name: ActionName;
  readonly language: SourceLanguage;
  readonly method?: HttpMethod | undefined;
  readonly path?: string | undefined;
  /** The requirement of the imported description for every operation. */
  readonly security?: Action["security"] | undefined;
  /** Prefix of all routes, `/v1`: tests send whole paths. */
  readonly prefix?: string;
  /** The entities of the application, if the group's model is among them. */
  readonly entities: readonly Entity[];
}

export interface PlannedController {
  readonly method: string;
  readonly path: string;
  /** Controller and test. */
  readonly files: readonly WantedFile[];
  /** Missing files that they need: the service and the schemas of the model. */
  readonly support: readonly WantedFile[];
  /** The model of the group. */
  readonly model: string | undefined;
  /** True if its handler uses no records. */
  readonly isPlaceholder: boolean;
}

/** Plans an action by its name. It uses the group's model if there is one; otherwise it answers with fixed data. */
export function planController(request: ControllerRequest): PlannedController {
  const { name, language, entities, security, prefix = "" } = request;
  const extension = sourceExtension(language);
  const files = (controller: string, test: TestDraft): WantedFile[] => [
    { path: `api/controllers/${name.path}${extension}`, content: controller },
    { path: `tests/${name.path.replaceAll("/", ".")}.test${extension}`, content: emitTest([test]) },
  ];
  const entity = entityOfGroup(entities, name.model);
  const model = entity?.name;
  const role = actionRole(name.action, name.group);
  const isPlain = request.method === undefined && request.path === undefined;
  const isReachable = entity && isRecordRole(role) && (!RECORD_ACTIONS[role].isOfOne || isNamedByOneKey(entity));
  if (isReachable && isPlain) {
    const names = { ...parseModelName(name.model), model: entity.name };
    const collection = `/${name.group.replaceAll("_", "-")}`;
    const draft = recordDraft(role, names, entity, collection);
    const test = closedTest(draft, request) ?? recordTest(role, names, entity, entities, prefix + collection);
    return {
      method: draft.method,
      path: draft.path,
      files: files(emitController({ ...draft, security }), test).map((file) => ({ ...file, model: entity.name })),
      support: supportFiles(names, entity, language),
      model,
      isPlaceholder: false,
    };
  }
  const draft = controllerDraft(name, {
    method: request.method,
    path: request.path,
    keySchema: (parameter) => keySchema(parameter, entities),
  });
  const status = Number(Object.keys(draft.outputs)[0]);
  const path = prefix + draft.path.replace(/\{[^{}]*\}/g, "1");
  const test: TestDraft = {
    title: `${draft.method} ${prefix}${draft.path} answers ${status}`,
    // The placeholder finds no record, whatever the id.
    ...(draft.handler.some((line) => line.startsWith("throw")) && {
      todo: "write its handler, and create a record here",
    }),
    steps: [{ method: draft.method, path, ...(draft.inputs?.body !== undefined && { body: {} }), status }],
  };
  return {
    method: draft.method,
    path: draft.path,
    files: files(emitController({ ...draft, security }), closedTest(draft, request) ?? test),
    support: [],
    model,
    isPlaceholder: true,
  };
}

/** Models of Sequelize projects are called `user` or `Users`, too. */
export function entityOfGroup(entities: readonly Entity[], model: string): Entity | undefined {
  const named = (nameOf: (entity: Entity) => string): Entity | undefined =>
    entities.find((entity) => nameOf(entity) === model.toLowerCase());
  return named(({ name }) => name.toLowerCase()) ?? named(({ name }) => singular(name).toLowerCase());
}

/** `issueId` is the key of the model Issue. */
function keySchema(parameter: string, entities: readonly Entity[]): JsonSchema | undefined {
  const [, name] = /^(\w+?)_?[iI]d$/.exec(parameter) ?? [];
  const entity = name && entities.find((each) => each.name.toLowerCase() === name.replaceAll("_", "").toLowerCase());
  const key = entity ? entity.fields.find(({ primaryKey }) => primaryKey) : undefined;
  return key && fieldSchema(key);
}

/** The test of an action that requires credentials: without them every such action answers the same. */
export function closedTest(
  { method, path }: Pick<ControllerDraft, "method" | "path">,
  { security, prefix = "" }: Pick<ControllerRequest, "security" | "prefix">,
): TestDraft | undefined {
  if (!security?.every((schemes) => Object.keys(schemes).length > 0)) return undefined;
  const step = { method, path: prefix + path.replace(/\{[^{}]*\}/g, "1"), status: 401 };
  return { title: `${method} ${prefix}${path} answers 401 without credentials`, steps: [step] };
}

/**
 * False for join tables and other models with several key fields, since one path parameter cannot identify a record.
 */
export function isNamedByOneKey({ fields }: Entity): boolean {
  return fields.filter(({ primaryKey }) => primaryKey).length === 1;
}

/** The service and the schemas that a model's actions use. */
export function supportFiles(names: ModelName, entity: Entity, language: SourceLanguage): WantedFile[] {
  const service = {
    path: `api/services/${names.group}${sourceExtension(language)}`,
    content: emitResourceService(names.model, language),
  };
  return [service, ...recordSchemaFiles(names.model, entity)].map((file) => ({
    ...file,
    over: "missing" as const,
    origin: `service ${names.group}`,
  }));
}
