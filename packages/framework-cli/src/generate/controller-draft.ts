import type { JsonSchema } from "@onespec/spec-core";
import type { ActionInputs, ActionOutput, HttpMethod } from "../action/action.js";
import type { ControllerDraft } from "../emit/emit-controller.js";
import { literal } from "../emit/escape.js";
import {
  type ActionName,
  type ActionRole,
  actionRole,
  identifier,
  isRecordRole,
  RECORD_ACTIONS,
  singular,
} from "./action-name.js";

export interface ControllerOptions {
  readonly method?: HttpMethod | undefined;
  readonly path?: string | undefined;
  /** The schema of a path parameter that is the key of a model: `issueId`. */
  readonly keySchema?: (parameter: string) => JsonSchema | undefined;
}

/** An action with the method, the path, the inputs and the answer that its name promises, as long as there is no model behind it. */
export function controllerDraft(name: ActionName, options: ControllerOptions): ControllerDraft {
  const role = actionRole(name.action, name.group);
  const group = name.group.split("/").map((part) => part.replaceAll("_", "-"));
  const last = group[group.length - 1] as string;
  const id = `${identifier(singular(last))}Id`;
  const collection = `/${group.join("/")}`;
  const { method, path, status } = shapeOf(role, collection, id, name.action);
  const words = { one: singular(last).replaceAll("-", " "), many: last.replaceAll("-", " ") };
  const usedPath = options.path ?? path;
  const usedMethod = options.method ?? method;
  // With another path the record's id may be called otherwise; without a parameter there is no record to speak of.
  const parameters = [...usedPath.matchAll(/\{([^{}]+)\}/g)].map(([, parameter = ""]) => parameter);
  const ownId = parameters[parameters.length - 1];
  const needsId = isRecordRole(role) && RECORD_ACTIONS[role].isOfOne;
  return {
    method: usedMethod,
    path: usedPath,
    summary: summaryOf(role, words, name.action),
    tags: [last],
    inputs: inputsOf(role, usedMethod, parameters, options.keySchema),
    outputs: outputsOf(role, status, words),
    handler: needsId && ownId === undefined ? plainHandler("do", words) : plainHandler(role, words),
  };
}

interface Shape {
  readonly method: HttpMethod;
  readonly path: string;
  readonly status: number;
}

function shapeOf(role: ActionRole, collection: string, id: string, action: string): Shape {
  if (!isRecordRole(role))
    return { method: role === "read" ? "GET" : "POST", path: `${collection}/${action}`, status: 200 };
  const { method, status, isOfOne } = RECORD_ACTIONS[role];
  return { method, path: isOfOne ? `${collection}/{${id}}` : collection, status };
}

function inputsOf(
  role: ActionRole,
  method: HttpMethod,
  parameters: readonly string[],
  keySchema: ControllerOptions["keySchema"] = () => undefined,
): ActionInputs | undefined {
  const hasBody =
    (role === "create" || role === "update" || role === "replace" || role === "do") &&
    method !== "GET" &&
    method !== "HEAD";
  if (parameters.length === 0 && !hasBody) return undefined;
  return {
    ...(parameters.length > 0 && {
      path: Object.fromEntries(parameters.map((name) => [name, { schema: keySchema(name) ?? { type: "string" } }])),
    }),
    ...(hasBody && { body: { ...(role !== "do" && { required: true }), schema: { type: "object" } } }),
  };
}

function outputsOf(role: ActionRole, status: number, { one, many }: Words): Record<string, ActionOutput> {
  switch (role) {
    case "list":
      return { [status]: { description: `The ${many}.`, schema: { type: "array", items: { type: "object" } } } };
    case "delete":
      return { [status]: { description: "It is gone." } };
    case "read":
    case "do":
      return { [status]: { description: "Done.", schema: { type: "object" } } };
    case "get":
    case "create":
    case "update":
    case "replace":
      return { [status]: { description: `The ${one}.`, schema: { type: "object" } } };
  }
}

interface Words {
  readonly one: string;
  readonly many: string;
}

function summaryOf(role: ActionRole, { one, many }: Words, action: string): string {
  if (!isRecordRole(role)) return `${one.charAt(0).toUpperCase()}${one.slice(1)}: ${action.replace(/[-_]/g, " ")}`;
  if (role === "list") return `Lists ${many}`;
  return role === "create" ? `Adds to the ${many}` : `${RECORD_ACTIONS[role].verb} one of the ${many}`;
}

/** Answers by itself, as long as there is nothing to answer from. */
function plainHandler(role: ActionRole, { one }: Words): readonly string[] {
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
