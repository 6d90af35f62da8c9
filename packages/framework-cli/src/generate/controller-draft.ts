import type { JsonSchema } from "@onespec/spec-core";
import type { HttpMethod } from "../action/action.js";
import type { ControllerDraft } from "../emit/emit-controller.js";
import { literal } from "../emit/escape.js";
import { type ActionName, type ActionRole, actionRole, identifier, isRecordRole, singular } from "./action-name.js";
import { articleOf } from "./model-name.js";
import { recordDraft } from "./record-draft.js";

export interface ControllerOptions {
  readonly method?: HttpMethod | undefined;
  readonly path?: string | undefined;
  /** The schema of a path parameter that is the key of a model: `issueId`. */
  readonly keySchema?: (parameter: string) => JsonSchema | undefined;
}

/** An action without a model. Its name decides the method, the path, the inputs and the answer. */
export function controllerDraft(name: ActionName, { method, path, keySchema }: ControllerOptions): ControllerDraft {
  const role = actionRole(name.action, name.group);
  const group = name.group.replaceAll("_", "-");
  const last = group.slice(group.lastIndexOf("/") + 1);
  const many = last.replaceAll("-", " ");
  const one = singular(last).replaceAll("-", " ");
  const aOne = `${articleOf(one)} ${one}`;
  const idParameter = `${identifier(singular(last))}Id`;
  const usual: ControllerDraft = isRecordRole(role)
    ? recordDraft(role, { ...name, group: last, idParameter, one, aOne, many }, undefined, `/${group}`)
    : {
        method: role === "read" ? "GET" : "POST",
        path: `/${group}/${name.action}`,
        summary: `${one.charAt(0).toUpperCase()}${one.slice(1)}: ${name.action.replace(/[-_]/g, " ")}`,
        tags: [last],
        inputs: role === "do" ? { body: { schema: { type: "object" } } } : {},
        outputs: { 200: { description: "Done.", schema: { type: "object" } } },
        handler: [],
      };
  // In a custom path the parameter of the id may have another name. Without a parameter there is no record.
  const usedPath = path ?? usual.path;
  const parameters = [...usedPath.matchAll(/\{([^{}]+)\}/g)].map(([, parameter = ""]) => parameter);
  const isOfNone = usual.inputs?.path !== undefined && parameters.length === 0;
  const schemas = parameters.map((each) => [each, { schema: keySchema?.(each) ?? { type: "string" } }]);
  const body = method === "GET" || method === "HEAD" ? undefined : usual.inputs?.body;
  const inputs = { ...(schemas.length > 0 && { path: Object.fromEntries(schemas) }), ...(body && { body }) };
  return {
    ...usual,
    method: method ?? usual.method,
    path: usedPath,
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
    handler: placeholder(isOfNone ? "do" : role, one),
  };
}

/** An answer for an action that has no data yet. */
function placeholder(role: ActionRole, one: string): readonly string[] {
  switch (role) {
    case "list":
      return ["return [];"];
    case "create":
      return ["return reply(201, request.body);"];
    case "get":
    case "update":
    case "replace":
    case "delete":
      return [`throw new HttpError(404, ${literal(`There is no such ${one}.`)});`];
    case "read":
      return ["return { query: request.query };"];
    case "do":
      return ["return { received: request.body ?? null };"];
  }
}
