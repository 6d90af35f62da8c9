import { foldName, keywordsOf, type Operation, objectProperties, type SchemaRegistry } from "@onespec/spec-core";
import { parametersOf } from "../../services/contract-options.js";
import type { ActionPlan, ModelPlan, ServicePlan, UnkeptPromise } from "./contract-plan.js";
import { searchedProperties } from "./plan-list.js";

export const WRITES: ReadonlySet<string> = new Set<ActionPlan["work"]["kind"]>([
  "create",
  "createMany",
  "update",
  "replace",
]);

/** The parts of the description that the application does not do by itself. */
export function unkeptPromises(
  schemas: SchemaRegistry,
  modelOf: ReadonlyMap<string, ModelPlan>,
  services: readonly ServicePlan[],
  actions: readonly ActionPlan[],
): readonly UnkeptPromise[] {
  return [
    ...[...new Set(modelOf.values())].flatMap(conflictPromise),
    ...actions.flatMap((action) => [
      ...parameterPromises(schemas, action, services),
      ...filePromises(schemas, action, modelOf),
    ]),
  ];
}

/** The parameters of a list or a search that its service does not read, and the header for repeated requests. */
function parameterPromises(
  schemas: SchemaRegistry,
  { operation, work }: ActionPlan,
  services: readonly ServicePlan[],
): UnkeptPromise[] {
  const options =
    work.kind === "list" || work.kind === "count"
      ? services.find(({ name }) => name === work.service)?.options
      : undefined;
  const list = "view" in work && work.view !== undefined ? options?.views?.[work.view]?.list : options?.list;
  const read = options && parametersOf(list ?? {});
  const searched = work.kind === "list" && work.asksByBody ? searchedProperties(schemas, operation) : [];
  const flags = searched.filter(({ name, inner }) => !inner && read?.has(name) === false);
  return [...operation.parameters, ...flags.map(({ name }) => ({ name, in: "query" }))]
    .filter((one) =>
      one.in === "header"
        ? foldName(one.name) === "idempotencykey"
        : one.in === "query" && read?.has(one.name) === false,
    )
    .map(({ name }) => ({ kind: "parameter", operation: placeOf(operation), name }));
}

/** The files in the form of a record that the model has no property for. */
function filePromises(
  schemas: SchemaRegistry,
  { operation, work }: ActionPlan,
  models: ReadonlyMap<string, ModelPlan>,
): UnkeptPromise[] {
  const { role } = operation;
  const model = WRITES.has(work.kind) && "resource" in role ? models.get(role.resource.stateKey) : undefined;
  if (!model) return [];
  const forms = (operation.requestBody?.content ?? []).filter(({ type }) => type.startsWith("multipart/"));
  return forms
    .flatMap(({ schema }) => [...objectProperties(schemas, schema?.json ?? true).values()])
    .filter(({ name, schema }) => keywordsOf(schemas, schema).format === "binary" && !model.properties.has(name))
    .map(({ name }) => ({ kind: "file", operation: placeOf(operation), name }));
}

/**
 * A documented 409 that the application never answers, because the description does not say which values must be
 * unique.
 */
function conflictPromise({ entity: { name, fields, indexes }, resource }: ModelPlan): UnkeptPromise[] {
  const { create } = resource.roles;
  // If neither the database nor the application generates a key, the client sends it.
  const isUnique =
    fields.some((one) => one.unique || (one.primaryKey && !one.autoIncrement && one.default === undefined)) ||
    indexes.some(({ unique }) => unique);
  if (isUnique || create?.responses.every(({ status }) => status !== "409") !== false) return [];
  return [{ kind: "conflict", operation: placeOf(create), model: name }];
}

export function placeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}
