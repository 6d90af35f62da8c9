import type { ActionBody, ActionInputs, ActionOutput } from "../action/action.js";
import type { ControllerDraft } from "../emit/emit-controller.js";
import { memberAccess } from "../emit/escape.js";
import type { Entity } from "../entity/entity.js";
import type { ModelName } from "./model-name.js";
import { fieldSchema } from "./record-schemas.js";

/** The roles of actions on a model's records. */
export type RecordRole = "list" | "get" | "create" | "update" | "replace" | "delete";

export const RECORD_ROLES: readonly RecordRole[] = ["list", "get", "create", "update", "replace", "delete"];

/** The action that does it, over the service made from the model. */
export function recordDraft(
  role: RecordRole,
  name: ModelName,
  entity: Entity,
  collection: string = `/${name.group}`,
): ControllerDraft {
  const key = entity.fields.find(({ primaryKey }) => primaryKey);
  const id = name.idParameter;
  const item = `${collection}/{${id}}`;
  const path = { [id]: { schema: key === undefined ? { type: "string" } : fieldSchema(key) } };
  const record = { $ref: schemaReference(name.model) };
  const service = `services${memberAccess(name.service)}`;
  const given = `request.params${memberAccess(id)}`;
  const tags = [name.group];
  const one: ActionOutput = { description: `The ${name.one}.`, schema: record };
  const none: ActionOutput = { description: `There is no such ${name.one}.` };
  const body = (schema: string): ActionBody => ({
    required: true,
    schema: { $ref: schemaReference(schema) },
  });
  switch (role) {
    case "list":
      return {
        method: "GET",
        path: collection,
        summary: `Lists ${name.many}`,
        tags,
        inputs: { query: listQuery(entity), unknownQuery: "refuse" },
        outputs: { 200: { description: `The ${name.many}.`, schema: { type: "array", items: record } } },
        handler: { imports: [], uses: "both", lines: [`return ${service}.list(request.query);`] },
      };
    case "get":
      return {
        method: "GET",
        path: item,
        summary: `Reads ${name.aOne}`,
        tags,
        inputs: { path },
        outputs: { 200: one, 404: none },
        handler: { imports: [], uses: "both", lines: [`return ${service}.get(${given});`] },
      };
    case "create":
      return {
        method: "POST",
        path: collection,
        summary: `Creates ${name.aOne}`,
        tags,
        inputs: { body: body(`New${name.model}`) },
        outputs: { 201: one },
        handler: {
          imports: ["reply"],
          uses: "both",
          lines: [`return reply(201, await ${service}.create(request.body));`],
        },
      };
    case "update":
    case "replace":
      return {
        method: role === "update" ? "PATCH" : "PUT",
        path: item,
        summary: `${role === "update" ? "Changes" : "Replaces"} ${name.aOne}`,
        tags,
        inputs: { path, body: body(role === "update" ? `${name.model}Changes` : `New${name.model}`) },
        outputs: { 200: one, 404: none },
        handler: { imports: [], uses: "both", lines: [`return ${service}.${role}(${given}, request.body);`] },
      };
    case "delete":
      return {
        method: "DELETE",
        path: item,
        summary: `Deletes ${name.aOne}`,
        tags,
        inputs: { path },
        outputs: { 204: { description: "It is gone." }, 404: none },
        handler: {
          imports: ["reply"],
          uses: "both",
          lines: [`await ${service}.delete(${given});`, "return reply(204);"],
        },
      };
  }
}

function schemaReference(name: string): string {
  return `#/components/schemas/${name}`;
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
