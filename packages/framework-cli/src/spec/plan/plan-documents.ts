import {
  type ApiDescription,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
} from "@onespec/spec-core";
import type { Entity } from "../../entity/entity.js";
import type { ContractParent } from "../../services/contract-options.js";
import { staysRemoved } from "../../services/own-operations.js";
import { answerSiblings } from "./answered-record.js";
import type { ActionWork, DocumentPlan, ModelPlan } from "./contract-plan.js";
import { RESERVED_MODELS, RESERVED_TABLES } from "./name-models.js";
import { camel, pascal, singular, snake, UniqueNames } from "./names.js";
import { plainField } from "./plain-field.js";
import { parentNames, resourceAbove } from "./plan-keys.js";
import { alsoNamed } from "./plan-service.js";
import { documentedAnswer, isJsonMedia, placedSchema, replySchema, sentSchema } from "./record-schemas.js";
import { replacedBy, type SchemaFiles } from "./schema-files.js";

/** The longest name of a service: file systems take 255 bytes, extension and additions included. */
const LONGEST_NAME = 80;

/**
 * Models and services of single documents, by path. Only documents whose read answers JSON.
 * @param models of the resources, by `stateKey`
 * @param services names that are taken
 * @param serviceOf the service of a resource's records
 */
export function planDocuments(
  api: ApiDescription,
  models: ReadonlyMap<string, ModelPlan>,
  services: readonly string[],
  serviceOf: (resource: Resource) => string | undefined,
  files: SchemaFiles,
): ReadonlyMap<string, DocumentPlan> {
  const entities = [...models.values()].map(({ entity }) => entity);
  const modelNames = new UniqueNames([...RESERVED_MODELS, ...entities.map(({ name }) => name)]);
  const tables = new UniqueNames([...RESERVED_TABLES, ...entities.map(({ table }) => table)]);
  const serviceNames = new UniqueNames(services);
  const plans = new Map<string, DocumentPlan>();
  for (const operation of api.operations) {
    const { role } = operation;
    if (role.kind !== "singleton" || role.part !== "read" || plans.has(role.key)) continue;
    const document = placedSchema(api.schemas, replySchema(operation), role.reply);
    if (document === undefined) continue;
    const words = wordsOf(operation);
    const longer = `${words} document`;
    const model = modelNames.take(pascal(words, "Document").slice(0, 58), pascal(longer, "Document").slice(0, 58));
    const table = tables.take(snake(words, "documents").slice(0, 50), snake(`${longer}s`, "documents").slice(0, 50));
    const { parameters } = operation.template;
    const parents = parentsOf(api, operation, models);
    const readOnly = [...objectProperties(api.schemas, document.json).values()].flatMap((property) =>
      property.readOnly ? [property.name] : [],
    );
    const isRemoved = role.operations.some(({ method }) => method === "delete");
    const recordOf = role.first?.itemPath && serviceOf(role.first);
    const replacing = role.operations.find((one) => one.role.kind === "singleton" && one.role.part === "replace");
    const sent = replacing?.role.kind === "singleton" ? sentSchema(api.schemas, replacing, replacing.role) : undefined;
    plans.set(role.key, {
      name: serviceNames.take(...[words, longer].map((one) => camel(one, "document").slice(0, LONGEST_NAME))),
      title: role.key,
      entity: keyedEntity(model, table, "place", "document"),
      options: {
        model,
        ...(parameters.length > 0 && { parameters }),
        ...(parents.length > 0 && { parents }),
        shape: files.nameOf(document, pascal(longer, "Document")),
        ...(recordOf && { recordOf }),
        ...(readOnly.length > 0 && { readOnly }),
        ...(replacing && replacedBy(api.schemas, sent, replacing, files)),
        ...(isRemoved && staysRemoved(operation) && { staysRemoved: true, ...(!replacing && { restores: true }) }),
      },
    });
  }
  return plans;
}

/** `/users/{id}/profile` as `user profile`. */
function wordsOf({ template: { segments } }: Operation): string {
  return segments
    .flatMap((segment, at) => {
      if (segment.kind !== "literal") return [];
      return [segments[at + 1]?.kind === "parameter" ? singular(segment.text) : segment.text];
    })
    .join(" ");
}

/** The record that the path goes through, and its parents. */
function parentsOf(
  { resources, schemas }: ApiDescription,
  { path }: Operation,
  models: ReadonlyMap<string, ModelPlan>,
): readonly ContractParent[] {
  const owner = resourceAbove(path, resources);
  const model = owner && models.get(owner.stateKey);
  if (owner?.id.parameter === undefined || !model?.isMade) return [];
  return [
    ...scopeOf(owner, model),
    {
      parameter: owner.id.parameter,
      field: model.id.field,
      model: model.entity.name,
      modelField: model.id.field,
      ...alsoNamed(schemas, model, owner.id.parameter),
    },
  ];
}

function scopeOf(owner: Resource, model: ModelPlan): readonly ContractParent[] {
  const names = parentNames(owner);
  return owner.parents.flatMap(({ parameter }, at) => {
    const field = model.parents.get(parameter);
    return field === undefined ? [] : [{ parameter: names[at] ?? parameter, field }];
  });
}

/** A model of JSON values by a text. */
export function keyedEntity(name: string, table: string, key: string, value: string): Entity {
  return {
    name,
    table,
    fields: [
      plainField(key, { kind: "string", length: 255 }, { primaryKey: true }),
      plainField(value, { kind: "json" }, { nullable: true }),
    ],
    relations: [],
    indexes: [],
    timestamps: {},
  };
}

/** Plans the handler of an operation on a single document: the same calls as on a record. */
export function planDocumentWork(
  schemas: SchemaRegistry,
  operation: Operation,
  { part, body, reply }: SingletonRole,
  document: DocumentPlan | undefined,
): ActionWork {
  const { status, response, schema, isEmpty, told } = documentedAnswer(operation);
  const sent = operation.requestBody?.content ?? [];
  const isJson = sent.length === 0 || sent.some(({ type }) => isJsonMedia(type));
  // Images and files cannot be stored in a model.
  const isOpaque = schema === undefined && (response?.content.length ?? 0) > 0 && status !== 204;
  if (document === undefined || !isJson || isOpaque) return { kind: "stub" };
  const shown = isEmpty ? undefined : reply;
  return {
    kind: part,
    service: document.name,
    body,
    status,
    reply: shown,
    siblings: isEmpty ? undefined : answerSiblings(schemas, schema, shown),
    ...told,
  };
}
