import type { JsonSchema } from "@onespec/spec-core";
import type { ActionInputs, ActionOutput } from "../action/action.js";
import type { ControllerDraft } from "../emit/emit-controller.js";
import { memberAccess } from "../emit/escape.js";
import type { Entity } from "../entity/entity.js";
import { RECORD_ACTIONS, type RecordRole } from "./action-name.js";
import type { ModelName } from "./model-name.js";
import { fieldSchema } from "./record-schemas.js";

/**
 * An action on records that calls the model's service. @param entity `undefined` if there is no model yet; records are
 * then any objects
 */
export function recordDraft(
  role: RecordRole,
  name: ModelName,
  entity: Entity | undefined,
  collection: string = `/${name.group}`,
): ControllerDraft {
  const { method, verb, status, isOfOne } = RECORD_ACTIONS[role];
  const key = entity?.fields.find(({ primaryKey }) => primaryKey);
  const id = name.idParameter;
  const schemaOf = (schema: string): JsonSchema =>
    entity === undefined ? { type: "object" } : { $ref: `#/components/schemas/${schema}` };
  const record = schemaOf(name.model);
  const answer: ActionOutput =
    role === "list"
      ? { description: `The ${name.many}.`, schema: { type: "array", items: record } }
      : role === "delete"
        ? { description: "It is gone." }
        : { description: `The ${name.one}.`, schema: record };
  return {
    method,
    path: isOfOne ? `${collection}/{${id}}` : collection,
    summary: `${verb} ${role === "list" ? name.many : name.aOne}`,
    tags: [name.group],
    inputs: {
      ...(isOfOne && { path: { [id]: { schema: key === undefined ? { type: "string" } : fieldSchema(key) } } }),
      ...(role === "list" && entity && { query: listQuery(entity), unknownQuery: "refuse" }),
      ...((role === "create" || role === "replace") && {
        body: { required: true, schema: schemaOf(`New${name.model}`) },
      }),
      ...(role === "update" && { body: { required: true, schema: schemaOf(`${name.model}Changes`) } }),
    },
    outputs: { [status]: answer, ...(isOfOne && entity && { 404: { description: `There is no such ${name.one}.` } }) },
    handler: handlerOf(role, `services${memberAccess(name.service)}`, `request.params${memberAccess(id)}`),
  };
}

/** @param id source code of the id */
function handlerOf(role: RecordRole, service: string, id: string): readonly string[] {
  switch (role) {
    case "list":
      return [`return ${service}.list(request.query);`];
    case "get":
      return [`return ${service}.get(${id});`];
    case "create":
      return [`return reply(201, await ${service}.create(request.body));`];
    case "update":
    case "replace":
      return [`return ${service}.${role}(${id}, request.body);`];
    case "delete":
      return [`await ${service}.delete(${id});`, "return reply(204);"];
  }
}

/** Paging, order, and a filter for each field that is short enough to compare. */
function listQuery(entity: Entity): NonNullable<ActionInputs["query"]> {
  const filters = entity.fields.filter(
    ({ type, hidden }) => !hidden && type.kind !== "json" && type.kind !== "binary" && type.kind !== "text",
  );
  return {
    limit: { schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
    offset: { schema: { type: "integer", minimum: 0, default: 0 } },
    sort: { description: "Names of fields, with - before those that fall: -createdAt,id", schema: { type: "string" } },
    ...Object.fromEntries(
      filters.map(({ name, type }) => [
        name,
        { schema: fieldSchema({ name, type, nullable: false, rules: {} } as Entity["fields"][number]) },
      ]),
    ),
  };
}
